import type { AppRouter } from "@korki/api/router";
import type { LiveTopic } from "@korki/contracts/live";
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { statusOf } from "./server/errors";

type Procedures = AppRouter["_def"]["record"];
type Feature = keyof Procedures & string;
type PathOf<Type> = {
  [F in Feature]: {
    [V in keyof Procedures[F] & string]: Procedures[F][V] extends { _def: { type: Type } }
      ? `${F}.${V}`
      : never;
  }[keyof Procedures[F] & string];
}[Feature];

type MutationPath = PathOf<"mutation">;
type QueryPath = PathOf<"query">;
/** One query, or every query of a feature. */
type Stale = QueryPath | Feature;

const OWN_LESSONS: readonly Stale[] = [
  "attention",
  "reports",
  "lessons",
  "series",
  "availability.freeDays",
  "watches",
  "ledger",
  "money",
  "orders.offer",
  "people.student",
  "statistics",
  "settlement",
  "payouts",
];
const ALL_LESSONS: readonly Stale[] = [
  "adminLessons",
  "reports.ofStudent",
  "reports.summaryOf",
  "guide",
  "attention",
  "results",
  "people.student",
  "ledger",
  "money",
  "orders.offer",
  "trialLessons.teacherCandidates",
  "statistics",
  "history",
  "adminPeople.teachers",
  "adminPeople.students",
];
const MONEY: readonly Stale[] = [
  "reports.mySummary",
  "reports.summaryOf",
  "bills",
  "guide",
  "attention",
  "people.student",
  "payments",
  "ledger",
  "money",
  "orders.offer",
  "payouts",
  "statistics",
  "history",
  "adminPeople.teachers",
  "adminPeople.students",
];
const TRIALS: readonly Stale[] = ["attention", "trialLessons", "adminLessons", "history"];
const BUSY_TIMES: readonly Stale[] = ["outsideCalendars", "attention", "availability.freeDays"];
const PEOPLE: readonly Stale[] = [
  "guide",
  "attention",
  "adminPeople",
  "people.student",
  "adminLessons.lanes",
  "trialLessons.teacherCandidates",
  "history",
];

const HOURS: readonly Stale[] = [
  "availability.freeDays",
  "availability.days",
  "adminLessons.freeBlocks",
  "adminLessons.lanes",
  "trialLessons.teacherCandidates",
  "results",
  "history",
];

/**
 * The queries that each mutation makes stale. They are read again when the mutation succeeds, and when it is refused
 * because somebody else was faster (409, 404). A mutation that is not listed makes every query stale.
 */
