import { addDays, LEVELS, today } from "@korki/domain";
import { loadedId } from "../load-data";

const PARENTS = 10_000;

/** A phone of each person's own, a parent who pays for every two students, and tags of the office. */
export const FAMILIES = [
  `UPDATE users u SET phone = '+48' || (600000000 + n)
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users) counted WHERE counted.id = u.id`,
  `INSERT INTO users (id, role, email, email_confirmed_at, name, surname, phone)
   SELECT gen_random_uuid(), 'Parent', 'rodzic' || n || '@bench.pl', now(), 'Joanna', 'Rodzicielska ' || n,
          '+48' || (700000000 + n)
     FROM generate_series(0, ${PARENTS - 1}) n`,
  "ALTER TABLE guardianships DISABLE TRIGGER USER",
  `INSERT INTO guardianships (id, parent_id, student_id, can_book, can_pay, is_payer, first_day)
   SELECT gen_random_uuid(), p.id, s.id, true, true, true, current_date - 100
     FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM users WHERE role = 'Student') s
     JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM users WHERE role = 'Parent') p ON p.n = s.n / 2`,
  "ALTER TABLE guardianships ENABLE TRIGGER USER",
  `INSERT INTO office_tags (id, person_id, tag)
   SELECT gen_random_uuid(), id, 'rabat'
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE role IN ('Student', 'Parent')) p
    WHERE n % 10 = 0`,
  // Every tenth student owes up to two held lessons of a subject, and those that are planned.
  "ALTER TABLE ledger_accounts DISABLE TRIGGER USER",
  `UPDATE ledger_accounts a SET balance = -owed
     FROM (SELECT DISTINCT ON (s.id) l.student_id, l.subject, l.level,
                  least(count(*) FILTER (WHERE l.date < current_date), 2) + count(*) FILTER (WHERE l.date > current_date) AS owed
             FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE role = 'Student') s
             JOIN lessons l ON l.student_id = s.id
            WHERE s.n % 10 = 0 AND l.status NOT LIKE 'Odwolana%'
            GROUP BY s.id, l.student_id, l.subject, l.level HAVING count(*) FILTER (WHERE l.date < current_date) > 0
            ORDER BY s.id, l.subject, l.level) owing
    WHERE (a.student_id, a.subject, a.level) = (owing.student_id, owing.subject, owing.level)`,
  "ALTER TABLE ledger_accounts ENABLE TRIGGER USER",
  "VACUUM ANALYZE",
];

type Call = readonly [procedure: string, input?: object];
/** A screen's call, or a batch of them; `n` counts the calls of all callers. */
type Row = readonly [name: string, callsOf: (n: number) => readonly Call[]];

const day = today(new Date());
const students = (input: object = {}): Call => ["adminPeople.students", input];
const teachers = (input: object = {}): Call => ["adminPeople.teachers", input];
const parents = (input: object = {}): Call => ["adminPeople.parents", input];
const lessons = (input: object = {}): Call => ["adminLessons.list", input];
/** As the calendar asks: the days before today have six lessons of each teacher, those to come one. */
const lanes = (from: string, to: string, input: object = {}): Call => [
  "adminLessons.lanes",
  { from, to, page: 1, pageSize: 30, ...input },
];
const week = (perSlot: number, input: object = {}): Call => [
  "adminLessons.calendar",
  { from: addDays(day, 1), to: addDays(day, 7), perSlot, ...input },
];
/** All lessons that there are stand in these six weeks. */
const month = (input: object = {}): Call => [
  "adminLessons.dayLoads",
  { from: addDays(day, -20), to: addDays(day, 21), ...input },
];
/** Five pages among the callers. */
const page = (n: number) => ({ page: 398 + (n % 5) });
const phone = (n: number, first = 600_000_000) => ({ search: `${first + 1 + ((n * 37) % 9_000)}` });
const email = (name: string, n: number) => ({ search: `${name}${(n * 37) % 9_000}@bench.pl` });
const DEBT = { sort: "owed", direction: "desc" };

export const DESK_CALLS: readonly Row[] = [
  ["students: first page", () => [students()]],
  ["students: page 400", (n) => [students(page(n))]],
  ["students: by debt", () => [students(DEBT)]],
  ["students: by debt, pages", (n) => [students({ ...DEBT, page: 1 + (n % 5) })]],
  ["students: who owe", () => [students({ owing: true })]],
  ["students: of a teacher", (n) => [students({ teacherId: loadedId("teacher", n % 3_000) })]],
  ["students: without a lesson", () => [students({ without: "lesson" })]],
  ["students: with a tag", () => [students({ tag: "rabat" })]],
  ["students: by phone", (n) => [students(phone(n))]],
  ["students: by e-mail", (n) => [students(email("uczen", n))]],
  ["students: by name", (n) => [students({ search: `nowak ${n % 900}` })]],
  [
    "students: a saved view",
    () => [["listViews.list", { list: "students" }], students({ ...DEBT, tag: "rabat" })],
  ],
  ["teachers: first page", () => [teachers()]],
  ["teachers: pages", (n) => [teachers({ page: 80 + (n % 5) })]],
  ["teachers: by phone", (n) => [teachers(phone(n))]],
  ["parents: first page", () => [parents()]],
  ["parents: page 400", (n) => [parents(page(n))]],
  ["parents: by phone", (n) => [parents(phone(n, 700_000_000))]],
  ["parents: by e-mail", (n) => [parents(email("rodzic", n))]],
  [
    "everybody by phone, as Ctrl+K asks",
    (n) => [students, teachers, parents].map((of) => of({ ...phone(n), pageSize: 5 })),
  ],
  ["lessons: from today", () => [lessons({ from: day, direction: "asc" })]],
  ["lessons: the latest", () => [lessons()]],
  ["lessons: page 400", (n) => [lessons(page(n))]],
  ["lessons: of a student", (n) => [lessons({ studentId: loadedId("student", n % 20_000) })]],
  ["lessons: of a teacher", (n) => [lessons({ teacherId: loadedId("teacher", n % 3_000) })]],
  [
    "lessons: of a status, subject and level",
    (n) => [lessons({ status: "Zrealizowana", subject: "Fizyka", level: "liceumP", page: 1 + (n % 5) })],
  ],
  ["calendar: everybody's week", () => [week(3)]],
  ["calendar: the week of a subject", (n) => [week(3, { subject: "Fizyka", level: LEVELS[n % 3] })]],
  ["calendar: a month", () => [month()]],
  ["calendar: the month of a subject", (n) => [month({ subject: "Fizyka", level: LEVELS[n % 3] })]],
  ["lanes: a day", () => [lanes(addDays(day, -1), addDays(day, -1))]],
  ["lanes: a day, pages", (n) => [lanes(addDays(day, -1), addDays(day, -1), { page: 1 + (n % 5) })]],
  [
    "lanes: who has something on",
    () => [lanes(addDays(day, -1), addDays(day, -1), { onlyWithEntries: true })],
  ],
  [
    "lanes: of a subject",
    (n) => [lanes(addDays(day, 1), addDays(day, 1), { subject: "Fizyka", page: 1 + (n % 5) })],
  ],
  [
    "lanes: a teacher's week",
    (n) => [
      lanes(addDays(day, 1), addDays(day, 7), { teacherId: loadedId("teacher", n % 3_000), pageSize: 1 }),
    ],
  ],
];

/** The address of calls in one batch, as the browser sends them. */
export function batchPath(calls: readonly Call[]): string {
  const input = Object.fromEntries(calls.map(([, given = {}], at) => [at, given]));
  const names = calls.map(([procedure]) => procedure).join(",");
  return `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
}
