import { fullName } from "@korki/domain";
import { withdrawApprovalsOf } from "./approvals";
import { eraseFromBankLines } from "./bank-lines";
import { readdressLowBalance } from "./outbox";
import { execute, query, rawSql, sql } from "./sql";
import type { Tx } from "./transaction";

/** What replaces a person's texts. */
export type Replacement = { name: string; surname: string; email: string; message: string };

/** A confirmed address of an account, and when it was given up; null for the present one. */
export type HeldAddress = { address: string; until: Date | null };

/** An account about to be erased, locked by the caller; `addresses` are the confirmed ones, former ones too. */
export type ErasedAccount = { id: string; addresses: HeldAddress[]; telegramChatId: string | null };

/** Selects the confirmed addresses that an account has and had, but for those that are another account's by now. */
export const heldAddresses = (id: string) => sql`
  SELECT a.address, CASE WHEN count(a.until) = count(*) THEN max(a.until) END AS until
    FROM users u
   CROSS JOIN LATERAL (
     SELECT u.email AS address, NULL::timestamptz AS until
      UNION ALL
     SELECT h.changes #>> '{email,from}', h.at FROM history_entries h
      WHERE h.entity = 'account' AND h.entity_id = u.id::text AND h.at >= u.email_confirmed_at) a
   WHERE u.id = ${id}::uuid AND u.email_confirmed_at IS NOT NULL AND a.address <> ''
     AND NOT EXISTS (SELECT FROM users o WHERE o.email = a.address AND o.id <> u.id)
   GROUP BY a.address`;

/** Returns when a person was erased, null for never, the chat that is linked to the account, and its addresses. */
export async function findErasure(
  tx: Tx,
  id: string,
): Promise<{ erasedAt: Date | null; telegramChatId: string | null; addresses: HeldAddress[] }> {
  const found = await tx.user.findUniqueOrThrow({
    where: { id },
    select: { erasedAt: true, telegramChatId: true },
  });
  const addresses = await query<HeldAddress>(tx, heldAddresses(id));
  return { ...found, addresses };
}

/** Rows with a person's address that were made while it was the person's: whose it was later, may be somebody else's. */
const ofTheirTime = (addresses: readonly HeldAddress[]) =>
  addresses.map(({ address: email, until }) => ({
    email,
    ...(until && { createdAt: { lte: until } }),
  }));

/** What a person was called and reached by, now and before. */
type Words = { fullNames: string[]; names: string[]; surnames: string[]; reached: string[] };

/**
 * Takes everything out of the database that says who a person was or what they wrote; running it again takes out what
 * has come since. Lessons, payments and payouts stay, for the figures. Sessions are not touched.
 */
export async function erasePersonalData(
  tx: Tx,
  person: ErasedAccount,
  { name, surname, email, message }: Replacement,
  now: Date,
): Promise<void> {
  const { id } = person;
  const words = await knownWords(tx, id, fullName({ name, surname }));
  const circle = await circleOf(tx, person);
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
      meetingRoom: "",
      introduction: "",
      isShownToVisitors: false,
      erasedAt: now,
      version: { increment: 1 },
    },
  });
  await eraseOwnRows(tx, person, message, now);
  await eraseToldWords(tx, id);
  await eraseParentPhones(tx, id, words.reached);
  await eraseWords(tx, id, { ...words, circle }, fullName({ name, surname }));
  await eraseOwnHistory(tx, id);
}

