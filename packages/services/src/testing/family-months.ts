import { openDatabase, query, sql, startClock } from "@korki/db";
import {
  addDays,
  addMonths,
  type BilledMode,
  type CivilDate,
  instantOf,
  laterDate,
  monthBounds,
  monthName,
  monthOf,
  today,
} from "@korki/domain";
import { testSettings } from "@korki/testing/settings";
import { pino } from "pino";
import { expireApprovals } from "../approvals/approvals";
import { getBilling, saveBilling } from "../bills/billing-settings";
import { issueBills, issueDueBills, previewBills } from "../bills/issue-bills";
import { closeOpenDecisions } from "../cancellation/close-open-decisions";
import { getPolicy, savePolicy } from "../cancellation/policies";
import type { Services } from "../context";
import { expireLessons } from "../ledger/expire-lessons";
import { saveMoneySettings } from "../money/get-money";
import { savePackage } from "../packages/packages";
import { createRateLimits } from "../rate-limits";
import { expireMoves } from "../series/answer-move";
import { billFaults, expectBills, type IssuedMonth, issuedFaults } from "./bill-recount";
import { FakeProvider } from "./fake-provider";
import { Family } from "./family";
import type { FamilyTally } from "./family-home";
import { ledgerFaults } from "./ledger-history";
import { moneyFaults } from "./money-recount";
import { makePerson, type Person, personCtx } from "./people";
import { random } from "./random";

/** Days of a month on which families live, at two minutes past nine. */
const DAYS = [1, 5, 12, 18, 25, 27] as const;
const MINUTES = 9 * 60 + 2;
/** The day of issuing, and when bills are due at the latest asked for. */
const ISSUE_DAY = 25;
const DUE_DAY = 10;
const WORKERS = 3;
/** Students who are recounted together. */
const RECOUNTED = 50;

/** How much is played. */
export type FamilyPlay = {
  families: number;
  months: number;
  /** Steps of a family on each of six days of a month. */
  steps: number;
  /** Callers of a family at once, and families at once. */
  callers: number;
  together: number;
  seed: number;
};

/** What was played, and every difference that was found, in words. */
export type FamiliesPlayed = {
  faults: string[];
  done: Record<string, number>;
  refused: number;
  bills: number;
  /** Złoty that came in. */
  received: number;
  recounts: number;
};

/**
 * Plays families month by month, with a clock that moves on, and recounts what is due, the bills, the payments and the
 * ledger after each month (rules §§14, 32, 39). Bills are issued by several workers at once: in every other month while
 * nobody does anything, and compared line by line, else while families live.
 */
export async function playFamilies(databaseUrl: string, play: FamilyPlay): Promise<FamiliesPlayed> {
  const poolSize = play.callers * play.together + WORKERS + 1;
  const services: Services = {
    db: openDatabase(databaseUrl, poolSize),
    settings: testSettings(),
    payments: new FakeProvider(),
    limits: createRateLimits(null, 1_000_000),
    log: pino({ level: "silent" }),
    now: () => new Date(),
  };
  /** Reconnects, so that the database uses the same clock. */
  const moveTo = async (time: Date) => {
    const clock = await startClock(databaseUrl, time);
    await services.db.close();
    services.db = openDatabase(clock.databaseUrl, poolSize);
    services.now = clock.now;
  };
  const next = random(play.seed);
  const start = addMonths(monthOf(today(new Date())), 1);
  await moveTo(instantOf(monthBounds(start).from, 8 * 60));
  const admin = await makePerson(services, "Admin");
  const asAdmin = () => personCtx(services, admin);
  await saveBilling(asAdmin(), {
    ...(await getBilling(asAdmin())),
    issueDay: ISSUE_DAY,
    dueDay: DUE_DAY,
    halves: true,
  });
  const version = (await getPolicy(asAdmin()))?.version ?? 0;
  const policy = {
    cutOff: { hours: 72 },
    late: "ask",
    freeLatePerMonth: 1,
    payTeacher: true,
    creditDays: 40,
  } as const;
  await savePolicy(asAdmin(), { ...policy, version });
  const offer = {
    name: "Pakiet",
    subject: null,
    level: "liceumP",
    lessons: 4,
    price: 300,
    validDays: 50,
  } as const;
  const { id: packageId } = await savePackage(asAdmin(), offer);
  const families = Array.from(
    { length: play.families },
    (_, at) => new Family(services, play.seed * 10_000 + at, { admin, packageId }),
  );
  await inGroups(families, play.together, (family) => family.settle());
  const studentIds = families.flatMap(({ children }) => children.map(({ id }) => id));
  const faults: string[] = [];

  const live = async (day: CivilDate, isNoisy: boolean) => {
    const busy = inGroups(families, play.together, (family) => family.live(play.steps, play.callers));
    const work = async () => {
      if (isNoisy) await Promise.all(Array.from({ length: WORKERS }, () => issueDueBills(services)));
    };
    const admins = async () => {
      if (isNoisy && next() < 0.3) await issueEarly(services, admin, addMonths(monthOf(day), 1));
    };
    await Promise.all([busy, work(), admins()]);
  };

  for (let month = 0; month < play.months; month += 1) {
    const { from } = monthBounds(addMonths(start, month));
    const isNoisy = month % 2 === 1;
    await saveMoneySettings(asAdmin(), { dueDays: [7, 0, 14, 30][month % 4] });
    for (const dayOfMonth of DAYS) {
      const day = addDays(from, dayOfMonth - 1);
      await moveTo(instantOf(day, MINUTES));
      await expireMoves(services);
      await expireApprovals(services);
      await closeOpenDecisions(services);
      await expireLessons(services);
      await inGroups(families, play.together, (family) => family.hold());
      if (!isNoisy) faults.push(...(await issueQuietly(services, day)));
      await live(day, isNoisy);
    }
    faults.push(
      ...(await recount(services, admin, studentIds)).map((fault) => `${from.slice(0, 7)} ${fault}`),
    );
    const received = families.reduce((sum, { tally }) => sum + tally.received, 0);
    const booked = await moneyBooked(services);
    if (received !== booked) faults.push(`${from.slice(0, 7)} ${received} zł came in, ${booked} were booked`);
  }
  const [{ bills } = { bills: 0 }] = await query<{ bills: number }>(
    services.db,
    sql`SELECT count(*)::int AS bills FROM bills`,
  );
  await services.db.close();
  return {
    faults,
    bills,
    ...added(families.map(({ tally }) => tally)),
    recounts: play.months * studentIds.length,
  };
}

