import { attention } from "@korki/contracts/attention";
import { getAttention } from "@korki/services/attention/get-attention";
import { router, signedInProcedure } from "./init";

/** What waits for the caller on the first screen (rules §18). */
export const attentionRouter = router({
  get: signedInProcedure.output(attention).query(({ ctx }) => getAttention(ctx)),
});
