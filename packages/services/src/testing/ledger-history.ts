import { findLedgerFaults, loadBalance, newId, query, sql } from "@korki/db";
import {
  type AvailableLessons,
  addDays,
  type CancellationPolicy,
  type CivilDate,
  LESSON_STATUSES,
  today,
  weekdayOf,
} from "@korki/domain";
import { createLesson } from "../admin-lessons/create-lesson";
import { deleteLessonAsAdmin } from "../admin-lessons/delete-lesson";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { answerLateCancellation } from "../cancellation/answer-late-cancellation";
import { closeOpenDecisions } from "../cancellation/close-open-decisions";
import { getPolicy, savePolicy } from "../cancellation/policies";
import { waiveCharge } from "../cancellation/waive-charge";
import type { ActorCtx, Services } from "../context";
import { ServiceError } from "../errors";
import { adjustLedger } from "../ledger/adjust-ledger";
import { expireLessons } from "../ledger/expire-lessons";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson, deleteLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { savePackage } from "../packages/packages";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { setPrice } from "../prices/prices";
import { createSeries, previewSeries } from "../series/create-series";
import { endSeries } from "../series/end-series";
import { moveSeries, previewMove } from "../series/move-series";
import { makeClassroom } from "./classroom";
import { makePerson, personCtx } from "./people";
import { random } from "./random";

const PAIRS = [
  { subject: "Matematyka", level: "liceumP" },
  { subject: "Fizyka", level: "szkolaP" },
] as const;

/** Rules under which a lesson some weeks ahead is cancelled on time or late. */
const POLICIES: readonly Omit<CancellationPolicy, "version">[] = [
  { cutOff: { hours: 168 }, late: "charge", freeLatePerMonth: 0, payTeacher: true, creditDays: 6 },
  { cutOff: { hours: 168 }, late: "ask", freeLatePerMonth: 0, payTeacher: false, creditDays: null },
  { cutOff: { hours: 160 }, late: "charge", freeLatePerMonth: 1, payTeacher: false, creditDays: 30 },
  { cutOff: { hours: 150 }, late: "ask", freeLatePerMonth: 1, payTeacher: true, creditDays: 3 },
  { cutOff: { dayBeforeAt: "18:00" }, late: "free", freeLatePerMonth: 0, payTeacher: false, creditDays: 10 },
];

function unlessRefused(error: unknown): void {
  if (!(error instanceof ServiceError)) throw error;
}

/** What steps of a history did, by their names. */
export type HistorySteps = Record<string, number>;

/**
 * Lets several callers do random things to one student's money and lessons at once, and returns the student. Refused
 * steps are part of a history. Throws when a step leaves something free that a lesson needs, or should use first.
 */
