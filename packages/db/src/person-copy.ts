import type { Database } from "./client";
import { heldAddresses } from "./person-erasure";
import { query, type Sql, sql } from "./sql";

/** One person's rows of one table, with the columns' own names. */
type PersonalRows = Record<string, unknown>[];

/** Everything that the product keeps about one person, by kind. */
export type PersonalData = {
  account: Record<string, unknown>;
  subjects: PersonalRows;
  availability: PersonalRows;
  dayHours: PersonalRows;
  watches: PersonalRows;
  relations: PersonalRows;
  lessons: PersonalRows;
  series: PersonalRows;
  absences: PersonalRows;
  roomVisits: PersonalRows;
  boardOperations: PersonalRows;
  boardPictures: PersonalRows;
  payments: PersonalRows;
  orders: PersonalRows;
  refunds: PersonalRows;
  bankLines: PersonalRows;
  ledger: PersonalRows;
  prices: PersonalRows;
  payouts: PersonalRows;
  settlements: PersonalRows;
  bills: PersonalRows;
  billLines: PersonalRows;
  billing: PersonalRows;
  billingData: PersonalRows;
  invoices: PersonalRows;
  messages: PersonalRows;
  trialLessons: PersonalRows;
  reports: PersonalRows;
  guardianships: PersonalRows;
  invitations: PersonalRows;
  approvals: PersonalRows;
  officeNotes: PersonalRows;
  officeTags: PersonalRows;
  listViews: PersonalRows;
  consents: PersonalRows;
  vetting: PersonalRows;
  notifications: PersonalRows;
  notificationPreferences: PersonalRows;
  devices: PersonalRows;
  calendars: PersonalRows;
  busyTimes: PersonalRows;
  sessions: PersonalRows;
  securityEvents: PersonalRows;
  passkeys: PersonalRows;
  history: PersonalRows;
};

/** No password, token, key or code among the columns: they say nothing about the person. */
const ACCOUNT = sql`id, role, email, email_confirmed_at, name, surname, phone, phone_parent, is_want_more_students,
  meeting_room, introduction, is_shown_to_visitors, is_disabled, telegram_chat_id, erased_at, created_at, updated_at`;

/**
 * Rows by kind; `person` is one row: the account's id and, once it is confirmed, its address. `requests` are the trial
 * requests that an erasure empties: the account's, and those with its confirmed addresses. The rows contain the person's
 * own data and no other person's id, name, words or money. An entered phone number matches nothing.
 */
