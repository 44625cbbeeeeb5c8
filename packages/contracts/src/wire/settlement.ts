import { z } from "zod";
import * as field from "../fields";
import { lessonStatus } from "../lessons";

export const wireSettlementLine = z.object({
  _id: field.id,
  lessonId: field.id.nullable(),
  kind: z.enum(["lesson", "correction", "missing"]),
  amount: z.int(),
  date: field.civilDate.nullable(),
  blockIndex: z.int().nullable(),
  studentId: field.id.nullable(),
  status: lessonStatus.nullable(),
  objection: z
    .object({
      text: z.string(),
      answer: z.string().nullable(),
      state: z.enum(["open", "accepted", "rejected"]),
    })
    .nullable(),
});

/** A teacher's month (rules §37); whole złoty. */
export const wireSettlement = z.object({
  state: z.enum(["open", "proposed", "accepted"]),
  version: z.int(),
  lines: z.array(wireSettlementLine),
  total: z.int(),
});

export const wireAdminSettlement = z.object({
  teacherId: field.id,
  state: z.enum(["open", "proposed", "accepted"]),
  version: z.int(),
  total: z.int(),
  until: field.civilDate.nullable(),
  objections: z.int(),
});
