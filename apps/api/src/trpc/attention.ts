import { attention, attentionInput, attentionListInput, attentionPage } from "@korki/contracts/attention";
import { getAttention, listAttention } from "@korki/services/attention/get-attention";
import { router, signedInProcedure } from "./init";

/** What waits for the caller on the first screen (rules §18). */
export const attentionRouter = router({
  get: signedInProcedure
    .input(attentionInput)
    .output(attention)
    .query(({ ctx, input }) => getAttention(ctx, input)),

  /** The whole list of one kind. */
  list: signedInProcedure
    .input(attentionListInput)
    .output(attentionPage)
    .query(({ ctx, input }) => listAttention(ctx, input)),
});