const KINDS: Record<Exclude<keyof PersonalData, "account">, Sql> = {
  subjects: sql`SELECT s.subject, s.level FROM person, teacher_subjects s WHERE s.teacher_id = person_id`,
  availability: sql`SELECT s.day, s.start_block, s.end_block FROM person, availability_sections s
                  WHERE s.teacher_id = person_id`,
  dayHours: sql`SELECT h.date, h.replaces, s.start_block, s.end_block, h.created_at
                FROM person, day_hours h LEFT JOIN day_sections s USING (teacher_id, date)
               WHERE h.teacher_id = person_id ORDER BY h.date, s.start_block`,
  // A parent's are the child's, too.
  watches: sql`SELECT w.id, w.subject, w.level, w.weekdays, w.from_block, w.to_block, w.until, w.created_at,
                  CASE WHEN w.hold_id IS NOT NULL THEN w.held_date END AS held_date,
                  CASE WHEN w.hold_id IS NOT NULL THEN w.held_block END AS held_block,
                  CASE WHEN w.hold_id IS NOT NULL THEN w.held_until END AS held_until
                FROM person, watches w WHERE person_id IN (w.student_id, w.creator_id) ORDER BY w.created_at`,
  relations: sql`SELECT CASE person_id WHEN r.teacher_id THEN 'Teacher' ELSE 'Student' END AS as, r.created_at
                FROM person, teaching_relations r WHERE person_id IN (r.teacher_id, r.student_id)`,
  // The topic is the student's, the rate the teacher's; the reason is whose cancellation it was.
  lessons: sql`SELECT l.id, l.date, l.block, l.subject, l.level, l.status, l.description, l.price, l.meeting_link,
                   CASE l.status WHEN 'Odwolana przez ucznia' THEN l.cancel_message END AS cancel_message,
                   NULL::int AS rate, l.created_at, l.confirmed_at, l.deleted_at
              FROM person, lessons l WHERE l.student_id = person_id
             UNION ALL
            SELECT l.id, l.date, l.block, l.subject, l.level, l.status, NULL, NULL, l.meeting_link,
                   CASE l.status WHEN 'Odwolana przez nauczyciela' THEN l.cancel_message END,
                   l.rate, l.created_at, l.confirmed_at, l.deleted_at
              FROM person, lessons l WHERE l.teacher_id = person_id
             ORDER BY date, block`,
  // The topic is the student's.
  series: sql`SELECT s.id, s.weekday, s.block, s.blocks, s.subject, s.level, s.first_date, s.last_date, s.every_weeks,
                  CASE person_id WHEN s.student_id THEN s.description END AS description, s.created_at
             FROM person, series s WHERE person_id IN (s.student_id, s.teacher_id)
            ORDER BY s.first_date, s.weekday, s.block`,
  absences: sql`SELECT c.first_date, c.last_date, c.first_block, c.last_block, c.label, c.created_at
                 FROM person, closures c WHERE c.teacher_id = person_id ORDER BY c.first_date, c.id`,
  roomVisits: sql`SELECT v.lesson_id, v.role, v.entered_at, coalesce(v.left_at, v.seen_at) AS left_at
                 FROM person, lesson_visits v WHERE v.user_id = person_id ORDER BY v.entered_at`,
  boardOperations: sql`SELECT o.lesson_id, o.seq, o.page, o.kind, o.body, o.created_at
                 FROM person, board_operations o WHERE o.author_id = person_id ORDER BY o.created_at, o.seq`,
  boardPictures: sql`SELECT p.id, p.lesson_id, encode(p.content, 'base64') AS webp, p.created_at
                 FROM person, board_pictures p WHERE p.author_id = person_id ORDER BY p.created_at`,
  // Of what was paid for a child the sum, the day and the way, which are the payer's.
  payments: sql`SELECT p.id, p.money_amount, p.lesson_amount, p.subject, p.level, p.description, p.paid_on, p.method,
                    p.created_at, p.deleted_at
               FROM person, payments p WHERE p.student_id = person_id
              UNION ALL
             SELECT p.id, p.money_amount, NULL, NULL, NULL, NULL, p.paid_on, p.method, p.created_at, p.deleted_at
               FROM person, payments p WHERE p.payer_id = person_id AND p.student_id <> person_id
              ORDER BY created_at`,
  // A parent's as the payer; a student's items are in whosever order they stand.
  orders: sql`SELECT o.id, CASE person_id WHEN o.payer_id THEN 'Payer' ELSE 'Student' END AS as, o.status,
                  CASE person_id WHEN o.payer_id THEN o.amount END AS amount,
                  CASE person_id WHEN o.payer_id THEN o.receipt_year END AS receipt_year,
                  CASE person_id WHEN o.payer_id THEN o.receipt_number END AS receipt_number,
                  (SELECT json_agg(json_build_object('subject', i.subject, 'level', i.level, 'lessons', i.lessons,
                            'amount', i.amount, 'package', i.package_name) ORDER BY i.position)
                     FROM order_items i WHERE i.order_id = o.id
                      AND person_id IN (o.payer_id, coalesce(i.student_id, o.student_id))) AS items,
                  o.created_at, o.paid_at
             FROM person, orders o
            WHERE person_id IN (o.payer_id, o.student_id)
               OR o.id IN (SELECT i.order_id FROM order_items i WHERE i.student_id = person_id)
            ORDER BY o.created_at`,
  // How much and why is the payer's: the lessons are all children's.
  refunds: sql`SELECT r.order_id, CASE person_id WHEN o.payer_id THEN r.amount END AS amount,
                   CASE person_id WHEN o.payer_id THEN r.to_balance END AS to_balance,
                   CASE person_id WHEN o.payer_id THEN r.lessons END AS lessons,
                   CASE person_id WHEN o.payer_id THEN r.reason END AS reason, r.status, r.created_at, r.finished_at
              FROM person, refunds r JOIN orders o ON o.id = r.order_id
             WHERE person_id IN (o.payer_id, o.student_id)
                OR o.id IN (SELECT i.order_id FROM order_items i WHERE i.student_id = person_id)
             ORDER BY r.created_at`,
  // What came from the person's account; the payer's words.
  bankLines: sql`SELECT l.day, l.amount, l.payer, l.title, l.account_end, l.booked_at
                  FROM person, bank_lines l WHERE l.payer_id = person_id ORDER BY l.day, l.id`,
  ledger: sql`SELECT e.id, e.kind, e.subject, e.level, e.quantity, e.balance, e.lesson_id, e.payment_id, e.expires_on,
                  e.description, e.created_at
             FROM person, ledger_entries e WHERE e.student_id = person_id ORDER BY e.seq`,
  // A parent's as the payer; a student's lines are in whosever bill they stand.
  bills: sql`SELECT b.id, to_char(b.month, 'YYYY-MM') AS month, b.status, b.due_on, b.amount, b.paid, b.balance, b.reason,
                  b.issued_at
             FROM person, bills b WHERE b.payer_id = person_id ORDER BY b.month, b.issued_at`,
  billLines: sql`SELECT to_char(b.month, 'YYYY-MM') AS month, n.subject, n.level, n.planned, n.prepaid, n.billed, n.amount
                 FROM person, bill_lines n JOIN bills b ON b.id = n.bill_id WHERE n.student_id = person_id
                ORDER BY b.month, n.position`,
  billing: sql`SELECT h.mode, h.default_mode, h.balance, h.saved_at FROM person, billing_payers h
                WHERE h.payer_id = person_id`,
  // The price is the student's, the rate the teacher's.
  prices: sql`SELECT i.level, CASE person_id WHEN i.student_id THEN i.price END AS price,
                  CASE person_id WHEN i.teacher_id THEN i.rate END AS rate
             FROM person, individual_prices i WHERE person_id IN (i.student_id, i.teacher_id)`,
  payouts: sql`SELECT p.id, p.money_amount, p.description, p.created_at, p.deleted_at
              FROM person, payouts p WHERE p.teacher_id = person_id ORDER BY p.created_at`,
  settlements: sql`SELECT s.month, s.state, s.total, s.accepted_at,
                          (SELECT json_agg(json_build_object('text', b.text, 'answer', b.answer, 'state', b.state))
                             FROM settlement_objections b WHERE b.teacher_id = s.teacher_id AND b.month = s.month) AS objections
                     FROM person, settlements s WHERE s.teacher_id = person_id ORDER BY s.month`,
  billingData: sql`SELECT b.kind, b.name, b.nip, b.street, b.post_code, b.city, b.updated_at
                     FROM person, billing_data b WHERE b.user_id = person_id`,
  invoices: sql`SELECT n.id, n.kind, n.state, n.number, n.issued_on, n.amount, n.lines, n.buyer, n.created_at
                  FROM person, invoices n WHERE n.payer_id = person_id ORDER BY n.created_at`,
  messages: sql`SELECT m.id, m.text, m.created_at, m.read_at FROM person, messages m
              WHERE m.sender_id = person_id ORDER BY m.created_at`,
  // The person's own requests; of a teacher's trial lessons nothing that the visitor or the office wrote.
  trialLessons: sql`SELECT t.id, t.date, t.block, t.subject, t.level, t.status, t.name, t.email, t.student_phone,
                        t.parent_phone, t.description, t.source, t.lost_reason, t.created_at
                   FROM requests t
                  UNION ALL
                 SELECT t.id, t.date, t.block, t.subject, t.level, t.status, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                        t.created_at
                   FROM person, trial_lessons t
                  WHERE t.teacher_id = person_id AND t.id NOT IN (SELECT r.id FROM requests r)
                  ORDER BY created_at`,
  // What was written about the student, without the private note, which is the teacher's.
  reports: sql`SELECT l.date, l.block, l.subject, r.summary, r.homework, r.homework_due, r.homework_done_at,
                      r.understanding, NULL::text AS private_note, r.created_at, r.updated_at
                 FROM person, lesson_reports r JOIN lessons l ON l.id = r.lesson_id WHERE l.student_id = person_id
                UNION ALL
               SELECT l.date, l.block, l.subject, r.summary, r.homework, r.homework_due, NULL, NULL,
                      r.private_note, r.created_at, r.updated_at
                 FROM person, lesson_reports r JOIN lessons l ON l.id = r.lesson_id WHERE l.teacher_id = person_id
                ORDER BY date, block`,
  // As what the person is in it, with the rights; who the other is, is the other's.
  guardianships: sql`SELECT CASE person_id WHEN g.parent_id THEN 'Parent' ELSE 'Student' END AS as, g.can_book,
                            g.can_pay, g.is_payer, g.first_day, g.last_day, g.ended_at, g.created_at
                       FROM person, guardianships g WHERE person_id IN (g.parent_id, g.student_id)
                      ORDER BY g.created_at`,
  // The address is shown to whom it belongs.
  invitations: sql`SELECT CASE i.email WHEN address THEN i.email END AS email, i.created_at, i.expires_at, i.used_at
                     FROM person, parent_invitations i WHERE i.student_id = person_id OR i.email = address
                    ORDER BY i.created_at`,
  // What the person asked the payer for, was to join, or answered.
  approvals: sql`SELECT CASE person_id WHEN a.student_id THEN 'Student' WHEN a.parent_id THEN 'Parent' ELSE 'Payer'
                         END AS as, a.kind, a.status, a.created_at, a.expires_at, a.answered_at
                   FROM person, approvals a WHERE person_id IN (a.student_id, a.parent_id, a.answered_by_id)
                  ORDER BY a.created_at, a.id`,
  officeNotes: sql`SELECT n.text, n.created_at FROM person, office_notes n
                    WHERE n.person_id = person.person_id OR n.trial_id IN (SELECT t.id FROM requests t)
                    ORDER BY n.created_at`,
  officeTags: sql`SELECT DISTINCT g.tag FROM person, office_tags g
                   WHERE g.person_id = person.person_id OR g.trial_id IN (SELECT t.id FROM requests t)`,
  listViews: sql`SELECT v.list, v.name, v.query FROM person, list_views v WHERE v.user_id = person_id
                  ORDER BY v.list, v.name`,
  // What was decided about the person, and what the person decided for a child.
  consents: sql`SELECT d.kind, d.title, d.version, c.accepted, c.created_at,
                       CASE WHEN c.person_id <> person.person_id THEN 'for a child'
                            WHEN c.given_by_id <> person.person_id THEN 'by a parent' ELSE 'own' END AS given
                  FROM person, consents c JOIN documents d ON d.id = c.document_id
                 WHERE person.person_id IN (c.person_id, c.given_by_id) ORDER BY c.created_at, c.id`,
  vetting: sql`SELECT v.kind, v.checked_on, v.valid_until, v.reference, v.created_at
                 FROM person, vetting_checks v WHERE v.teacher_id = person_id ORDER BY v.created_at`,
  notifications: sql`SELECT n.id, n.kind, n.channel, n.status, n.created_at, n.finished_at FROM person, notifications n
                   WHERE n.recipient_id = person_id OR n.email = address ORDER BY n.created_at`,
  notificationPreferences: sql`SELECT p.kind, p.channel, p.enabled FROM person, notification_preferences p
                             WHERE p.user_id = person_id`,
  // Without the address and keys by which a device is reached.
  devices: sql`SELECT d.name, d.created_at, d.last_shown_at FROM person, push_subscriptions d
              WHERE d.user_id = person_id ORDER BY d.created_at`,
  // Without the addresses, which open more than the person gave.
  calendars: sql`SELECT c.host, c.label, c.created_at, c.fetched_at FROM person, outside_calendars c
                WHERE c.teacher_id = person_id ORDER BY c.created_at`,
  busyTimes: sql`SELECT DISTINCT b.date, b.block FROM person, busy_blocks b
                WHERE b.teacher_id = person_id ORDER BY b.date, b.block`,
  sessions: sql`SELECT s.id, s.device, s.created_at, s.last_used_at, s.ended_at FROM person, sessions s
              WHERE s.user_id = person_id`,
  securityEvents: sql`SELECT e.kind, e.device, e.created_at FROM person, security_events e
                    WHERE e.user_id = person_id ORDER BY e.created_at`,
  // Without what they sign with.
  passkeys: sql`SELECT k.name, k.created_at, k.last_used_at FROM person, passkeys k
               WHERE k.user_id = person_id ORDER BY k.created_at`,
  // What was changed is the person's own where it is the own account; of everything else that it was done, and when.
  history: sql`SELECT h.at, h.entity, h.action,
                   CASE WHEN h.entity = 'account' AND h.entity_id = person_id::text THEN h.changes END AS changes
              FROM person, history_entries h
             WHERE h.actor_id = person_id OR (h.entity = 'account' AND h.entity_id = person_id::text)
             ORDER BY h.id`,
};

