import { router, signedInProcedure } from "./init";

/** What open screens hear without asking; over the websocket alone. */
export const liveRouter = router({
  changes: signedInProcedure.subscription(async function* ({ ctx, signal }) {
    // Only the websocket's context has a feed, and only there a subscription can be asked for.
    if (ctx.changeFeed) yield* ctx.changeFeed.read(ctx.actor, signal);
  }),
});
