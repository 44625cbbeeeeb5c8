import { listViewRef, listViews, listViewsInput, saveListViewInput } from "@korki/contracts/list-views";
import { getListViews, keepListView, removeListView } from "@korki/services/list-views/list-views";
import { adminProcedure, router } from "./init";

/** Views of the lists of people that an administrator keeps under a name (rules §41). */
export const listViewsRouter = router({
  list: adminProcedure
    .input(listViewsInput)
    .output(listViews)
    .query(({ ctx, input }) => getListViews(ctx, input)),

  save: adminProcedure
    .input(saveListViewInput)
    .output(listViews)
    .mutation(({ ctx, input }) => keepListView(ctx, input)),

  remove: adminProcedure
    .input(listViewRef)
    .output(listViews)
    .mutation(({ ctx, input }) => removeListView(ctx, input)),
});