/** Rows that are the person's own, or that the person wrote. */
async function eraseOwnRows(tx: Tx, person: ErasedAccount, message: string, now: Date): Promise<void> {
  const { id } = person;
  const theirs = { OR: [{ studentId: id }, { teacherId: id }] };
  await tx.message.updateMany({ where: { senderId: id, NOT: { text: message } }, data: { text: message } });
  await tx.lesson.updateMany({
    where: { studentId: id, NOT: { description: "" } },
    data: { description: "" },
  });
  await tx.series.updateMany({
    where: { studentId: id, NOT: { description: "" } },
    data: { description: "" },
  });
  // That a teacher was away stays; why is the teacher's own matter.
  await tx.closure.updateMany({ where: { teacherId: id, NOT: { label: "" } }, data: { label: "" } });
  // Bills and refunds stay, for the figures; why there was one is somebody's words about payer or student.
  await tx.bill.updateMany({
    where: { OR: [{ payerId: id }, { lines: { some: { studentId: id } } }], NOT: { reason: "" } },
    data: { reason: "" },
  });
  await tx.refund.updateMany({
    where: {
      order: { OR: [{ payerId: id }, { studentId: id }, { items: { some: { studentId: id } } }] },
      NOT: { reason: "" },
    },
    data: { reason: "" },
  });
  await tx.lesson.updateMany({
    where: { ...theirs, cancelMessage: { not: null } },
    data: { cancelMessage: null },
  });
  // A report is about its student and by its teacher: that there was one stays, and the understanding as a figure.
  await tx.lessonReport.updateMany({
    where: { lesson: theirs },
    data: { summary: "", homework: null, homeworkDue: null, homeworkDoneAt: null, privateNote: null },
  });
  // A permanent room's address names its owner.
  await tx.lesson.updateMany({
    where: { teacherId: id, NOT: { meetingLink: "" } },
    data: { meetingLink: "" },
  });
  await tx.trialLesson.updateMany({
    where: { teacherId: id, NOT: { meetingLink: "" } },
    data: { meetingLink: "" },
  });
  const asked = ofTheirTime(person.addresses);
  await tx.trialLesson.updateMany({
    where: { OR: [{ studentId: id }, ...asked] },
    data: {
      name: "",
      email: "",
      studentPhone: "",
      parentPhone: "",
      description: "",
      source: "",
      lostReason: "",
    },
  });
  const noted = { OR: [{ personId: id }, { trial: { OR: [{ studentId: id }, ...asked] } }] };
  await tx.officeNote.deleteMany({ where: noted });
  await tx.officeTag.deleteMany({ where: noted });
  await tx.listView.deleteMany({ where: { userId: id } });
  // A request for a trial lesson may have had another address than the account that it became.
  await execute(
    tx,
    sql`DELETE FROM notifications n USING trial_lessons t
         WHERE t.student_id = ${id}::uuid AND n.email IS NOT NULL AND n.facts ->> 'trialLessonId' = t.id::text`,
  );
  // An invoice stays as it was sent, as the law asks; how its buyer is reached is not part of it.
  await tx.billingData.deleteMany({ where: { userId: id } });
  await execute(
    tx,
    sql`UPDATE invoices SET buyer = buyer - 'email' - 'phone' WHERE payer_id = ${id}::uuid AND buyer IS NOT NULL`,
  );
  // What the bank says of a transfer; that there was one stays, so that it is not booked again.
  await tx.bankLine.updateMany({
    where: { OR: [{ payerId: id }, { studentId: id }] },
    data: { payer: "", title: "", accountHash: null, accountEnd: null },
  });
  await tx.settlementObjection.updateMany({ where: { teacherId: id }, data: { text: "" } });
  await tx.settlementObjection.updateMany({
    where: { teacherId: id, answer: { not: null } },
    data: { answer: "" },
  });
  await tx.undoStep.deleteMany({
    where: { OR: [{ actorId: id }, { lesson: theirs }, { series: theirs }, { payment: { studentId: id } }] },
  });
  await tx.notificationPreference.deleteMany({ where: { userId: id } });
  await tx.pushSubscription.deleteMany({ where: { userId: id } });
  await tx.outsideCalendar.deleteMany({ where: { teacherId: id } });
  await tx.oneTimeLink.deleteMany({ where: { userId: id } });
  await tx.securityEvent.deleteMany({ where: { userId: id } });
  await tx.totpFactor.deleteMany({ where: { userId: id } });
  await tx.recoveryCode.deleteMany({ where: { userId: id } });
  await tx.passkey.deleteMany({ where: { userId: id } });
  await tx.idempotencyKey.deleteMany({ where: { actorId: id } });
  await tx.availabilitySection.deleteMany({ where: { teacherId: id } });
  await tx.watch.deleteMany({ where: { OR: [{ studentId: id }, { creatorId: id }, { teacherId: id }] } });
  await tx.watchedBlock.deleteMany({ where: { teacherId: id } });
  await tx.dayHours.deleteMany({ where: { teacherId: id } });
  await tx.teachingRelation.deleteMany({ where: theirs });
  await eraseFromBoards(tx, id);
  await eraseFamily(tx, person, now);
  await readdressLowBalance(tx, { recipientId: id });
  const told = { recipientId: null, email: { in: person.addresses.map(({ address }) => address) } };
  await tx.notification.deleteMany({ where: { OR: [{ recipientId: id }, told] } });
  if (person.telegramChatId !== null) {
    await tx.telegramCode.deleteMany({ where: { chatId: person.telegramChatId } });
  }
}