/** Everything about one person, for a copy on request; null where there is no such account. */
export async function readPersonalData(db: Database, id: string): Promise<PersonalData | null> {
  const rows = await query<{ account: Record<string, string | null> }>(
    db,
    sql`SELECT to_json(u) AS account FROM (SELECT ${ACCOUNT} FROM users WHERE id = ${id}) u`,
  );
  const account = rows[0]?.account;
  if (!account) return null;
  // An unconfirmed address may be another person's.
  const address = account.email_confirmed_at === null ? null : (account.email ?? null);
  const data: Record<string, unknown> = { account };
  for (const [kind, rowsOfKind] of Object.entries(KINDS)) {
    const found = await query<{ rows: PersonalRows }>(
      db,
      sql`WITH person AS (SELECT ${id}::uuid AS person_id, ${address}::text AS address),
               held AS (${heldAddresses(id)}),
               requests AS (SELECT * FROM trial_lessons t
                             WHERE t.student_id = ${id}::uuid
                                OR EXISTS (SELECT FROM held h
                                            WHERE h.address = t.email AND t.created_at <= coalesce(h.until, 'infinity')))
          SELECT coalesce(json_agg(t), '[]') AS rows FROM (${rowsOfKind}) t`,
    );
    data[kind] = found[0]?.rows ?? [];
  }
  return data as PersonalData;
}