const STALE_AFTER: { readonly [Path in MutationPath]?: readonly Stale[] } = {
  "accountSecurity.startTotp": [],
  "accountSecurity.startPasskey": [],
  "accountSecurity.resetSecondFactor": ["adminPeople.get", "history"],
  "account.updateProfile": [],
  "account.connectTelegram": [],
  "account.createTelegramLink": [],
  "account.disconnectTelegram": [],
  "adminLessons.create": ALL_LESSONS,
  "adminLessons.update": ALL_LESSONS,
  "adminLessons.cancel": ALL_LESSONS,
  "adminLessons.confirmMany": ALL_LESSONS,
  "adminLessons.cancelMany": ALL_LESSONS,
  "adminLessons.restoreMany": ALL_LESSONS,
  "adminPeople.messageMany": ["chat.contacts"],
  "adminPeople.inviteMany": ["history"],
  "adminPeople.relateMany": PEOPLE,
  "adminPeople.unrelateMany": PEOPLE,
  // Not `adminLessons.get`: the lesson is gone.
  "adminLessons.delete": [
    "adminLessons.list",
    "adminLessons.calendar",
    "adminLessons.dayLoads",
    "adminLessons.lanes",
    "adminLessons.freeBlocks",
    ...ALL_LESSONS.slice(1),
  ],
  "adminPeople.create": PEOPLE,
  "adminPeople.update": PEOPLE,
  "adminPeople.relate": PEOPLE,
  "adminPeople.unrelate": PEOPLE,
  "adminPeople.saveTeacherSubjects": PEOPLE,
  "adminPrivacy.exportPerson": [],
  "availability.save": ["availability.freeDays", "availability.days"],
  "watches.add": ["watches"],
  "watches.remove": ["watches"],
  "availability.saveDay": HOURS,
  "availability.deleteDay": HOURS,
  "calendar.createAddress": [],
  "calendar.revokeAddress": [],
  "lessons.book": OWN_LESSONS,
  "lessons.confirm": OWN_LESSONS,
  "lessons.cancel": OWN_LESSONS,
  "lessons.complete": OWN_LESSONS,
  "lessons.markAbsent": OWN_LESSONS,
  "lessons.correctOutcome": OWN_LESSONS,
  "lessons.answerLateCancellation": OWN_LESSONS,
  "lessons.waive": [
    "lessons",
    "adminLessons",
    "ledger",
    "money",
    "people.student",
    "adminPeople.students",
    "statistics",
    "history",
  ],
  "cancellationPolicies.save": ["cancellationPolicies", "history"],
  // Not `lessons.get`: the lesson is gone.
  "lessons.delete": [
    "attention",
    "lessons.mine",
    "lessons.week",
    "lessons.waitingProposals",
    "lessons.available",
    "people.student",
    "series",
    "availability.freeDays",
  ],
  "lessons.generateLink": ["lessons"],
  "board.draw": [],
  "board.takeLast": ["board.view"],
  "classroom.visit": ["classroom"],
  "lessons.proposeReschedule": OWN_LESSONS,
  "lessons.acceptReschedule": OWN_LESSONS,
  "lessons.declineReschedule": OWN_LESSONS,
  "lessons.withdrawReschedule": OWN_LESSONS,
  "notifications.resend": ["attention", "notifications.list"],
  "notifications.savePreferences": [],
  "notifications.saveChannels": [],
  "push.subscribe": ["push"],
  "push.remove": ["push"],
  "push.test": ["push"],
  "push.shown": [],
  "outsideCalendars.add": BUSY_TIMES,
  "outsideCalendars.remove": BUSY_TIMES,
  "outsideCalendars.refresh": BUSY_TIMES,
  "payments.add": MONEY,
  "payments.void": ["bankStatements", ...MONEY],
  "payouts.add": MONEY,
  "payouts.void": MONEY,
  "bills.issue": MONEY,
  "bills.withdraw": ["orders", ...MONEY],
  "bills.decideOverdue": ["bills", "series", ...ALL_LESSONS],
  "bills.saveSettings": ["bills", "money", "attention", "history"],
  "bills.setPayerMode": ["bills", "money", "people.student", "attention", "history"],
  "bills.returnBalance": ["bills", "history"],
  "money.saveSettings": [
    "money",
    "reports.mySummary",
    "reports.summaryOf",
    "people.student",
    "attention",
    "history",
    "adminPeople.students",
  ],
  "ledger.adjust": [
    "ledger",
    "money",
    "reports.mySummary",
    "reports.summaryOf",
    "statistics",
    "history",
    "people.student",
    "adminPeople.students",
    "orders.offer",
  ],
  "orders.place": ["orders.list", "orders.offer", "approvals"],
  "orders.cancel": ["orders", "approvals", "history"],
  "orders.sendLink": ["orders.list", "history"],
  "orders.refund": ["orders", ...MONEY],
  "orders.recheck": ["orders.list", "orders.get", ...MONEY],
  "settlement.saveSwitch": ["settlement", "attention", "payouts", "history"],
  "settlement.accept": ["settlement", "attention", "payouts"],
  "settlement.object": ["settlement", "attention"],
  "settlement.missing": ["settlement", "attention"],
  "settlement.propose": ["settlement", "payouts"],
  "settlement.answer": ["settlement", "attention", "payouts"],
  "invoices.saveBillingData": ["invoices.billingData"],
  "invoices.request": ["invoices", "ledger.statement", "history"],
  "invoices.retry": ["invoices", "attention", "history"],
  "invoices.saveSettings": ["invoices", "attention", "history"],
  "orders.review": ["attention", "orders.suspects", "history"],
  "packages.save": ["packages", "guide", "history"],
  "packages.delete": ["packages", "history"],
  "prices.save": ["prices", "orders.offer", "guide", "history"],
  "prices.set": ["prices", "orders.offer", "history"],
  "prices.delete": ["prices", "orders.offer", "history"],
  "families.saveGuardianship": ["families", "people.student", "history"],
  "families.endGuardianship": ["families", "people.student", "history"],
  "families.withdrawInvitation": ["families.invitations", "history"],
  "families.createChild": ["families", ...PEOPLE],
  "families.inviteParent": ["families.invitations", "history"],
  "consents.give": ["consents", "families.children", "attention"],
  "consents.publish": ["consents", "families.children", "attention", "history"],
  "consents.addVetting": ["consents", "history"],
  "guide.hide": ["guide", "history"],
  "bankStatements.upload": ["bankStatements.list", "history"],
  "bankStatements.changeColumns": ["bankStatements", "history"],
  "bankStatements.bookLine": ["bankStatements", ...MONEY],
  "bankStatements.bookCertain": ["bankStatements", ...MONEY],
  "bankStatements.undo": ["bankStatements", ...MONEY],
  "listViews.save": ["listViews"],
  "listViews.remove": ["listViews"],
  "office.addNote": ["office.file"],
  "office.deleteNote": ["office.file"],
  "office.saveTags": ["office", "adminPeople.students", "adminPeople.parents", "trialLessons.list"],
  "imports.preview": [],
  "imports.run": ["imports", ...PEOPLE, ...MONEY],
  "imports.undo": ["imports", ...PEOPLE, ...MONEY],
  "imports.invite": ["imports", "notifications.list", "history"],
  "debts.remind": ["history"],
  "debts.remindMany": ["history"],
  "payouts.confirmRun": MONEY,
  "payouts.previewRun": [],
  "centre.saveSettings": ["centre.settings", "history"],
  "centre.saveFace": ["centre", "guide", "history"],
  "centre.saveLogo": ["centre", "history"],
  "centre.deleteLogo": ["centre", "history"],
  "series.preview": [],
  "series.previewMove": [],
  "series.previewExtension": [],
  "closures.preview": [],
  "reports.save": ["attention", "reports", "history"],
  "reports.tickHomework": ["attention", "reports"],
  "trialLessons.add": TRIALS,
  "trialLessons.schedule": TRIALS,
  "trialLessons.update": TRIALS,
};

