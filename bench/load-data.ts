import type { Database } from "@korki/db";
import { DEMO_PASSWORD_HASH } from "@korki/demo/people";
import { DEFAULT_PRICES } from "@korki/domain";

/** How much a database is filled with. */
export type DataSize = { teachers: number; students: number; lessons: number; messages: number };

/** A centre after years at work. */
export const LARGE: DataSize = { teachers: 50, students: 5_000, lessons: 100_000, messages: 100_000 };
/** The same with the people of a large chain, for the administrator's lists. */
export const MANY_PEOPLE: DataSize = { ...LARGE, teachers: 3_000, students: 20_000 };
/** A centre in its first weeks. */
export const SMALL: DataSize = { teachers: 2, students: 20, lessons: 800, messages: 200 };

/** Kinds of rows, as in the ids: a row's number gives its id. */
const KINDS = {
  teacher: "a",
  student: "b",
  admin: "c",
  session: "d",
  lesson: "e",
  conversation: "f",
} as const;

/** The id of the n-th row of a kind, counted from 0. A session has the number and the kind of its person. */
export function loadedId(kind: keyof typeof KINDS, n: number, of = ""): string {
  return `0190000${KINDS[kind]}-0000-7000-8${of ? KINDS[of as keyof typeof KINDS] : 0}00-${n.toString(16).padStart(12, "0")}`;
}