/** Words and pictures on boards go; lines stay, drawn by an account that names nobody (rules §31). */
async function eraseFromBoards(tx: Tx, id: string): Promise<void> {
  await tx.boardPicture.deleteMany({ where: { authorId: id } });
  await execute(
    tx,
    sql`UPDATE board_operations
           SET body = jsonb_set(body::jsonb, ARRAY[CASE kind WHEN 'text' THEN 'text' ELSE 'latex' END], '""')::json
         WHERE author_id = ${id}::uuid AND kind IN ('text', 'formula')`,
  );
}

/**
 * Guardianships end, and stay for the figures; invitations go, those to the person's addresses too. That somebody was
 * checked stays, with the day; the reference, which names the person in another register, goes. Consents stay: they
 * hold ids, which name nobody from now on (rules §16).
 */
async function eraseFamily(tx: Tx, { id, addresses }: ErasedAccount, now: Date): Promise<void> {
  await tx.guardianship.updateMany({
    where: { OR: [{ parentId: id }, { studentId: id }], endedAt: null },
    data: { endedAt: now },
  });
  await withdrawApprovalsOf(tx, id, now);
  await tx.parentInvitation.deleteMany({ where: { OR: [{ studentId: id }, ...ofTheirTime(addresses)] } });
  await tx.vettingCheck.updateMany({ where: { teacherId: id }, data: { reference: "" } });
}

/**
 * A parent's phone goes from the accounts and requests of all students whose parent the person is or was, but for what
 * another guardian of the student has, too.
 */
async function eraseParentPhones(tx: Tx, id: string, reached: readonly string[]): Promise<void> {
  const erased = await query<{ studentId: string; phone: string }>(
    tx,
    sql`
    SELECT DISTINCT g.student_id AS "studentId", known.phone
      FROM guardianships g, unnest(${reached}::text[]) AS known (phone)
     WHERE g.parent_id = ${id}::uuid
       AND NOT EXISTS (SELECT FROM guardianships o JOIN users p ON p.id = o.parent_id
                        WHERE o.student_id = g.student_id AND p.id <> ${id}::uuid AND p.phone = known.phone)`,
  );
  const lists = sql`${erased.map(({ studentId }) => studentId)}::uuid[], ${erased.map(({ phone }) => phone)}::text[]`;
  const pairs = sql`unnest(${lists}) AS erased (student_id, phone)`;
  await execute(
    tx,
    sql`UPDATE users u SET phone_parent = '', version = version + 1 FROM ${pairs}
         WHERE u.id = erased.student_id AND u.phone_parent = erased.phone`,
  );
  await execute(
    tx,
    sql`UPDATE trial_lessons t SET parent_phone = '' FROM ${pairs}
         WHERE t.student_id = erased.student_id AND t.parent_phone = erased.phone`,
  );
  await execute(tx, sql`SELECT erase_parent_phones(${lists})`);
}

/** Copies of the person's lessons in other people's notifications: topics, reasons and rooms. */
async function eraseToldWords(tx: Tx, id: string): Promise<void> {
  await execute(
    tx,
    sql`
    UPDATE notifications n SET sent_text = NULL
      FROM lessons l
     WHERE ${id}::uuid IN (l.teacher_id, l.student_id) AND n.recipient_id IN (l.teacher_id, l.student_id)
       AND n.facts ->> 'lessonId' = l.id::text AND n.sent_text IS NOT NULL`,
  );
  await execute(
    tx,
    sql`
    UPDATE notifications n
       SET facts = n.facts || CASE WHEN n.facts ? 'description' THEN '{"description": ""}'::jsonb ELSE '{}'::jsonb END
                           || CASE WHEN n.facts ? 'reason' THEN '{"reason": null}'::jsonb ELSE '{}'::jsonb END
                           || CASE WHEN n.facts ? 'meetingLink' THEN '{"meetingLink": ""}'::jsonb ELSE '{}'::jsonb END
      FROM lessons l
     WHERE ${id}::uuid IN (l.teacher_id, l.student_id)
       AND n.recipient_id IN (l.teacher_id, l.student_id)
       AND n.facts ->> 'lessonId' = l.id::text
       AND n.facts ?| ARRAY['description', 'reason', 'meetingLink']`,
  );
}

