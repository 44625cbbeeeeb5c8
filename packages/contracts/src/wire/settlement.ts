import { z } from "zod";
import * as field from "../fields";
import { lessonStatus } from "../lessons";
import type { AdminSettlement, Settlement, SettlementLine } from "../settlement";

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

export function settlementLineToWire({
  id: _id,
  block: blockIndex,
  lessonId,
  kind,
  amount,
  date,
  studentId,
  status,
  objection,
}: SettlementLine): z.input<typeof wireSettlementLine> {
  return { _id, lessonId, kind, amount, date, blockIndex, studentId, status, objection };
}

export function settlementToWire({
  state,
  version,
  lines,
  total,
}: Settlement): z.input<typeof wireSettlement> {
  return { state, version, lines: lines.map(settlementLineToWire), total };
}

export function adminSettlementToWire(row: AdminSettlement): z.input<typeof wireAdminSettlement> {
  const { teacherId, state, version, total, until, objections } = row;
  return { teacherId, state, version, total, until, objections };
}
