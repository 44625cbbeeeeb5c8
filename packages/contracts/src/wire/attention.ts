import { z } from "zod";
import { ATTENTION_KINDS } from "../attention";
import * as field from "../fields";

export const wireAttention = z.array(
  z.object({
    kind: z.enum(ATTENTION_KINDS),
    count: z.int(),
    items: z.array(
      z.object({
        lessonId: field.id.optional(),
        studentId: field.id.optional(),
        teacherId: field.id.optional(),
        trialLessonId: field.id.optional(),
        billId: field.id.optional(),
        payerId: field.id.optional(),
        invoiceId: field.id.optional(),
        text: z.string(),
      }),
    ),
  }),
);