/**
 * What happened stays in the history, what was written does not, and no remark that money has lost. The function runs
 * with the owner's rights.
 */
async function eraseOwnHistory(tx: Tx, id: string): Promise<void> {
  await execute(tx, sql`SELECT erase_history(${id}::uuid)`);
}

/** The person's names, addresses and phones, with those of before that the history still knows. */
async function knownWords(tx: Tx, id: string, replacement: string): Promise<Words> {
  const rows = await query<{ field: "name" | "surname" | "email" | "phone" | "phoneParent"; value: string }>(
    tx,
    sql`
    SELECT 'name' AS field, name AS value FROM users WHERE id = ${id}::uuid
    UNION SELECT 'surname', surname FROM users WHERE id = ${id}::uuid
    UNION SELECT 'email', email FROM users WHERE id = ${id}::uuid
    UNION SELECT 'phone', unnest(ARRAY[phone, phone_parent]) FROM users WHERE id = ${id}::uuid
    UNION SELECT c.key, unnest(ARRAY[c.value ->> 'from', c.value ->> 'to'])
            FROM history_entries h, jsonb_each(h.changes) c
           WHERE h.entity = 'account' AND h.entity_id = ${id}
             AND c.key IN ('name', 'surname', 'email', 'phone', 'phoneParent')`,
  );
  const of = (...fields: string[]) => [
    ...new Set(rows.filter(({ field, value }) => fields.includes(field) && value).map(({ value }) => value)),
  ];
  const [names, surnames] = [of("name"), of("surname")];
  const fullNames = names
    .flatMap((name) => (surnames.length === 0 ? [name] : surnames.map((surname) => `${name} ${surname}`)))
    .filter((fullName) => fullName !== replacement);
  if (fullNames.length === 0) return { fullNames: [], names: [], surnames: [], reached: [] };
  return { fullNames, names, surnames, reached: of("email", "phone", "phoneParent") };
}

/**
 * Returns the person and everybody who had to do with the person, now or before, and may have been told the name: the
 * other side of lessons, chats, families, substitutions and trial lessons, the children's teachers, the parents of these
 * students, and administrators, who hear of everybody.
 */
async function circleOf(tx: Tx, { id, addresses }: ErasedAccount): Promise<string[]> {
  const rows = await query<{ id: string | null }>(
    tx,
    sql`
    WITH theirs AS (
      SELECT ${id}::uuid AS id UNION SELECT student_id FROM guardianships WHERE parent_id = ${id}::uuid),
    trials AS (
      SELECT id, teacher_id, student_id FROM trial_lessons
       WHERE teacher_id = ${id}::uuid OR student_id IN (SELECT id FROM theirs)
          OR email = ANY (${addresses.map(({ address }) => address)}::text[])
          OR id::text IN (SELECT entity_id FROM history_entries WHERE teacher_id = ${id}::uuid AND entity = 'trialLesson')),
    substituted AS (
      SELECT entity_id AS id FROM history_entries
       WHERE teacher_id = ${id}::uuid AND entity = 'lesson' AND action = 'substitute'
      UNION SELECT h.entity_id FROM lessons l
              JOIN history_entries h ON h.entity = 'lesson' AND h.entity_id = l.id::text AND h.action = 'substitute'
             WHERE l.teacher_id = ${id}::uuid),
    met AS (
      SELECT id FROM theirs
      UNION SELECT teacher_id FROM lessons WHERE student_id IN (SELECT id FROM theirs)
      UNION SELECT student_id FROM lessons WHERE teacher_id = ${id}::uuid
      UNION SELECT high_user_id FROM conversations WHERE low_user_id = ${id}::uuid
      UNION SELECT low_user_id FROM conversations WHERE high_user_id = ${id}::uuid
      UNION SELECT teacher_id FROM history_entries WHERE student_id IN (SELECT id FROM theirs)
      UNION SELECT student_id FROM history_entries WHERE teacher_id = ${id}::uuid
      UNION SELECT parent_id FROM guardianships WHERE student_id = ${id}::uuid
      UNION SELECT l.teacher_id FROM series s JOIN lessons l ON l.series_id = s.id WHERE s.teacher_id = ${id}::uuid
      UNION SELECT l.teacher_id FROM substituted b JOIN lessons l ON l.id = b.id::uuid
      UNION SELECT h.teacher_id FROM substituted b
              JOIN history_entries h ON h.entity = 'lesson' AND h.entity_id = b.id AND h.action = 'substitute'
      UNION SELECT teacher_id FROM trials
      UNION SELECT student_id FROM trials
      UNION SELECT h.teacher_id FROM trials t
              JOIN history_entries h ON h.entity = 'trialLesson' AND h.entity_id = t.id::text
      UNION SELECT u.id FROM users u WHERE u.role = 'Admin')
    SELECT id FROM met
    UNION SELECT g.parent_id FROM guardianships g JOIN met m ON m.id = g.student_id`,
  );
  return rows.flatMap((row) => row.id ?? []);
}