/** The queries that a change by somebody else makes stale. A topic that is not listed makes every query stale. */
const STALE_BY_TOPIC: { readonly [Topic in LiveTopic]?: readonly Stale[] } = {
  lessons: [
    ...([
      "attention",
      "reports",
      "lessons",
      "ledger",
      "money",
      "orders.offer",
      "availability",
      "watches",
      "adminLessons",
      "trialLessons",
      "people.student",
      "adminPeople.students",
      "adminPeople.teachers",
      "adminPeople.parents",
      "statistics",
      "settlement",
      "payouts",
    ] as const),
    "series",
  ],
  trials: ["attention", "lessons", "availability", "adminLessons", "trialLessons"],
  money: [
    "reports.mySummary",
    "reports.summaryOf",
    "bills.mine",
    "bills.former",
    "bills.get",
    "bills.ofMonth",
    "bills.payerMode",
    "attention",
    "guide",
    "people.student",
    "payments",
    "orders",
    "invoices",
    "settlement",
    "payouts",
    "ledger",
    "money",
    "lessons.available",
    "statistics",
    "adminPeople",
    "bankStatements",
  ],
  people: [
    "attention",
    "bills.former",
    "imports",
    "guide",
    "people",
    "adminPeople",
    "chat.contacts",
    "consents",
    "families.children",
    "orders.offer",
  ],
  series: ["attention", "series"],
  reports: ["attention", "reports", "history"],
  attention: [
    "account.profile",
    "attention",
    "outsideCalendars",
    "notifications",
    "consents",
    "families.children",
    "centre",
    "guide",
  ],
  closures: ["closures", "availability", "adminLessons.freeBlocks", "adminLessons.lanes"],
};

