import {
  LIST_VIEWS_MAX,
  type ListView,
  type ListViewRef,
  type SaveListViewInput,
  type ViewedList,
} from "@korki/contracts/list-views";
import { listViewTexts } from "@korki/contracts/texts/list-views";
import { deleteListView, listListViews, saveListView, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";

/** Returns the caller's own views of a list, by name. */
export async function getListViews(ctx: ActorCtx, { list }: { list: ViewedList }): Promise<ListView[]> {
  return listListViews(ctx.db, { list, userId: ctx.actor.id });
}

/** Keeps a view of the caller's; one of the same name is replaced. Throws `conflict` if there are too many. */
export async function keepListView(ctx: ActorCtx, input: SaveListViewInput): Promise<ListView[]> {
  return transact(ctx.db, async (tx) => {
    const own = { list: input.list, userId: ctx.actor.id };
    await saveListView(tx, { ...own, name: input.name, query: input.query });
    const views = await listListViews(tx, own);
    if (views.length > LIST_VIEWS_MAX) throw conflict(listViewTexts.tooMany(LIST_VIEWS_MAX));
    return views;
  });
}

/** Forgets a view of the caller's and returns those that are left. */
export async function removeListView(ctx: ActorCtx, { list, name }: ListViewRef): Promise<ListView[]> {
  return transact(ctx.db, async (tx) => {
    const own = { list, userId: ctx.actor.id };
    await deleteListView(tx, { ...own, name });
    return listListViews(tx, own);
  });
}
