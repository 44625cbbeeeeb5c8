import type { HistoryEntity } from "@korki/contracts/history";
import { insertHistory, type Tx } from "@korki/db";
import type { Ctx } from "./context";

type Value = string | number | boolean | null;

export type HistoryRecord = {
  entity: HistoryEntity;
  entityId: string;
  /** The verb of the use case, e.g. `book`, `confirm`, `update`. */
  action: string;
  /** Field by field; `from` is null for what is new. No secrets. */
  changes: Record<string, { from: Value; to: Value }>;
  teacherId?: string | null;
  studentId?: string | null;
};

/** Keeps who did what, in the transaction that did it. */
export async function recordHistory(tx: Tx, ctx: Ctx, ...records: HistoryRecord[]): Promise<void> {
  const { id: actorId, role: actorRole } = ctx.actor ?? { id: null, role: null };
  await insertHistory(
    tx,
    records.map((record) => ({ ...record, at: ctx.now(), actorId, actorRole })),
  );
}

/** The fields of `after` that differ from `before`, in the shape that the history keeps. */
export function diff<T extends Record<string, Value>>(
  before: Partial<T> | null,
  after: T,
): HistoryRecord["changes"] {
  return Object.fromEntries(
    Object.entries(after)
      .map(([field, to]) => [field, { from: before?.[field] ?? null, to }] as const)
      .filter(([, { from, to }]) => from !== to),
  );
}
