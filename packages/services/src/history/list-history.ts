import type { HistoryEntity, HistoryInput, HistoryPage } from "@korki/contracts/history";
import { type HistoryRow, listHistory as list } from "@korki/db";
import { addDays, instantOf } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Who changed what, the newest first, page by page. */
export async function listHistory(ctx: ActorCtx, input: HistoryInput): Promise<HistoryPage> {
  const { from, to, cursor, limit, ...filter } = input;
  const rows = await list<HistoryEntity>(ctx.db, {
    ...filter,
    from: from === undefined ? undefined : instantOf(from, 0),
    to: to === undefined ? undefined : instantOf(addDays(to, 1), 0),
    before: cursor,
    limit: limit + 1,
  });
  const items = rows.slice(0, limit).map(toEntry);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** An entry as screens read it: its changes as a list. */
export function toEntry({ changes, ...row }: HistoryRow<HistoryEntity>): HistoryPage["items"][number] {
  return { ...row, changes: Object.entries(changes).map(([field, change]) => ({ field, ...change })) };
}