function idSql(kind: keyof typeof KINDS, n: string, of: keyof typeof KINDS | "" = ""): string {
  return `('0190000${KINDS[kind]}-0000-7000-8${of ? KINDS[of] : 0}00-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}

/** How many students have this teacher as their first. */
export function studentsPerTeacher({ teachers, students }: DataSize): number {
  return Math.max(1, Math.floor(students / teachers));
}

const LEVELS = "(ARRAY['szkolaP', 'liceumP', 'liceumR'])";
const SUBJECTS = "(ARRAY['Matematyka', 'Fizyka', 'Polski', 'Informatyka', 'Angielski'])";
const DELIVERED = "Zrealizowana";
/** Twenty lessons: sixteen given, two missed, one cancelled by each side. */
const PAST_STATUSES = `(ARRAY[${[...Array(16).fill(DELIVERED), "Uczen nieobecny", "Uczen nieobecny", "Odwolana przez ucznia", "Odwolana przez nauczyciela"].map((status) => `'${status}'`).join(", ")}])`;
const LESSONS_A_DAY = 6;
/** Lessons to come, per teacher. */
const PLANNED = 20;

const priceSql = (field: "price" | "rate") =>
  `CASE level ${Object.entries(DEFAULT_PRICES)
    .map(([level, pair]) => `WHEN '${level}' THEN ${pair[field]}`)
    .join(" ")} END`;

const WITHOUT_TRIGGERS = "SET LOCAL session_replication_role = replica";

/** Enters every payment and lesson, and what cancelled lessons gave back, in the order in which it came. */
const LEDGER_OF_PAST = [
  "ALTER TABLE ledger_accounts DISABLE TRIGGER USER",
  "SET LOCAL session_replication_role = origin",
  `INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, payment_id, created_at)
  SELECT kind, quantity, student_id, subject, level, lesson_id, payment_id, at FROM (
    SELECT 'purchase' AS kind, lesson_amount AS quantity, student_id, subject, level, NULL::uuid AS lesson_id,
           id AS payment_id, created_at AS at, 1 AS place
      FROM payments
    UNION ALL
    SELECT 'hold', -1, student_id, subject, level, id, NULL, created_at, 2 FROM lessons
    UNION ALL
    SELECT 'release', 1, student_id, subject, level, id, NULL, greatest(created_at, updated_at), 3
      FROM lessons WHERE NOT lesson_counts(status, deleted_at, charged, late_decision)
  ) past
  ORDER BY student_id, at, place, lesson_id, payment_id`,
  "ALTER TABLE ledger_accounts ENABLE TRIGGER USER",
  WITHOUT_TRIGGERS,
];

/**
 * Fills an empty database of this or an earlier schema. Teacher t has the students t·k … t·k + k − 1 (k as
 * `studentsPerTeacher`) and those of the next teacher; everybody has one session. What triggers do row by row is done
 * at once instead, except in the ledger, and references are not checked. Needs a superuser.
 */
export async function loadData(db: Database, size: DataSize): Promise<void> {
  const client = await db.pool.connect();
  const { rows } = await client.query<{ person_slots: boolean; ledger: boolean }>(
    "SELECT to_regclass('person_slots') IS NOT NULL AS person_slots, to_regclass('ledger_entries') IS NOT NULL AS ledger",
  );
  const has = rows[0] ?? { person_slots: true, ledger: true };
  const own = studentsPerTeacher(size);
  const perTeacher = Math.ceil(size.lessons / size.teachers);
  const people = (kind: "teacher" | "student" | "admin", role: string, address: string, count: number) => `
    INSERT INTO users (id, role, email, email_confirmed_at, password_hash, name, surname, phone, is_want_more_students)
    SELECT ${idSql(kind, "n")}, '${role}', '${address}' || n || '@bench.pl', now() - interval '2 years', '${DEMO_PASSWORD_HASH}',
           (ARRAY['Anna', 'Łukasz', 'Żaneta', 'Jan', 'Maria', 'Piotr', 'Zofia'])[1 + n % 7],
           (ARRAY['Nowak', 'Wiśniewska', 'Śliwa', 'Ćwik', 'Lewandowski'])[1 + n % 5] || ' ' || n, '+48600100200', n % 3 = 0
      FROM generate_series(0, ${count - 1}) n`;
  const sessions = (kind: "teacher" | "student" | "admin", count: number) => `
    INSERT INTO sessions (id, user_id)
    SELECT ${idSql("session", "n", kind)}, ${idSql(kind, "n")} FROM generate_series(0, ${count - 1}) n`;
  const lessons = (first: number, source: string) => `
    INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, description, status,
                         price, rate, created_at, updated_at)
    SELECT ${idSql("lesson", `${first} + row_number() OVER ()`)}, teacher_id, student_id, date, block, subject, level, subject,
           'Temat zajęć numer ' || n, status, ${priceSql("price")}, ${priceSql("rate")},
           least(date, current_date) - interval '3 days', least(date, current_date) - interval '2 days'
      FROM (SELECT n, ${idSql("teacher", "t")} AS teacher_id,
                   ${idSql("student", `(t * ${own} + n % ${own}) % ${size.students}`)} AS student_id,
                   ${SUBJECTS}[1 + (t + n % 3) % 5] AS subject, ${LEVELS}[1 + n % 3] AS level, ${source}) made`;
  const steps = [
    people("admin", "Admin", "admin", 1),
    people("teacher", "Teacher", "nauczyciel", size.teachers),
    people("student", "Student", "uczen", size.students),
    WITHOUT_TRIGGERS,
    sessions("admin", 1),
    sessions("teacher", size.teachers),
    sessions("student", size.students),
    `INSERT INTO teaching_relations (student_id, teacher_id)
     SELECT DISTINCT ${idSql("student", "s")}, ${idSql("teacher", `((s / ${own}) + step) % ${size.teachers}`)}
       FROM generate_series(0, ${size.students - 1}) s, generate_series(0, 1) step`,
    `INSERT INTO teacher_subjects (teacher_id, subject, level)
     SELECT ${idSql("teacher", "t")}, ${SUBJECTS}[1 + (t + place) % 5], level
       FROM generate_series(0, ${size.teachers - 1}) t, generate_series(0, 2) place, unnest(${LEVELS}) level`,
    `INSERT INTO availability_sections (id, teacher_id, day, start_block, end_block)
     SELECT gen_random_uuid(), ${idSql("teacher", "t")}, day, 0, 13
       FROM generate_series(0, ${size.teachers - 1}) t, unnest(ARRAY['pon', 'wt', 'sr', 'czw', 'pt', 'sob', 'niedz']) day`,
    lessons(
      0,
      `current_date - 1 - n / ${LESSONS_A_DAY} AS date, (n % ${LESSONS_A_DAY}) * 2 + t % 2 AS block,
       ${PAST_STATUSES}[1 + (n * 7 + t) % 20] AS status
       FROM generate_series(0, ${size.teachers - 1}) t, generate_series(0, ${perTeacher - 1}) n
      WHERE t * ${perTeacher} + n < ${size.lessons}`,
    ),
    lessons(
      size.lessons,
      `current_date + 1 + n AS date, 13 AS block,
       (ARRAY['Potwierdzona', 'Nie potwierdzona'])[1 + n % 2] AS status
       FROM generate_series(0, ${size.teachers - 1}) t, generate_series(0, ${PLANNED - 1}) n`,
    ),
    has.person_slots
      ? `INSERT INTO person_slots (person_id, date, block, lesson_id)
         SELECT person, date, block, id FROM lessons l, unnest(ARRAY[teacher_id, student_id]) person
          WHERE lesson_holds_slot(l)`
      : `INSERT INTO occupied_slots (teacher_id, student_id, date, block, lesson_id)
         SELECT teacher_id, student_id, date, block, id FROM lessons l WHERE lesson_holds_slot(l)`,
    `INSERT INTO history_entries (actor_id, actor_role, entity, entity_id, action, changes, teacher_id, student_id)
     SELECT student_id, 'Student', 'lesson', id, 'book', '{}', teacher_id, student_id FROM lessons`,
    `INSERT INTO notifications (id, kind, recipient_id, facts, status, channel, due_at, created_at, finished_at)
     SELECT gen_random_uuid(), 'lesson-booked', teacher_id, '{}', 'sent', 'email', created_at, created_at, created_at FROM lessons`,
    `INSERT INTO payments (id, student_id, money_amount, lesson_amount, subject, level, description, created_at)
     SELECT gen_random_uuid(), ${idSql("student", "s")}, 900, 10, ${SUBJECTS}[1 + (s / ${own} + n % 3) % 5], ${LEVELS}[1 + n % 3],
            'wplata', now() - n * interval '20 days'
       FROM generate_series(0, ${size.students - 1}) s, generate_series(0, 3) n`,
    ...(has.ledger ? LEDGER_OF_PAST : []),
    `INSERT INTO payouts (id, teacher_id, money_amount, description, created_at)
     SELECT gen_random_uuid(), ${idSql("teacher", "t")}, 4000, 'wyplata', now() - n * interval '30 days'
       FROM generate_series(0, ${size.teachers - 1}) t, generate_series(0, 11) n`,
    // Half of the messages lie in the long conversations of each teacher with the first student.
    `INSERT INTO conversations (id, low_user_id, high_user_id, last_seq, last_message_at)
     SELECT ${idSql("conversation", "s")}, ${idSql("teacher", `s / ${own} % ${size.teachers}`)}, ${idSql("student", "s")},
            CASE WHEN s % ${own} = 0 THEN ${Math.floor(size.messages / size.teachers / 2)}
                 ELSE ${Math.floor(size.messages / size.students / 2)} END, now()
       FROM generate_series(0, ${size.students - 1}) s`,
    `INSERT INTO messages (id, conversation_id, seq, sender_id, recipient_id, text, client_key, created_at, read_at)
     SELECT gen_random_uuid(), c.id, n, CASE n % 2 WHEN 0 THEN c.low_user_id ELSE c.high_user_id END,
            CASE n % 2 WHEN 0 THEN c.high_user_id ELSE c.low_user_id END,
            'Dzień dobry, czy możemy przełożyć zajęcia na inny dzień? (' || n || ')', c.id || '-' || n,
            now() - (c.last_seq - n) * interval '1 hour', now() - (c.last_seq - n) * interval '1 hour'
       FROM conversations c, generate_series(1, c.last_seq) n`,
    "UPDATE conversations SET low_read_seq = last_seq - 1, high_read_seq = last_seq",
  ];
  try {
    await client.query("BEGIN");
    for (const step of steps) await client.query(step);
    await client.query("COMMIT");
    await client.query("VACUUM ANALYZE");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
