import { APPROVAL_KINDS } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { commonTexts } from "./texts/common";

/** A child's step that waits for the payer (rules §39). */
export const approval = z.object({
  id: field.id,
  studentId: field.id,
  kind: z.enum(APPROVAL_KINDS),
  /** Whole złoty; 0 for a parent who is to join. */
  amount: z.int(),
  /** Without an answer until then it is declined. */
  until: field.timestamp,
  /** "Jakub prosi o stały termin, 2 610 zł". */
  text: z.string(),
  /** What it is about, in short. */
  details: z.string(),
});
export type Approval = z.infer<typeof approval>;

export const answerApprovalInput = z.object({
  id: field.id,
  agreed: z.boolean({ error: commonTexts.invalidInput }),
});
export type AnswerApprovalInput = z.infer<typeof answerApprovalInput>;

/** Lessons, or an order, that wait for the payer of their student, and until when. */
export const waitingStep = z.object({
  seriesId: field.id.nullable(),
  lessonIds: z.array(field.id),
  orderId: field.id.nullable(),
  until: field.timestamp,
});
export type WaitingStep = z.infer<typeof waitingStep>;
