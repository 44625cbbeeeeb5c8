import { liveLessonsInput } from "@korki/contracts/lessons";
import { tracked } from "@trpc/server";
import { procedureFor, router } from "./init";

/** What open screens hear without asking; over the websocket alone. */
export const liveRouter = router({
  lessons: procedureFor("Student", "Teacher", "Admin")
    .input(liveLessonsInput)
    .subscription(async function* ({ ctx, input, signal }) {
      // Only the websocket's context has a feed, and only there a subscription can be asked for.
      if (!ctx.lessonFeed) return;
      const events = ctx.lessonFeed.read(ctx.actor, input?.lastEventId ?? null, signal);
      for await (const { id, event } of events) {
        yield tracked(id, event);
      }
    }),
});
