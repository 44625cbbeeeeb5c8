import { router, signedInProcedure } from "./init";

/** Subscriptions of open screens; over the websocket only. */
export const liveRouter = router({
  changes: signedInProcedure.subscription(async function* ({ ctx, signal }) {
    // Only the websocket's context has a feed, and only there a subscription can be asked for.
    if (ctx.changeFeed) yield* ctx.changeFeed.read(ctx.actor, signal);
  }),
});