/**
 * Returns patterns of LIKE that find the words in a text in lower case, and in one that is JSON. `contains_word` says the
 * same, at the price of a query for each row.
 */
async function patternsOf(tx: Tx, words: readonly string[]): Promise<{ plain: string[]; json: string[] }> {
  const rows = await query<{ plain: string; json: string }>(
    tx,
    sql`
    SELECT lower(word) AS plain, lower(substr(quoted, 2, length(quoted) - 2)) AS json
      FROM (SELECT word, to_json(word)::text AS quoted FROM unnest(${words}::text[]) word WHERE word <> '') w`,
  );
  const patternOf = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return { plain: rows.map(({ plain }) => patternOf(plain)), json: rows.map(({ json }) => patternOf(json)) };
}

/**
 * What others received and wrote stays readable without the person: full names are replaced, addresses and phones
 * removed. Of what was sent, reads what people of the circle got and what visitors without an account did, of messages
 * those between two of the circle, of lessons those of its students: a namesake stays in what others were told.
 */
async function eraseWords(
  tx: Tx,
  id: string,
  words: Words & { circle: string[] },
  replacement: string,
): Promise<void> {
  if (words.fullNames.length === 0) return;
  const { circle } = words;
  const pairs = [
    ...words.fullNames.map((from) => ({ from, to: replacement })),
    ...words.reached.map((from) => ({ from, to: "" })),
  ].sort((a, b) => b.from.length - a.from.length);
  const from = pairs.map((pair) => pair.from);
  const to = pairs.map((pair) => pair.to);
  const { plain, json } = await patternsOf(tx, from);
  const children = sql`(SELECT g.student_id FROM guardianships g WHERE g.parent_id = ${id}::uuid)`;
  const replaced = (column: string) =>
    sql`replace_words(${rawSql(column)}, ${from}::text[], ${to}::text[], false)`;
  const isTold = sql`(n.recipient_id = ANY (${circle}::uuid[]) OR n.recipient_id IS NULL)`;
  await execute(
    tx,
    sql`
    UPDATE notifications n SET facts = replace_words(n.facts::text, ${from}::text[], ${to}::text[], true)::jsonb
     WHERE ${isTold} AND lower(n.facts::text) LIKE ANY (${json}::text[])`,
  );
  await execute(
    tx,
    sql`
    UPDATE notifications n SET sent_text = ${replaced("n.sent_text")}
     WHERE ${isTold} AND n.sent_text IS NOT NULL AND lower(n.sent_text) LIKE ANY (${plain}::text[])`,
  );
  await execute(
    tx,
    sql`
    UPDATE idempotency_keys SET response = replace_words(response::text, ${from}::text[], ${to}::text[], true)::jsonb
     WHERE lower(response::text) LIKE ANY (${json}::text[])`,
  );
  await execute(
    tx,
    sql`
    UPDATE messages m SET text = ${replaced("m.text")}
      FROM conversations c
     WHERE c.id = m.conversation_id AND c.low_user_id = ANY (${circle}::uuid[])
       AND c.high_user_id = ANY (${circle}::uuid[]) AND lower(m.text) LIKE ANY (${plain}::text[])`,
  );
  await execute(
    tx,
    sql`
    UPDATE board_operations o SET body = replace_words(o.body::text, ${from}::text[], ${to}::text[], true)::json
      FROM lessons l
     WHERE l.id = o.lesson_id AND o.kind IN ('text', 'formula')
       AND (${id}::uuid IN (l.teacher_id, l.student_id) OR l.student_id = ANY (ARRAY${children}))
       AND lower(o.body::text) LIKE ANY (${json}::text[])`,
  );
  // Anybody may name the person in a transfer, in the office's own notes and of a teacher's month: these are read whole.
  await eraseFromBankLines(tx, { names: words.names, surnames: words.surnames, patterns: plain });
  await execute(
    tx,
    sql`DELETE FROM list_views WHERE lower(name || ' ' || query) LIKE ANY (${plain}::text[])`,
  );
  await execute(
    tx,
    sql`
    UPDATE office_notes SET text = ${replaced("text")}
     WHERE lower(text) LIKE ANY (${plain}::text[])`,
  );
  await execute(
    tx,
    sql`
    UPDATE settlement_objections SET text = ${replaced("text")},
                                     answer = ${replaced("answer")}
     WHERE lower(concat_ws(' ', text, answer)) LIKE ANY (${plain}::text[])`,
  );
  // Remarks on money belong to the books, but not with the person's name in them.
  const any = [...new Set([...words.names, ...words.surnames, ...words.reached])].filter(
    (word) => word.length > 2,
  );
  // Names that the child has, too, do not count in the child's remarks: they may mean the child.
  const namesParent = sql`contains_word(description, ${words.fullNames}::text[] || ARRAY(
    SELECT w FROM unnest(${any}::text[]) w WHERE lower(w) NOT IN (lower(u.name), lower(u.surname))), false)`;
  await execute(
    tx,
    sql`
    UPDATE payments p SET description = '' FROM users u
     WHERE u.id = p.student_id AND description <> ''
       AND (${id}::uuid IN (p.student_id, p.payer_id) AND contains_word(description, ${any}::text[], false)
            OR p.student_id IN ${children} AND ${namesParent})`,
  );
  await execute(
    tx,
    sql`
    SELECT erase_ledger_remarks(ARRAY(
      SELECT e.id FROM ledger_entries e JOIN users u ON u.id = e.student_id
       WHERE e.description <> ''
         AND (e.student_id = ${id}::uuid AND contains_word(description, ${any}::text[], false)
              OR e.student_id IN ${children} AND ${namesParent})))`,
  );
  await execute(
    tx,
    sql`
    UPDATE payouts SET description = '' WHERE teacher_id = ${id}::uuid AND contains_word(description, ${any}::text[], false)`,
  );
  await execute(
    tx,
    sql`
    UPDATE lessons SET description = '' WHERE teacher_id = ${id}::uuid AND contains_word(description, ${any}::text[], false)`,
  );
  await execute(
    tx,
    sql`
    UPDATE series SET description = '' WHERE teacher_id = ${id}::uuid AND contains_word(description, ${any}::text[], false)`,
  );
  await execute(
    tx,
    sql`
    UPDATE lessons SET description = ${replaced("description")}, cancel_message = ${replaced("cancel_message")}
     WHERE student_id = ANY (${circle}::uuid[])
       AND lower(concat_ws(' ', description, cancel_message)) LIKE ANY (${plain}::text[])`,
  );
  await execute(
    tx,
    sql`
    UPDATE series SET description = ${replaced("description")}
     WHERE student_id = ANY (${circle}::uuid[]) AND lower(description) LIKE ANY (${plain}::text[])`,
  );
  await execute(
    tx,
    sql`
    UPDATE lesson_reports r SET summary = ${replaced("r.summary")}, homework = ${replaced("r.homework")},
                                private_note = ${replaced("r.private_note")}
      FROM lessons l
     WHERE l.id = r.lesson_id AND l.student_id = ANY (${circle}::uuid[])
       AND lower(concat_ws(' ', r.summary, r.homework, r.private_note)) LIKE ANY (${plain}::text[])`,
  );
  await execute(
    tx,
    sql`
    UPDATE trial_lessons SET description = ${replaced("description")}, source = ${replaced("source")},
                             lost_reason = ${replaced("lost_reason")}
     WHERE student_id = ANY (${circle}::uuid[])
       AND lower(concat_ws(' ', description, source, lost_reason)) LIKE ANY (${plain}::text[])`,
  );
  await execute(
    tx,
    sql`SELECT erase_history_words(${circle}::uuid[], ${json}::text[], ${from}::text[], ${to}::text[])`,
  );
}
