import type { Database } from "./client";
import { execute, query, type Sql, sql } from "./sql";
import type { Tx } from "./transaction";

/** One person's rows of one table, with the columns' own names. */
export type PersonalRows = Record<string, unknown>[];

/** Everything that the product keeps about one person, by kind. */
export type PersonalData = {
  account: Record<string, unknown>;
  subjects: PersonalRows;
  availability: PersonalRows;
  relations: PersonalRows;
  lessons: PersonalRows;
  payments: PersonalRows;
  payouts: PersonalRows;
  messages: PersonalRows;
  trialLessons: PersonalRows;
  notifications: PersonalRows;
  notificationPreferences: PersonalRows;
  sessions: PersonalRows;
  history: PersonalRows;
};

/** No password, token, key or code among the columns: they say nothing about the person. */
const ACCOUNT = sql`id, role, email, email_confirmed_at, name, surname, phone, phone_parent, is_want_more_students,
  is_disabled, telegram_chat_id, erased_at, created_at, updated_at`;

/** Rows by kind; `person` is one row: the id, the address and the phones of the account. */
const KINDS: Record<Exclude<keyof PersonalData, "account">, Sql> = {
  subjects: sql`SELECT s.subject, s.level FROM person, teacher_subjects s WHERE s.teacher_id = person_id`,
  availability: sql`SELECT s.day, s.start_block, s.end_block FROM person, availability_sections s
                  WHERE s.teacher_id = person_id`,
  relations: sql`SELECT r.* FROM person, teaching_relations r WHERE person_id IN (r.teacher_id, r.student_id)`,
  lessons: sql`SELECT l.* FROM person, lessons l WHERE person_id IN (l.teacher_id, l.student_id)
             ORDER BY l.date, l.block`,
  payments: sql`SELECT p.* FROM person, payments p WHERE p.student_id = person_id ORDER BY p.created_at`,
  payouts: sql`SELECT p.* FROM person, payouts p WHERE p.teacher_id = person_id ORDER BY p.created_at`,
  messages: sql`SELECT m.id, m.sender_id, m.recipient_id, m.text, m.created_at, m.read_at
               FROM person, conversations c JOIN messages m ON m.conversation_id = c.id
              WHERE person_id IN (c.low_user_id, c.high_user_id) ORDER BY m.created_at`,
  trialLessons: sql`SELECT t.* FROM person, trial_lessons t
                  WHERE t.teacher_id = person_id OR t.email = address
                     OR t.student_phone = ANY (phones) OR t.parent_phone = ANY (phones)`,
  notifications: sql`SELECT n.id, n.kind, n.facts, n.channel, n.status, n.created_at, n.finished_at
                    FROM person, notifications n
                   WHERE n.recipient_id = person_id OR n.email = address ORDER BY n.created_at`,
  notificationPreferences: sql`SELECT p.kind, p.channel, p.enabled FROM person, notification_preferences p
                             WHERE p.user_id = person_id`,
  sessions: sql`SELECT s.id, s.created_at, s.last_used_at, s.ended_at FROM person, sessions s
              WHERE s.user_id = person_id`,
  history: sql`SELECT h.at, h.entity, h.entity_id, h.action, h.changes FROM person, history_entries h
             WHERE h.actor_id = person_id OR (h.entity = 'account' AND h.entity_id = person_id::text)
             ORDER BY h.id`,
};

/** Everything about one person, for a copy on request; null where there is no such account. */
export async function readPersonalData(db: Database, id: string): Promise<PersonalData | null> {
  const rows = await query<{ account: Record<string, string> }>(
    db,
    sql`SELECT to_json(u) AS account FROM (SELECT ${ACCOUNT} FROM users WHERE id = ${id}) u`,
  );
  const account = rows[0]?.account;
  if (!account) return null;
  const phones = [account.phone ?? "", account.phone_parent ?? ""].filter((phone) => phone !== "");
  const data: Record<string, unknown> = { account };
  for (const [kind, selected] of Object.entries(KINDS)) {
    const found = await query<{ rows: PersonalRows }>(
      db,
      sql`WITH person AS (SELECT ${id}::uuid AS person_id, ${account.email ?? null}::text AS address, ${phones}::text[] AS phones)
       SELECT coalesce(json_agg(t), '[]') AS rows FROM (${selected}) t`,
    );
    data[kind] = found[0]?.rows ?? [];
  }
  return data as PersonalData;
}

/** What stands where a person's words stood. */
export type Replacement = { name: string; surname: string; email: string; message: string };

/**
 * Takes everything out of the database that says who a person was or what they wrote. Lessons, payments and payouts
 * stay, for the figures. Sessions are not touched. The account has to be held by the caller.
 */
export async function erasePersonalData(
  tx: Tx,
  person: { id: string; email: string; phones: readonly string[]; telegramChatId: string | null },
  { name, surname, email, message }: Replacement,
  now: Date,
): Promise<void> {
  const { id } = person;
  const phones = person.phones.filter((phone) => phone !== "");
  await tx.user.update({
    where: { id },
    data: {
      name,
      surname,
      email,
      passwordHash: null,
      emailConfirmedAt: null,
      phone: "",
      phoneParent: "",
      isWantMoreStudents: false,
      isDisabled: true,
      telegramChatId: null,
      calendarKey: null,
      erasedAt: now,
      version: { increment: 1 },
    },
  });
  await tx.message.updateMany({ where: { senderId: id }, data: { text: message } });
  const ofTheirs = { OR: [{ studentId: id }, { teacherId: id }] };
  await tx.lesson.updateMany({ where: { studentId: id }, data: { description: "" } });
  await tx.lesson.updateMany({
    where: { ...ofTheirs, cancelMessage: { not: null } },
    data: { cancelMessage: null },
  });
  await tx.trialLesson.updateMany({
    where: {
      OR: [{ email: person.email }, { studentPhone: { in: phones } }, { parentPhone: { in: phones } }],
    },
    data: { name: "", email: "", studentPhone: "", parentPhone: "", description: "" },
  });
  await tx.notification.deleteMany({ where: { OR: [{ recipientId: id }, { email: person.email }] } });
  await tx.notificationPreference.deleteMany({ where: { userId: id } });
  await tx.oneTimeLink.deleteMany({ where: { userId: id } });
  await tx.idempotencyKey.deleteMany({ where: { actorId: id } });
  await tx.availabilitySection.deleteMany({ where: { teacherId: id } });
  await tx.teachingRelation.deleteMany({ where: ofTheirs });
  if (person.telegramChatId !== null) {
    await tx.telegramCode.deleteMany({ where: { chatId: person.telegramChatId } });
  }
  // What happened stays in the history, what was written does not; its guard is told that this is an erasure.
  await execute(tx, sql`SELECT set_config('korki.erasing', 'on', true)`);
  await execute(
    tx,
    sql`
    UPDATE history_entries SET changes = '{}'::jsonb WHERE entity = 'account' AND entity_id = ${id}`,
  );
  await execute(
    tx,
    sql`
    UPDATE history_entries SET changes = changes - 'description' - 'cancelMessage'
     WHERE entity = 'lesson' AND (student_id = ${id}::uuid OR teacher_id = ${id}::uuid)`,
  );
  await execute(tx, sql`SELECT set_config('korki.erasing', 'off', true)`);
}