/** The query that reads what a mutation returns, and its input: the screen shows the new state at once. */
const RETURNS: { readonly [Path in MutationPath]?: readonly [QueryPath, (id: string) => object] } = {
  "adminPeople.update": ["adminPeople.get", byId],
  "lessons.confirm": ["lessons.get", byLessonId],
  "lessons.cancel": ["lessons.get", byLessonId],
  "lessons.complete": ["lessons.get", byLessonId],
  "lessons.markAbsent": ["lessons.get", byLessonId],
  "lessons.correctOutcome": ["lessons.get", byLessonId],
  "lessons.proposeReschedule": ["lessons.get", byLessonId],
  "lessons.acceptReschedule": ["lessons.get", byLessonId],
  "lessons.declineReschedule": ["lessons.get", byLessonId],
  "lessons.withdrawReschedule": ["lessons.get", byLessonId],
  "trialLessons.schedule": ["trialLessons.get", byId],
  "trialLessons.update": ["trialLessons.get", byId],
};

/** Shows what a mutation returned in the query that reads it. */
export function showResult(client: QueryClient, mutationKey: QueryKey | undefined, result: unknown): void {
  const [query, inputOf] = lookUp(RETURNS, mutationKey) ?? [];
  const id = typeof result === "object" && result && "id" in result ? result.id : null;
  if (!query || !inputOf || typeof id !== "string") return;
  client.setQueryData([query.split("."), { input: inputOf(id), type: "query" }], result);
}

/**
 * Forgets what a query had read once the server refuses it: what somebody may no longer see, as after the end of a
 * guardianship, does not stay on an open screen.
 */
export function forgetRefused(error: unknown, query: Pick<Query<unknown, unknown>, "setState">): void {
  const status = statusOf(error);
  if (status === 403 || status === 404) query.setState({ data: undefined });
}

/** Marks the queries that a settled mutation made stale. */
export function invalidateAfter(
  client: QueryClient,
  mutationKey: QueryKey | undefined,
  error: unknown,
): void {
  const status = statusOf(error);
  if (error && status !== 404 && status !== 409) return;
  invalidate(client, lookUp(STALE_AFTER, mutationKey));
}

/** Marks the queries that a change by somebody else made stale. */
export function invalidateTopic(client: QueryClient, topic: LiveTopic): void {
  invalidate(client, STALE_BY_TOPIC[topic]);
}

function invalidate(client: QueryClient, stale: readonly Stale[] | undefined): void {
  const filters = stale ? stale.map((path) => ({ queryKey: [path.split(".")] })) : [{}];
  for (const filter of filters) {
    // A first read that is under way is not restarted, and may miss the change: it is repeated once it has ended.
    for (const { state, promise, queryKey } of client.getQueryCache().findAll(filter)) {
      if (state.fetchStatus !== "fetching" || state.data !== undefined || !promise) continue;
      const again = () => client.invalidateQueries({ queryKey, exact: true });
      void promise.then(again, () => undefined);
    }
    void client.invalidateQueries(filter);
  }
}

/** @param mutationKey as tRPC's hooks write it: `[["lessons", "book"]]` */
function lookUp<Row>(
  table: { readonly [Path in MutationPath]?: Row },
  mutationKey: QueryKey | undefined,
): Row | undefined {
  const [path] = mutationKey ?? [];
  const name = Array.isArray(path) ? path.join(".") : "";
  return new Map(Object.entries<Row | undefined>(table)).get(name);
}

function byId(id: string) {
  return { id };
}

function byLessonId(lessonId: string) {
  return { lessonId };
}
