import { centreRouter } from "./centre";
import { router } from "./init";

/** Every procedure of the product, by feature. */
export const appRouter = router({
  centre: centreRouter,
});

export type AppRouter = typeof appRouter;
