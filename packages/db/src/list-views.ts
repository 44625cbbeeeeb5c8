import type { Executor } from "./client";
import { newId } from "./ids";
import { query, sql } from "./sql";
import type { Tx } from "./transaction";

/** Whose view of which list. */
type ListOf = { userId: string; list: string };

export type ListViewRow = { name: string; query: string };

/** By name. */
export function listListViews(on: Executor, { userId, list }: ListOf): Promise<ListViewRow[]> {
  return query(
    on,
    sql`SELECT name, query FROM list_views WHERE user_id = ${userId}::uuid AND list = ${list}
         ORDER BY name COLLATE "pl-x-icu"`,
  );
}

/** Keeps a view; one of the same name gets the new query. */
export async function saveListView(
  tx: Tx,
  { userId, list, name, query: kept }: ListOf & { name: string; query: string },
): Promise<void> {
  await tx.listView.upsert({
    where: { userId_list_name: { userId, list, name } },
    create: { id: newId(), userId, list, name, query: kept },
    update: { query: kept },
    select: { id: true },
  });
}

export async function deleteListView(tx: Tx, view: ListOf & { name: string }): Promise<void> {
  await tx.listView.deleteMany({ where: view });
}
