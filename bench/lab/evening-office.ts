import { setTimeout as pause } from "node:timers/promises";
import { type Database, newId } from "@korki/db";
import { addMonths, monthBounds, monthOf, today } from "@korki/domain";
import { PLAIN_PAYMENT, startMailCapture, startPaymentsEmulator, startPushEmulator } from "@korki/sandbox";
import { type DataSize, loadedId, studentsPerTeacher } from "../load-data";
import type { Outcome } from "./evening";
import type { Verdict } from "./figures";
import { loadedPerson } from "./lab";
import { makePushKeys } from "./push-keys";

const KEYS = { merchantId: 11, posId: 22, crc: "evening-crc", apiKey: "evening-key" };
const ORDER_EVERY_MS = 500;
const PAYERS = 300;
/** Lessons of the next month, whose first week others book. */
const WEEKS = [1, 2, 3];
/** Of each teacher, so that their lessons do not meet. */
const PAYERS_OF_A_TEACHER = 40;
/** As they are loaded; a teacher's students have paid for three of them, from the teacher's number on. */
const LOADED_SUBJECTS = ["Matematyka", "Fizyka", "Polski", "Informatyka", "Angielski"];
/** Until everything that was asked for has to be done. */
const DONE_WITHIN_MS = 180_000;

/** What an evening needs beside the product: a payment provider, a mail server, and teachers' phones. */
export async function openOffice() {
  const vapid = makePushKeys();
  const [provider, mail] = await Promise.all([
    startPaymentsEmulator(KEYS),
    startMailCapture({ keep: 100_000 }),
  ]);
  const env = {
    P24_MERCHANT_ID: String(KEYS.merchantId),
    P24_POS_ID: String(KEYS.posId),
    P24_CRC: KEYS.crc,
    P24_API_KEY: KEYS.apiKey,
    P24_API_ROOT: provider.url,
    ...vapid,
    VAPID_SUBJECT: "mailto:push@korki.example",
    PUSH_ACK_SECONDS: "20",
    SMTP_URL: mail.url,
    MAIL_FROM: "Korki <powiadomienia@korki.example>",
    PUBLIC_URL: "https://korki.example",
  };
  let push: Awaited<ReturnType<typeof startPushEmulator>> | undefined;
  const placed: string[] = [];
  /** The first day of the month that bills ask for. */
  let billed: string | null = null;

  return {
    env,

    /** Gives every teacher a phone that shows what it gets and says so at `origin`. */
    async giveTeachersPhones({ pool }: Database, { teachers }: DataSize, origin: string): Promise<void> {
      push = await startPushEmulator({ productUrl: origin });
      for (let n = 0; n < teachers; n += 1) {
        const { endpoint, keys } = push.openPhone(`Telefon ${n}`);
        await pool.query(
          `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, name, public_key)
           VALUES ($1, $2, $3, $4, $5, $6, 'Telefon', $7)`,
          [
            newId(),
            loadedId("teacher", n),
            loadedId("session", n, "teacher"),
            endpoint,
            keys.p256dh,
            keys.auth,
            vapid.VAPID_PUBLIC_KEY,
          ],
        );
      }
    },

    /** Students order lessons and pay, one after the other, until it is over; each waits until the shop knows. */
    async payOrders(origin: string, size: DataSize, at: Date, isOver: () => boolean): Promise<void> {
      for (let n = 0; !isOver(); n += 1) {
        const { token } = await loadedPerson("student", (n * 11) % size.students, at);
        const id = await placeOrder(origin, token, `evening-order-${n}`);
        if (id) {
          placed.push(id);
          const transaction = provider.payments.findBySession(id);
          if (!transaction) throw new Error(`the provider does not know the order ${id}`);
          provider.payments.pay(transaction, { ...PLAIN_PAYMENT, times: 0 });
          const body = JSON.stringify(provider.payments.notification(transaction));
          while (!(await isTaken(origin, body))) await pause(100);
        }
        await pause(ORDER_EVERY_MS);
      }
    },

    /** From now on students are charged for the month in advance, whose bills are due at once. */
    async chargeInAdvance({ pool }: Database, size: DataSize, at: Date): Promise<void> {
      const { from } = monthBounds(addMonths(monthOf(today(at)), 1));
      billed = from;
      // As if it had always been so: a worker has looked this month, and has found nobody.
      await pool.query("UPDATE centre_settings SET bill_issue_day = 1, billing_saved_at = '2000-01-01'");
      await pool.query("DELETE FROM bill_runs");
      const id = (kind: "teacher" | "student", n: string) =>
        `('${loadedId(kind, 0).slice(0, 24)}' || lpad(to_hex(${n}), 12, '0'))::uuid`;
      const teacher = `s / ${PAYERS_OF_A_TEACHER}`;
      const student = id("student", `${teacher} * ${studentsPerTeacher(size)} + s % ${PAYERS_OF_A_TEACHER}`);
      await pool.query(
        `INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, description, status, price, rate)
         SELECT gen_random_uuid(), ${id("teacher", teacher)}, ${student}, $1::date + (s / 7 % 7) + 7 * week, s % 7,
                subject, 'liceumR', subject, '', 'Potwierdzona', 90, 60
           FROM generate_series(0, $2::int - 1) s, unnest($3::int[]) week,
                LATERAL (SELECT ($4::text[])[1 + (${teacher} + 3) % 5] AS subject) unpaid`,
        [from, PAYERS, WEEKS, LOADED_SUBJECTS],
      );
      await pool.query(
        `INSERT INTO billing_payers (payer_id, mode, default_mode, saved_at)
         SELECT ${student}, 'advance', 'perLesson', '2000-01-01' FROM generate_series(0, $1::int - 1) s`,
        [PAYERS],
      );
    },

    /** Waits for what workers still have to do, and looks whether all of it was done, once. */
    async check({ pool }: Database, outcomes: readonly Outcome[], verdict: Verdict): Promise<void> {
      const booked = outcomes
        .filter(({ kind, status }) => kind === "booking" && status === 200)
        .map(({ answer }) => (JSON.parse(answer) as { _id: string })._id);
      const look = async () => {
        const { rows } = await pool.query<Record<string, number>>(
          `SELECT (SELECT count(*)::int FROM orders WHERE id = ANY($1::uuid[]) AND status = 'paid') AS paid,
                  (SELECT count(*)::int FROM payments WHERE method = 'online') AS payments,
                  (SELECT count(*)::int FROM order_items WHERE order_id = ANY($1::uuid[])) AS items,
                  (SELECT count(*)::int FROM bills WHERE month = $3::date) AS bills,
                  (SELECT count(DISTINCT payer_id)::int FROM bills WHERE month = $3::date) AS payers,
                  (SELECT count(*)::int FROM notifications WHERE kind = 'lesson-booked' AND status = 'sent'
                      AND facts->>'lessonId' = ANY($2::text[])) AS told,
                  (SELECT count(*)::int FROM notifications WHERE kind = 'lesson-booked' AND shown_at IS NOT NULL
                      AND facts->>'lessonId' = ANY($2::text[])) AS shown`,
          [placed, booked, billed],
        );
        return rows[0] ?? {};
      };
      const until = Date.now() + DONE_WITHIN_MS;
      let found = await look();
      while (
        (found.paid !== placed.length || found.payers !== PAYERS || found.told !== booked.length) &&
        Date.now() < until
      ) {
        await pause(500);
        found = await look();
      }
      const same = (label: string, figure: number | undefined, expected: number | undefined) =>
        verdict.must(label, figure ?? 0, figure === expected, String(expected));
      same("orders that were paid and are", found.paid, placed.length);
      same("payments of them", found.payments, found.items);
      same("payers with a bill", found.payers, PAYERS);
      same("bills", found.bills, PAYERS);
      same("acknowledged bookings of which the teacher was told", found.told, booked.length);
      verdict.figure("  shown by the teacher's phone", found.shown ?? 0);
    },

    async close(): Promise<void> {
      await Promise.all([provider.close(), mail.close(), push?.close()]);
    },
  };
}

/** Returns the order's id; null where nobody was there to take it. */
async function placeOrder(origin: string, token: string, key: string): Promise<string | null> {
  const answer = await fetch(`${origin}/api/order`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify({ items: [{ subject: "Polski", subjectLevel: "liceumP", lessons: 4 }] }),
  }).catch(() => null);
  const { _id = null } = (await answer?.json().catch(() => null)) ?? {};
  return _id;
}

async function isTaken(origin: string, body: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/payments/p24/status`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status === 200;
}
