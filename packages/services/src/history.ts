import type { HistoryEntity } from "@korki/contracts/history";
import type { HistoryAction, HistoryField } from "@korki/contracts/texts/admin-history";
import { insertHistory, type NewHistoryEntry, type Tx } from "@korki/db";
import type { Ctx } from "./context";

type Value = string | number | boolean | null;

export type HistoryRecord = {
  entity: HistoryEntity;
  entityId: string;
  /** The verb of the use case, e.g. `book`, `confirm`, `update`. */
  action: HistoryAction;
  /** Field by field; `from` is null for what is new. No secrets. */
  changes: { [field in HistoryField]?: { from: Value; to: Value } };
  teacherId?: string | null;
  studentId?: string | null;
};

/** Keeps who did what, in the transaction that did it. */
export async function recordHistory(tx: Tx, ctx: Ctx, ...records: HistoryRecord[]): Promise<void> {
  await insertHistory(tx, historyEntries(ctx, records));
}

/** The records as they are stored: with their actor and time. */
export function historyEntries(ctx: Ctx, records: readonly HistoryRecord[]): NewHistoryEntry[] {
  const { id: actorId, role: actorRole } = ctx.actor ?? { id: null, role: null };
  return records.map((record) => ({ ...record, at: ctx.now(), actorId, actorRole }));
}

/** The fields of `after` that differ from `before`, in the shape that the history keeps. */
export function diff<After extends { [field in keyof After]: field extends HistoryField ? Value : never }>(
  before: { readonly [field in HistoryField]?: Value } | null,
  after: After,
): HistoryRecord["changes"] {
  const changes: HistoryRecord["changes"] = {};
  for (const [field, to] of Object.entries(after) as [HistoryField, Value][]) {
    const from = before?.[field] ?? null;
    if (from !== to) changes[field] = { from, to };
  }
  return changes;
}
