import { ROLES } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { personName } from "./person-name";

/** The kinds of things whose changes are kept. */
export const HISTORY_ENTITIES = [
  "lesson",
  "trialLesson",
  "payment",
  "payout",
  "relation",
  "account",
  "subjects",
  "availability",
  "price",
  "ledger",
  "package",
  "policy",
  "centre",
  "report",
  "series",
  "closure",
  "guardianship",
  "order",
  "document",
  "vetting",
  "import",
  "bill",
] as const;
export type HistoryEntity = (typeof HISTORY_ENTITIES)[number];

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Who changed what and when. */
export const historyEntry = z.object({
  /** Grows with time; a decimal number. */
  id: z.string(),
  at: field.timestamp,
  /** Null: the system itself. */
  actor: personName.extend({ role: z.enum(ROLES) }).nullable(),
  entity: z.enum(HISTORY_ENTITIES),
  entityId: z.string(),
  /** The verb of the change, e.g. `book`, `confirm`, `update`. */
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), from: value, to: value })),
  teacher: personName.nullable(),
  student: personName.nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

const HISTORY_PAGE_MAX = 100;

export const historyInput = z.object({
  entity: z.enum(HISTORY_ENTITIES).optional(),
  entityId: field.singleLine(100).optional(),
  actorId: field.id.optional(),
  teacherId: field.id.optional(),
  studentId: field.id.optional(),
  /** Days in Warsaw, both included. */
  from: field.lessonDate.optional(),
  to: field.lessonDate.optional(),
  /** `nextCursor` of the page before. */
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.number().int().min(1).max(HISTORY_PAGE_MAX).default(50),
});
export type HistoryInput = z.infer<typeof historyInput>;

/** Newest first; `nextCursor` is null at the end. */
export const historyPage = z.object({ items: z.array(historyEntry), nextCursor: z.string().nullable() });
export type HistoryPage = z.infer<typeof historyPage>;
