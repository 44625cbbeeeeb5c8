import { adminLessonsRouter } from "./admin-lessons";
import { adminPeopleRouter } from "./admin-people";
import { centreRouter } from "./centre";
import { exportsRouter } from "./exports";
import { historyRouter } from "./history";
import { router } from "./init";
import { paymentsRouter, payoutsRouter } from "./payments";
import { pricesRouter } from "./prices";
import { statisticsRouter } from "./statistics";
import { trialLessonsRouter } from "./trial-lessons";

/** Every procedure of the product, by feature. */
export const appRouter = router({
  adminLessons: adminLessonsRouter,
  adminPeople: adminPeopleRouter,
  centre: centreRouter,
  exports: exportsRouter,
  history: historyRouter,
  payments: paymentsRouter,
  payouts: payoutsRouter,
  prices: pricesRouter,
  statistics: statisticsRouter,
  trialLessons: trialLessonsRouter,
});

export type AppRouter = typeof appRouter;
