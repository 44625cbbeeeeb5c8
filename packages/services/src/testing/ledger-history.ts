import { findLedgerFaults, newId, query, sql } from "@korki/db";
import { addDays, LESSON_STATUSES, type LessonStatus, today } from "@korki/domain";
import { createLesson } from "../admin-lessons/create-lesson";
import { deleteLessonAsAdmin } from "../admin-lessons/delete-lesson";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import type { ActorCtx, Services } from "../context";
import { ServiceError } from "../errors";
import { adjustLedger } from "../ledger/adjust-ledger";
import { expireLessons } from "../ledger/expire-lessons";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { deleteLesson } from "../lessons/delete-lesson";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/void-payment";
import { setPrice } from "../prices/set-price";
import { makeClassroom } from "./classroom";
import { makePerson, personCtx } from "./people";
import { random } from "./random";

const PAIRS = [
  { subject: "Matematyka", level: "liceumP" },
  { subject: "Fizyka", level: "szkolaP" },
] as const;

/**
 * Lets several callers do random things to one student's money and lessons at once, and returns the student. Refused
 * steps are part of a history.
 */
export async function playLedgerHistory(
  services: Services,
  { seed, steps, callers }: { seed: number; steps: number; callers: number },
): Promise<{ studentId: string; done: number }> {
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
  const payments: string[] = [];
  const slot = () => ({
    date: addDays(today(asAdmin().now()), 1 + Math.floor(next() * 20)),
    block: Math.floor(next() * 14),
  });

  const step = async (): Promise<void> => {
    const choice = next();
    const pair = pick(PAIRS);
    if (choice < 0.14) {
      const expiresOn = next() < 0.5 ? addDays(today(asAdmin().now()), Math.floor(next() * 30)) : undefined;
      const lessonAmount = Math.floor(next() * 8);
      const payment = {
        studentId,
        moneyAmount: 100,
        lessonAmount,
        ...pair,
        description: "wplata",
        expiresOn,
      };
      payments.push((await addPayment(asAdmin(), payment, null)).id);
    } else if (choice < 0.4) {
      lessons.push((await bookLesson(asStudent(), { teacherId, ...slot(), ...pair, description: "" })).id);
    } else if (choice < 0.5) {
      lessons.push(
        (await createLesson(asAdmin(), { teacherId, studentId, ...slot(), ...pair, description: "" })).id,
      );
    } else if (choice < 0.6) {
      await confirmLesson(asTeacher(), { lessonId: pick(lessons) ?? newId() });
    } else if (choice < 0.68) {
      await cancelLesson(next() < 0.5 ? asStudent() : asTeacher(), { lessonId: pick(lessons) ?? newId() });
    } else if (choice < 0.73) {
      await deleteLesson(asStudent(), { lessonId: pick(lessons) ?? newId() });
    } else if (choice < 0.83) {
      const status = pick<LessonStatus>(LESSON_STATUSES);
      await updateLessonAsAdmin(asAdmin(), { id: pick(lessons) ?? newId(), status });
    } else if (choice < 0.86) {
      await deleteLessonAsAdmin(asAdmin(), { id: pick(lessons) ?? newId() });
    } else if (choice < 0.89) {
      await voidPayment(asAdmin(), { id: pick(payments) ?? newId() });
    } else if (choice < 0.93) {
      const quantity = Math.floor(next() * 7) - 3 || 1;
      await adjustLedger(asAdmin(), { studentId, ...pair, quantity, description: "korekta" });
    } else if (choice < 0.95) {
      await setPrice(asAdmin(), {
        studentId,
        teacherId,
        level: pair.level,
        price: Math.floor(next() * 99),
        rate: 40,
      });
    } else {
      days += Math.floor(next() * 4);
      await expireLessons({ ...services, now: asAdmin().now });
    }
  };

  let left = steps;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left > 0) {
        left -= 1;
        await step().then(
          () => {
            done += 1;
          },
          (error: unknown) => {
            if (!(error instanceof ServiceError)) throw error;
          },
        );
      }
    }),
  );
  return { studentId, done };
}

/**
 * Returns what is wrong with the ledgers of these students, a line each: a balance that is not the sum of its entries or
 * not the recount of payments and lessons, a running balance that does not add up, lots that do not hold the balance.
 */
export function ledgerFaults(services: Services, studentIds: readonly string[]): Promise<string[]> {
  return findLedgerFaults(services.db, studentIds);
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
