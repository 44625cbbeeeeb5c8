import { accountRouter } from "./account";
import { accountSecurityRouter } from "./account-security";
import { adminLessonsRouter } from "./admin-lessons";
import { adminPeopleRouter, adminPrivacyRouter } from "./admin-people";
import { attentionRouter } from "./attention";
import { availabilityRouter, closuresRouter, watchesRouter } from "./availability";
import { bankStatementsRouter } from "./bank-statements";
import { billsRouter } from "./bills";
import { boardRouter } from "./board";
import { calendarRouter, outsideCalendarsRouter } from "./calendar";
import { centreRouter, guideRouter } from "./centre";
import { chatRouter } from "./chat";
import { classroomRouter } from "./classroom";
import { consentsRouter } from "./consents";
import { exportsRouter } from "./exports";
import { approvalsRouter, familiesRouter } from "./families";
import { historyRouter, undoRouter } from "./history";
import { importsRouter } from "./imports";
import { router, signedInProcedure } from "./init";
import { invoicesRouter } from "./invoices";
import { debtsRouter, ledgerRouter } from "./ledger";
import { lessonsRouter } from "./lessons";
import { listViewsRouter } from "./list-views";
import { notificationsRouter } from "./notifications";
import { officeRouter } from "./office";
import { ordersRouter } from "./orders";
import { moneyRouter, paymentsRouter, payoutsRouter } from "./payments";
import { peopleRouter } from "./people";
import { cancellationPoliciesRouter, packagesRouter, pricesRouter } from "./prices";
import { pushRouter } from "./push";
import { reportsRouter, resultsRouter } from "./reports";
import { seriesRouter } from "./series";
import { settlementRouter } from "./settlement";
import { statisticsRouter } from "./statistics";
import { trialLessonsRouter } from "./trial-lessons";

/** Subscriptions of open screens; over the websocket only. */
const liveRouter = router({
  changes: signedInProcedure.subscription(async function* ({ ctx, signal }) {
    // Only the websocket's context has a feed, and only there a subscription can be asked for.
    if (ctx.changeFeed) yield* ctx.changeFeed.read(ctx.actor, signal);
  }),
});

/** Every procedure of the product, by feature. */
export const appRouter = router({
  adminLessons: adminLessonsRouter,
  adminPeople: adminPeopleRouter,
  adminPrivacy: adminPrivacyRouter,
  approvals: approvalsRouter,
  attention: attentionRouter,
  availability: availabilityRouter,
  bankStatements: bankStatementsRouter,
  bills: billsRouter,
  board: boardRouter,
  calendar: calendarRouter,
  account: accountRouter,
  accountSecurity: accountSecurityRouter,
  cancellationPolicies: cancellationPoliciesRouter,
  centre: centreRouter,
  chat: chatRouter,
  debts: debtsRouter,
  classroom: classroomRouter,
  closures: closuresRouter,
  consents: consentsRouter,
  exports: exportsRouter,
  families: familiesRouter,
  guide: guideRouter,
  history: historyRouter,
  imports: importsRouter,
  invoices: invoicesRouter,
  ledger: ledgerRouter,
  money: moneyRouter,
  lessons: lessonsRouter,
  listViews: listViewsRouter,
  live: liveRouter,
  notifications: notificationsRouter,
  packages: packagesRouter,
  office: officeRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
  payouts: payoutsRouter,
  people: peopleRouter,
  prices: pricesRouter,
  push: pushRouter,
  outsideCalendars: outsideCalendarsRouter,
  reports: reportsRouter,
  series: seriesRouter,
  results: resultsRouter,
  settlement: settlementRouter,
  statistics: statisticsRouter,
  trialLessons: trialLessonsRouter,
  watches: watchesRouter,
  undo: undoRouter,
});

/** What the websocket offers: subscriptions alone, everything else has HTTP. */
export const socketRouter = router({ live: liveRouter });

export type AppRouter = typeof appRouter;