/** Issues what is due, by several workers at once, and compares it with the recount. */
async function issueQuietly(services: Services, day: CivilDate): Promise<string[]> {
  const { db } = services;
  const finished = await query<{ month: CivilDate; mode: BilledMode }>(
    db,
    sql`SELECT month, mode FROM bill_runs WHERE finished_at IS NOT NULL`,
  );
  const present = monthOf(day);
  const wanted: [mode: BilledMode, month: number, issuedFrom: CivilDate, dueMonth: number][] = [
    ["advance", 0, addDays(monthBounds(addMonths(present, -1)).from, ISSUE_DAY - 1), 0],
    ["advance", 1, addDays(monthBounds(present).from, ISSUE_DAY - 1), 1],
    ["arrears", -1, monthBounds(present).from, 0],
  ];
  const months = wanted
    .map(([mode, month, issuedFrom, dueMonth]) => {
      const dueDay = addDays(monthBounds(addMonths(present, dueMonth)).from, DUE_DAY - 1);
      const earliest = addDays(day, 7);
      return {
        mode,
        issuedFrom,
        ...monthBounds(addMonths(present, month)),
        since: instantOf(issuedFrom, 9 * 60),
        dueOn: laterDate(dueDay, earliest),
      };
    })
    .filter(
      ({ mode, from, issuedFrom }) =>
        issuedFrom <= day && !finished.some((run) => run.mode === mode && run.month === from),
    );
  const expected: [IssuedMonth, Awaited<ReturnType<typeof expectBills>>][] = [];
  for (const month of months) expected.push([month, await expectBills(db, month)]);
  const at = services.now();
  await Promise.all(Array.from({ length: WORKERS }, () => issueDueBills(services)));
  const faults: string[] = [];
  for (const [month, bills] of expected) faults.push(...(await issuedFaults(db, month, at, bills)));
  return faults;
}

/** An administrator issues a month before its day and leaves some out; what has changed meanwhile is looked at again. */
async function issueEarly(
  services: Services,
  admin: Person,
  { year, month }: { year: number; month: number },
): Promise<void> {
  const ctx = personCtx(services, admin);
  const name = monthName({ year, month });
  const { bills, token } = await previewBills(ctx, { month: name });
  const without = bills.slice(0, 2).map(({ payerId }) => payerId);
  await issueBills(ctx, { month: name, token, without }).catch((error: { code?: string }) => {
    if (error.code !== "conflict") throw error;
  });
}

/** Returns what does not agree. */
async function recount(services: Services, admin: Person, studentIds: readonly string[]): Promise<string[]> {
  const faults = await billFaults(services.db);
  for (let from = 0; from < studentIds.length; from += RECOUNTED) {
    const part = studentIds.slice(from, from + RECOUNTED);
    faults.push(
      ...(await ledgerFaults(services, part)),
      ...(await moneyFaults(personCtx(services, admin), part)),
    );
  }
  return faults;
}

/** All money that was booked: for bills, and payments for anything else that no balance made. */
async function moneyBooked({ db }: Services): Promise<number> {
  const [{ booked } = { booked: 0 }] = await query<{ booked: number }>(
    db,
    sql`SELECT ((SELECT coalesce(sum(paid), 0) FROM bills)
                + (SELECT coalesce(sum(money_amount), 0) FROM payments
                    WHERE bill_id IS NULL AND deleted_at IS NULL AND created_by_id IS NOT NULL))::int AS booked`,
  );
  return booked;
}

function added(tallies: readonly FamilyTally[]) {
  const done: Record<string, number> = {};
  for (const tally of tallies)
    for (const [step, count] of Object.entries(tally.done)) done[step] = (done[step] ?? 0) + count;
  const sum = (of: (tally: FamilyTally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  return { done, refused: sum(({ refused }) => refused), received: sum(({ received }) => received) };
}

async function inGroups<T>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: size }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
