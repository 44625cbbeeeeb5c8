import { done } from "@korki/contracts/fields";
import { undoRef } from "@korki/contracts/undo";
import { undoAct } from "@korki/services/undo/undo";
import { procedureFor, router } from "./init";

/** Taking back one's own act within some seconds (rules §41). */
export const undoRouter = router({
  takeBack: procedureFor("Teacher", "Admin")
    .input(undoRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await undoAct(ctx, input);
      return {};
    }),
});
