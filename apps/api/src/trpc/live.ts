import { type LiveLessonEvent, liveLessonsInput } from "@korki/contracts/lessons";
import { tracked } from "@trpc/server";
import { procedureFor, router } from "./init";

/** What open screens hear without asking; over the websocket alone. */
export const liveRouter = router({
  lessons: procedureFor("Student", "Teacher", "Admin")
    .input(liveLessonsInput)
    .subscription(async function* ({ ctx }) {
      const ready: LiveLessonEvent = { kind: "ready" };
      yield tracked(ctx.now().toISOString(), ready);
    }),
});
