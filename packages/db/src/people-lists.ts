import { DELIVERED, type Level, type Role, type Subject, type SubjectLevel } from "@korki/domain";
import type { Database } from "./client";
import { owedLessons } from "./debts";
import { personTagged } from "./office-file";
import { joinSql, query, type Sql, sql, whereAll } from "./sql";
import { containsAll, isoTime, jsonArray, type PageQuery, pageClause } from "./sql-fragments";

/** How a list of people is asked for. */
export type PeopleQuery = PageQuery & {
  search: string;
  sort: "name" | "email" | "createdAt";
  direction: "asc" | "desc";
  showDisabled: boolean;
  /** Of the office; undefined: any or none. */
  tag?: string | undefined;
};

/** Students can be ordered by what they owe, too. */
export type StudentQuery = Omit<PeopleQuery, "sort"> & { sort: PeopleQuery["sort"] | "owed"; owing: boolean };

/** What every list shows of a person; timestamps are ISO 8601 in UTC. */
export type ListedPersonRow = {
  id: string;
  name: string;
  surname: string;
  email: string;
  phone: string;
  isDisabled: boolean;
  isEmailConfirmed: boolean;
  createdAt: string;
};

/** Money in whole złoty. */
export type ListedTeacherRow = ListedPersonRow & {
  isWantMoreStudents: boolean;
  subjects: SubjectLevel[];
  studentCount: number;
  receivable: number;
};

export type ListedStudentRow = ListedPersonRow & {
  phoneParent: string;
  teacherCount: number;
  balances: { subject: Subject; level: Level; available: number }[];
  owed: number;
};

const PERSON = sql`
  'id', u.id, 'name', u.name, 'surname', u.surname, 'email', coalesce(u.email, ''), 'phone', u.phone,
  'isDisabled', u.is_disabled, 'isEmailConfirmed', u.email_confirmed_at IS NOT NULL,
  'createdAt', ${isoTime(sql`u.created_at`)}`;

/** The index for this states `DELIVERED` too. */
const RECEIVABLE = sql`
  (SELECT coalesce(sum(l.rate), 0) FROM lessons l
    WHERE l.teacher_id = u.id AND l.deleted_at IS NULL AND l.status IN (${joinSql(DELIVERED.map((status) => sql`${status}`))}))
  + (SELECT coalesce(sum(l.rate), 0) FROM lessons l
       JOIN cancellation_policies c ON c.version = l.cancellation_policy_version AND c.pay_teacher
      WHERE l.teacher_id = u.id AND l.charged AND l.deleted_at IS NULL)
  - (SELECT coalesce(sum(p.money_amount), 0) FROM payouts p
      WHERE p.teacher_id = u.id AND p.deleted_at IS NULL)`;

const BALANCES = sql`
  (SELECT coalesce(json_agg(json_build_object('subject', a.subject, 'level', a.level, 'available', a.balance)), '[]')
     FROM ledger_accounts a WHERE a.student_id = u.id AND a.active > 0)`;
const OWED = sql`
  (SELECT coalesce(sum(o.amount), 0)::int FROM (${owedLessons(sql`a.student_id = u.id`)}) o)`;
/** What everybody owes, once; for lists that are ordered or narrowed by it. */
const DEBTS = sql`
  LEFT JOIN (SELECT o.student_id, sum(o.amount)::int AS owed FROM (${owedLessons(sql`true`)}) o
              GROUP BY o.student_id) debt ON debt.student_id = u.id`;

const TEACHER = sql`${PERSON},
  'isWantMoreStudents', u.is_want_more_students,
  'subjects', (SELECT coalesce(json_agg(json_build_object('subject', ts.subject, 'level', ts.level)), '[]')
                 FROM teacher_subjects ts WHERE ts.teacher_id = u.id),
  'studentCount', (SELECT count(*) FROM teaching_relations r WHERE r.teacher_id = u.id),
  'receivable', ${RECEIVABLE}`;

const STUDENT = sql`${PERSON},
  'phoneParent', u.phone_parent,
  'teacherCount', (SELECT count(*) FROM teaching_relations r WHERE r.student_id = u.id),
  'balances', ${BALANCES}, 'owed', ${OWED}`;

export function listTeachers(db: Database, filter: PeopleQuery) {
  return listPeople<ListedTeacherRow>(db, "Teacher", TEACHER, filter);
}

export function listStudents(db: Database, { owing, ...filter }: StudentQuery) {
  const needsDebts = owing || filter.sort === "owed";
  return listPeople<ListedStudentRow>(db, "Student", STUDENT, filter, {
    ...(needsDebts ? { join: DEBTS } : {}),
    ...(owing ? { condition: sql`debt.owed > 0` } : {}),
  });
}

/** Parents or administrators: nothing hangs on them. */
export function listAccounts(db: Database, role: Role, filter: PeopleQuery) {
  return listPeople<ListedPersonRow>(db, role, PERSON, filter);
}

/** A page of people and how many there are; a page costs the same however long the list is. */
async function listPeople<Row>(
  db: Database,
  role: Role,
  fields: Sql,
  filter: Omit<StudentQuery, "owing">,
  { join = sql``, condition }: { join?: Sql; condition?: Sql } = {},
): Promise<{ items: Row[]; total: number }> {
  const where = whereAll([
    condition ?? false,
    filter.tag !== undefined && personTagged(filter.tag),
    sql`u.role = ${role}`,
    !filter.showDisabled && sql`NOT u.is_disabled`,
    containsAll(sql`u.search_text`, filter.search),
  ]);
  const owed = sql`coalesce(debt.owed, 0)`;
  const columns = filter.sort === "owed" ? sql`u.*, ${owed} AS owed_now` : sql`u.*`;
  const order = orderOf(filter, owed);
  const rows = await query<{ total: number; items: Row[] }>(
    db,
    sql`
      SELECT (SELECT count(*)::int FROM users u ${join} ${where}) AS total,
             ${jsonArray(sql`SELECT json_build_object(${fields}) FROM
                     (SELECT ${columns} FROM users u ${join} ${where} ORDER BY ${order} ${pageClause(filter)}) u
                    ORDER BY ${orderOf(filter, sql`u.owed_now`)}`)} AS items`,
  );
  return rows[0] ?? { items: [], total: 0 };
}

function orderOf({ sort, direction }: Omit<StudentQuery, "owing">, owed: Sql): Sql {
  const columns = {
    owed: [owed, sql`u.id`],
    name: [sql`u.surname COLLATE "pl-x-icu"`, sql`u.name COLLATE "pl-x-icu"`, sql`u.id`],
    email: [sql`u.email`],
    createdAt: [sql`u.created_at`, sql`u.id`],
  }[sort];
  const order = direction === "asc" ? sql`ASC` : sql`DESC`;
  return joinSql(columns.map((column) => sql`${column} ${order}`));
}