export async function playLedgerHistory(
  services: Services,
  { seed, steps, callers }: { seed: number; steps: number; callers: number },
): Promise<{ studentId: string; done: HistorySteps }> {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const room = await makeClassroom(services);
  const admin = await makePerson(services, "Admin");
  const studentId = room.student.id;
  const teacherId = room.teacher.id;
  const start = services.now();
  let days = 0;
  const at = (ctx: ActorCtx): ActorCtx => ({
    ...ctx,
    now: () => new Date(start.getTime() + days * 86_400_000),
  });
  const asAdmin = () => at(personCtx(services, admin));
  const asStudent = () => at(room.asStudent);
  const asTeacher = () => at(room.asTeacher);
  const lessons: string[] = [];
  const series: string[] = [];
  const unconfirmed: { lessonId: string }[] = [];
  const confirmed: { lessonId: string }[] = [];
  const charged: { lessonId: string }[] = [];
  const undecided: { lessonId: string }[] = [];
  const payments: string[] = [];
  const slot = () => ({
    date: addDays(today(asAdmin().now()), 1 + Math.floor(next() * 9)),
    block: Math.floor(next() * 14),
  });

  const offer = await savePackage(asAdmin(), {
    name: "Pakiet",
    subject: null,
    level: PAIRS[0].level,
    lessons: 3,
    price: 200,
    validDays: 14,
  });
  const someLesson = () => ({ lessonId: pick(lessons) ?? newId() });
  /** Mostly one that the step can do something with. */
  const likely = (known: { lessonId: string }[]) => (next() < 0.8 && known.pop()) || someLesson();
  const soon = (most: number) => addDays(today(asAdmin().now()), Math.floor(next() * most));
  const pay = async (more: { expiresOn?: CivilDate; packageId?: string }) => {
    const payment = {
      studentId,
      moneyAmount: 100,
      lessonAmount: Math.floor(next() * 8),
      description: "wplata",
    };
    payments.push((await addPayment(asAdmin(), { ...payment, ...pick(PAIRS), ...more }, null)).id);
  };

  const newPolicy = async () => {
    const version = (await getPolicy(asAdmin()))?.version ?? 0;
    await savePolicy(asAdmin(), { ...pick(POLICIES), version });
  };
  await newPolicy().catch(unlessRefused);

  /** Each with its weight. */
  const STEPS: readonly (readonly [name: string, weight: number, run: () => Promise<unknown>])[] = [
    ["payment", 8, () => pay(next() < 0.5 ? { expiresOn: soon(30) } : {})],
    ["package", 4, () => pay({ packageId: offer.id })],
    [
      "booking",
      22,
      async () => {
        const wanted = { teacherId, ...slot(), ...pick(PAIRS), description: "" };
        const { id: lessonId } = await bookLesson(asStudent(), wanted);
        lessons.push(lessonId);
        unconfirmed.push({ lessonId });
      },
    ],
    [
      "lesson by the centre",
      8,
      async () => {
        const wanted = { teacherId, studentId, ...slot(), ...pick(PAIRS), description: "" };
        lessons.push((await createLesson(asAdmin(), wanted)).id);
      },
    ],
    [
      "series",
      3,
      async () => {
        const from = soon(5);
        const body = {
          teacherId,
          studentId,
          ...pick(PAIRS),
          weekday: weekdayOf(from),
          from,
          to: addDays(from, 21),
          block: slot().block,
          everyWeeks: 1 as const,
          description: "",
        };
        const { token } = await previewSeries(asAdmin(), body);
        const made = await createSeries(asAdmin(), { ...body, token, status: "Potwierdzona" });
        lessons.push(...made.lessons.map(({ id }) => id));
        series.push(made.id);
      },
    ],
    [
      "series ended",
      1,
      () =>
        endSeries(next() < 0.5 ? asStudent() : asTeacher(), {
          seriesId: pick(series) ?? newId(),
          from: soon(9),
        }),
    ],
    [
      "series moved",
      3,
      async () => {
        const from = soon(9);
        const input = {
          seriesId: pick(series) ?? newId(),
          from,
          weekday: weekdayOf(soon(7)),
          block: slot().block,
        };
        await moveSeries(asAdmin(), { ...input, token: (await previewMove(asAdmin(), input)).token });
      },
    ],
    [
      "confirmation",
      14,
      async () => {
        confirmed.push({ lessonId: (await confirmLesson(asTeacher(), likely(unconfirmed))).id });
      },
    ],
    [
      "cancellation by the student",
      16,
      async () => {
        const {
          id: lessonId,
          charged: isCharged,
          lateDecision,
        } = await cancelLesson(asStudent(), likely(confirmed));
        if (isCharged) charged.push({ lessonId });
        if (lateDecision) undecided.push({ lessonId });
      },
    ],
    ["cancellation by the teacher", 2, () => cancelLesson(asTeacher(), someLesson())],
    ["deletion by the student", 4, () => deleteLesson(asStudent(), someLesson())],
    [
      "status by the centre",
      7,
      () => updateLessonAsAdmin(asAdmin(), { id: someLesson().lessonId, status: pick(LESSON_STATUSES) }),
    ],
    ["move", 7, () => updateLessonAsAdmin(asAdmin(), { id: someLesson().lessonId, ...slot() })],
    ["deletion by the centre", 2, () => deleteLessonAsAdmin(asAdmin(), { id: someLesson().lessonId })],
    ["waiver", 9, () => waiveCharge(asAdmin(), { ...likely(charged), reason: "choroba" })],
    [
      "late decision",
      9,
      () => answerLateCancellation(asTeacher(), { ...likely(undecided), charge: next() < 0.5 }),
    ],
    ["void", 3, () => voidPayment(asAdmin(), { id: pick(payments) ?? newId() })],
    [
      "adjustment",
      4,
      () => {
        const quantity = Math.floor(next() * 7) - 3 || 1;
        return adjustLedger(asAdmin(), { studentId, ...pick(PAIRS), quantity, description: "korekta" });
      },
    ],
    [
      "price",
      2,
      () => {
        const pair = { price: Math.floor(next() * 99), rate: 40 };
        return setPrice(asAdmin(), { studentId, teacherId, level: pick(PAIRS).level, ...pair });
      },
    ],
    ["policy", 1, () => newPolicy()],
    [
      "days later",
      5,
      async () => {
        days += Math.floor(next() * 4);
        const then = { ...services, now: asAdmin().now };
        await expireLessons(then);
        await closeOpenDecisions(then);
      },
    ],
  ];
  const byWeight = STEPS.flatMap((step) => Array.from({ length: step[1] }, () => step));

  let left = steps;
  const done: HistorySteps = {};
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left > 0) {
        left -= 1;
        const [name, , run] = pick(byWeight);
        const count = () => {
          done[name] = (done[name] ?? 0) + 1;
        };
        await run().then(count, unlessRefused);
        const faults = [
          ...(await lotFaults(services, studentId)),
          ...(await orderFaults(services, studentId, today(asAdmin().now()))),
        ];
        if (faults.length > 0) throw new Error(`seed ${seed}, ${name}: ${faults.join("; ")}`);
      }
    }),
  );
  return { studentId, done };
}

/**
 * Returns what is wrong with the ledgers of these students, a line each: a balance that is not the sum of its entries or
 * not the recount of payments and lessons, a running balance that does not add up, lots that do not hold the balance, a
 * lesson that uses what expires before its day.
 */
