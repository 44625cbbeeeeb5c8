import { done } from "@korki/contracts/fields";
import { guide } from "@korki/contracts/guide";
import { getGuide, hideGuide } from "@korki/services/centre/guide";
import { adminProcedure, router } from "./init";

/** The first hour of an empty centre (rules §28). */
export const guideRouter = router({
  get: adminProcedure.output(guide).query(({ ctx }) => getGuide(ctx)),

  hide: adminProcedure.output(done).mutation(async ({ ctx }) => {
    await hideGuide(ctx);
    return {};
  }),
});
