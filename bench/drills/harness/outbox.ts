import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "./stage";

/** The number of recipients by channel. */
export type Crowd = { byTelegram: number; byMail: number };

/** Makes teachers with and without a chat. Returns their ids. */
export async function makeCrowd({ db, telegram }: Stage, { byTelegram, byMail }: Crowd): Promise<string[]> {
  const chats = Array.from({ length: byTelegram }, () => String(telegram.openChat().person.id));
  const { rows } = await db.pool.query<{ id: string }>(
    `INSERT INTO users (id, role, email, email_confirmed_at, name, surname, telegram_chat_id)
     SELECT gen_random_uuid(), 'Teacher', 'osoba' || i || '-' || gen_random_uuid() || '@drill.example', now(), 'Osoba',
            'Numer ' || i, ($1::text[])[i]
       FROM generate_series(1, $2) i RETURNING id`,
    [chats, byTelegram + byMail],
  );
  return rows.map(({ id }) => id);
}

/** Writes numbered notifications for these people in turn. */
export async function writeNotifications(
  { db }: Stage,
  people: readonly string[],
  count: number,
  from = 1,
): Promise<void> {
  await db.pool.query(
    `INSERT INTO notifications (id, kind, recipient_id, facts)
     SELECT gen_random_uuid(), 'relation-added', ($1::uuid[])[1 + (i - 1) % array_length($1::uuid[], 1)],
            json_build_object('otherName', 'Nr' || i || 'x', 'otherRole', 'Student')
       FROM generate_series($3::int, $3::int + $2::int - 1) i`,
    [people, count, from],
  );
}

export type StatusCounts = Record<"pending" | "queued" | "sent" | "failed" | "skipped", number>;

export async function countStatuses({ db }: Stage): Promise<StatusCounts> {
  const { rows } = await db.pool.query<{ status: keyof StatusCounts; count: number }>(
    "SELECT status, count(*)::int AS count FROM notifications GROUP BY status",
  );
  const none: StatusCounts = { pending: 0, queued: 0, sent: 0, failed: 0, skipped: 0 };
  return Object.assign(none, Object.fromEntries(rows.map(({ status, count }) => [status, count])));
}

/** Waits until no notification is pending or queued. @throws Error after `timeoutMs` */
export async function untilDrained(stage: Stage, timeoutMs: number): Promise<StatusCounts> {
  const deadline = Date.now() + timeoutMs;
  for (let shownAt = Date.now(); ; ) {
    const counts = await countStatuses(stage).catch(() => null);
    if (counts && counts.pending + counts.queued === 0) return counts;
    if (Date.now() > deadline) throw new Error(`not drained in time: ${JSON.stringify(counts)}`);
    if (Date.now() - shownAt > 10_000) {
      shownAt = Date.now();
      console.log(`  … ${JSON.stringify(counts)}`);
    }
    await sleep(200);
  }
}

/** Counts the arrivals of each numbered notification, by either channel. */
export function arrivals({ mail, telegram }: Stage): Map<number, number> {
  const times = new Map<number, number>();
  const note = (text: string) => {
    const [, number] = /Nr(\d+)x/.exec(text) ?? [];
    if (number) times.set(Number(number), (times.get(Number(number)) ?? 0) + 1);
  };
  for (const { subject } of mail.mails()) note(subject);
  for (const { person } of telegram.chats.list())
    for (const { text } of telegram.botMessages(person.id)) note(text);
  return times;
}

/** Counts the lost and the duplicated notifications among numbers 1 to `count`. */
export function lostAndDoubled(stage: Stage, count: number): { lost: number; doubled: number } {
  const times = arrivals(stage);
  let lost = 0;
  let doubled = 0;
  for (let number = 1; number <= count; number += 1) {
    const arrived = times.get(number) ?? 0;
    if (arrived === 0) lost += 1;
    else doubled += arrived - 1;
  }
  return { lost, doubled };
}