export async function ledgerFaults(services: Services, studentIds: readonly string[]): Promise<string[]> {
  const faults = await findLedgerFaults(services.db, studentIds);
  for (const studentId of studentIds) {
    faults.push(...(await balanceFaults(services, studentId)), ...(await holdFaults(services, studentId)));
  }
  return faults;
}

/** What `avaiableLessons` says, beside the sum of the entries. */
async function balanceFaults({ db }: Services, studentId: string): Promise<string[]> {
  const sums = await query<AvailableLessons>(
    db,
    sql`SELECT subject, level, sum(quantity)::int AS available FROM ledger_entries
         WHERE student_id = ${studentId}::uuid GROUP BY 1, 2`,
  );
  const balance = await loadBalance(db, studentId);
  return sums.flatMap(({ subject, level, available }) => {
    const shown = balance.find((pair) => pair.subject === subject && pair.level === level)?.available ?? 0;
    return shown === available ? [] : [`${studentId} ${subject}: shown ${shown}, entries ${available}`];
  });
}

/** Lessons that use what is not valid on their day (rules §32); what a voided payment had sold expires no more. */
async function holdFaults({ db }: Services, studentId: string): Promise<string[]> {
  const held = await query<{ id: string; date: CivilDate; expiresOn: CivilDate | null }>(
    db,
    sql`SELECT DISTINCT ON (l.id) l.id, l.date,
                 CASE WHEN e.kind = 'hold' AND p.deleted_at IS NULL THEN t.expires_on END AS "expiresOn"
          FROM lessons l JOIN ledger_entries e ON e.lesson_id = l.id AND e.lesson_turn IS NOT NULL
          LEFT JOIN ledger_lots t ON t.id = e.lot_id
          LEFT JOIN payments p ON p.id = e.source_payment_id
         WHERE l.student_id = ${studentId}::uuid ORDER BY l.id, e.lesson_turn DESC`,
  );
  return held
    .filter(({ date, expiresOn }) => expiresOn !== null && expiresOn < date)
    .map(({ id, date, expiresOn }) => `lesson ${id} of ${date} uses what expires on ${expiresOn}`);
}

/** Lots that are free while a lesson before their last day is not paid for (rules §14). */
async function lotFaults({ db }: Services, studentId: string): Promise<string[]> {
  const needed = await query<{ fault: string }>(
    db,
    sql`SELECT format('%s: %s until %s left, %s needed', subject, remaining, expires_on, needed) AS fault
          FROM (SELECT l.*, owed_lessons_until(l.student_id, l.subject, l.level, (free - balance)::int,
                                               coalesce(l.expires_on, 'infinity')) AS needed
                  FROM (SELECT *, sum(remaining) OVER (PARTITION BY subject, level) AS free FROM ledger_lots
                         WHERE student_id = ${studentId}::uuid AND remaining > 0) l
                  JOIN ledger_accounts USING (student_id, subject, level)) lots
         WHERE needed > 0`,
  );
  return needed.map(({ fault }) => fault);
}

/**
 * Lessons from a day on that use what stays longer while something is free that expires first and is valid on their day
 * (rules §32).
 */
async function orderFaults({ db }: Services, studentId: string, from: CivilDate): Promise<string[]> {
  const held = await query<{ fault: string }>(
    db,
    sql`SELECT format('lesson %s of %s uses what expires on %s, free is %s', l.id, l.date, t.expires_on, o.expires_on)
                 AS fault
          FROM lessons l
         CROSS JOIN LATERAL (SELECT e.kind, e.lot_id, e.source_payment_id FROM ledger_entries e
                              WHERE e.lesson_id = l.id AND e.lesson_turn IS NOT NULL
                              ORDER BY e.lesson_turn DESC LIMIT 1) held
          JOIN ledger_lots t ON t.id = held.lot_id
          JOIN ledger_lots o ON (o.student_id, o.subject, o.level) = (l.student_id, l.subject, l.level)
          LEFT JOIN payments p ON p.id = held.source_payment_id
         WHERE l.student_id = ${studentId}::uuid AND l.date >= greatest(${from}::date, warsaw_today())
           AND held.kind = 'hold' AND p.deleted_at IS NULL
           AND o.remaining > 0 AND o.expires_on >= l.date
           AND (t.expires_on IS NULL OR t.expires_on > o.expires_on)`,
  );
  return held.map(({ fault }) => fault);
}

/** Returns a digest of the entries so far; entries that come later do not change it. */
export async function ledgerDigest(
  services: Services,
  upToSeq: number,
): Promise<{ digest: string; last: number }> {
  const [row] = await query<{ digest: string; last: number }>(
    services.db,
    sql`SELECT coalesce(md5(string_agg(md5(e::text), '' ORDER BY seq)), '') AS digest, coalesce(max(seq), 0) AS last
          FROM ledger_entries e WHERE seq <= ${upToSeq}::bigint`,
  );
  return row ?? { digest: "", last: 0 };
}
