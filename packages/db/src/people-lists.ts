import {
  type CivilDate,
  DELIVERED,
  type Level,
  type Role,
  type Subject,
  type SubjectLevel,
} from "@korki/domain";
import type { Database } from "./client";
import { ALL_DEBTS, type DebtSums, owedLessons } from "./debts";
import { hasOpenInvitation } from "./imports";
import { PLANNED_LESSON } from "./lesson-status";
import {
  findByDebt,
  findPage,
  type ListedFilter,
  type Narrowed,
  type PeopleFilter,
  personConditions,
} from "./people-pages";
import { joinSql, query, type Sql, sql, whereAll } from "./sql";
import { bySurname, idRows, isoTime, jsonArray, nameJson } from "./sql-fragments";
import type { Tx } from "./transaction";

/** How a list of people is asked for. */
export type PeopleQuery = ListedFilter & { sort: Exclude<ListedFilter["sort"], "owed"> };

export type StudentFilter = PeopleFilter & {
  owing: boolean;
  teacherId?: string | undefined;
  /** Those who have no planned lesson, no teacher or no password. */
  without?: "lesson" | "teacher" | "password" | undefined;
};

/** Students can be ordered by what they owe, too. */
export type StudentQuery = StudentFilter & ListedFilter;

/** Today, and how many of its blocks are over. */
export type ListMoment = { today: CivilDate; ended: number };

type Named = { id: string; name: string; surname: string };
type NextLesson = { date: CivilDate; block: number } | null;

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
  nextLesson: NextLesson;
  isWantMoreStudents: boolean;
  subjects: SubjectLevel[];
  studentCount: number;
  receivable: number;
};

export type ListedStudentRow = ListedPersonRow & {
  phoneParent: string;
  teachers: Named[];
  nextLesson: NextLesson;
  payer: (Named & { phone: string }) | null;
  tags: string[];
  balances: { subject: Subject; level: Level; available: number }[];
  owed: number;
};

export type ListedParentRow = ListedPersonRow & { children: Named[]; owed: number; tags: string[] };

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
  (SELECT coalesce(sum(o.amount), 0)::int FROM (${owedLessons(sql`a.student_id = u.id`)}) o WHERE u.erased_at IS NULL)`;

const teacherFields = (moment: ListMoment) => sql`${PERSON},
  'nextLesson', ${nextLesson(sql`l.teacher_id`, moment)},
  'isWantMoreStudents', u.is_want_more_students,
  'subjects', (SELECT coalesce(json_agg(json_build_object('subject', ts.subject, 'level', ts.level)), '[]')
                 FROM teacher_subjects ts WHERE ts.teacher_id = u.id),
  'studentCount', (SELECT count(*) FROM teaching_relations r WHERE r.teacher_id = u.id),
  'receivable', ${RECEIVABLE}`;

/** A lesson `l` that is planned and not over. */
function isAhead({ today, ended }: ListMoment): Sql {
  return sql`${PLANNED_LESSON} AND l.date >= ${today}::date AND (l.date > ${today}::date OR l.block >= ${ended}::int)`;
}

/** The next lesson of the person `u`, who is its teacher or student; null: there is none. */
function nextLesson(side: Sql, moment: ListMoment): Sql {
  return sql`(SELECT json_build_object('date', l.date, 'block', l.block) FROM lessons l
               WHERE ${side} = u.id AND ${isAhead(moment)} ORDER BY l.date, l.block, l.id LIMIT 1)`;
}

const TEACHERS = sql`
  (SELECT coalesce(json_agg(${nameJson(sql`t`)} ORDER BY ${bySurname(sql`t`)}), '[]')
     FROM teaching_relations r JOIN users t ON t.id = r.teacher_id WHERE r.student_id = u.id)`;
const PAYER = sql`
  (SELECT json_build_object('id', p.id, 'name', p.name, 'surname', p.surname, 'phone', p.phone)
     FROM student_payers w JOIN users p ON p.id = w.payer_id WHERE w.student_id = u.id AND w.payer_id <> u.id)`;
const TAGS = sql`
  (SELECT coalesce(json_agg(DISTINCT g.tag COLLATE "pl-x-icu" ORDER BY g.tag COLLATE "pl-x-icu"), '[]') FROM office_tags g
    WHERE g.person_id = u.id OR g.trial_id = (SELECT t.id FROM trial_lessons t WHERE t.student_id = u.id))`;

function studentFields(moment: ListMoment): Sql {
  return sql`${PERSON},
    'phoneParent', u.phone_parent, 'teachers', ${TEACHERS}, 'payer', ${PAYER}, 'tags', ${TAGS},
    'nextLesson', ${nextLesson(sql`l.student_id`, moment)},
    'balances', ${BALANCES}, 'owed', ${OWED}`;
}

/** Conditions on a student `u`, for `whereAll`. */
function studentConditions({ teacherId, without }: StudentFilter, moment: ListMoment): (Sql | false)[] {
  return [
    teacherId !== undefined &&
      sql`EXISTS (SELECT FROM teaching_relations r WHERE r.student_id = u.id AND r.teacher_id = ${teacherId}::uuid)`,
    without === "lesson" &&
      sql`NOT EXISTS (SELECT FROM lessons l WHERE l.student_id = u.id AND ${isAhead(moment)})`,
    without === "teacher" && sql`NOT EXISTS (SELECT FROM teaching_relations r WHERE r.student_id = u.id)`,
    without === "password" && sql`u.password_hash IS NULL`,
  ];
}

export function listTeachers(db: Database, filter: PeopleQuery, moment: ListMoment) {
  return listPeople<ListedTeacherRow>(db, "Teacher", teacherFields(moment), filter);
}

/**
 * @param debts what everybody owes (`sumAllDebts`), for a list that is ordered or narrowed by it
 * @param total how many the list has; null: it is counted
 */
export function listStudents(
  db: Database,
  filter: StudentQuery,
  moment: ListMoment,
  debts: DebtSums | null,
  total: number | null = null,
) {
  return listPeople<ListedStudentRow>(db, "Student", studentFields(moment), filter, {
    debts,
    conditions: listedStudents(filter, moment),
    total,
  });
}

/** How a list of students by debt begins: with all who owe something, and so many `others` (`findByDebt`). */
export function findStudentsByDebt(
  db: Database,
  filter: StudentFilter,
  { moment, debts, others }: { moment: ListMoment; debts: DebtSums; others: number },
) {
  return findByDebt(db, "Student", filter, { debts, conditions: listedStudents(filter, moment) }, others);
}

function listedStudents(filter: StudentFilter, moment: ListMoment): (Sql | false)[] {
  return [filter.owing && sql`u.id IN (SELECT student_id FROM debt)`, ...studentConditions(filter, moment)];
}

/** Reads these students, in this order. */
export function readStudents(
  db: Database,
  ids: readonly string[],
  moment: ListMoment,
): Promise<ListedStudentRow[]> {
  return readPeople(db, ids, studentFields(moment));
}

const PARENT = sql`${PERSON}, 'tags', ${TAGS},
  'children', (SELECT coalesce(json_agg(${nameJson(sql`c`)} ORDER BY ${bySurname(sql`c`)}), '[]')
                 FROM current_guardianships g JOIN users c ON c.id = g.student_id WHERE g.parent_id = u.id),
  'owed', (SELECT coalesce(sum(o.amount), 0)::int FROM current_guardianships g
             JOIN student_payers w ON w.student_id = g.student_id AND w.payer_id = g.parent_id
            CROSS JOIN LATERAL (${owedLessons(sql`a.student_id = g.student_id`)}) o
            WHERE g.parent_id = u.id)`;

export function listParents(db: Database, filter: PeopleQuery) {
  return listPeople<ListedParentRow>(db, "Parent", PARENT, filter);
}

/** Administrators: nothing hangs on them. */
export function listAdmins(db: Database, filter: PeopleQuery) {
  return listPeople<ListedPersonRow>(db, "Admin", PERSON, filter);
}

/** A page of people and how many there are. */
async function listPeople<Row>(
  db: Database,
  role: Role,
  fields: Sql,
  filter: ListedFilter,
  narrowed: Narrowed = {},
): Promise<{ items: Row[]; total: number }> {
  const { ids, total } = await findPage(db, role, filter, narrowed);
  return { items: await readPeople(db, ids, fields), total };
}

/** A statement of its own and the same whatever was filtered, so that PostgreSQL plans it once. */
async function readPeople<Row>(db: Database, ids: readonly string[], fields: Sql): Promise<Row[]> {
  if (ids.length === 0) return [];
  const [row] = await query<{ items: Row[] }>(
    db,
    sql`SELECT ${jsonArray(sql`SELECT json_build_object(${fields})
                     FROM ${idRows(ids)} AS page (id, place) JOIN users u ON u.id = page.id
                    ORDER BY page.place`)} AS items`,
  );
  return row?.items ?? [];
}

/** A person whom an action on many is about. */
export type ChosenPerson = {
  id: string;
  name: string;
  surname: string;
  email: string | null;
  isDisabled: boolean;
  isErased: boolean;
  hasPassword: boolean;
  /** An invitation is still open. */
  isInvited: boolean;
};

/**
 * Locks people of one role until the transaction ends: those with these ids, or those whom a list shows with these filters
 * but a few. Disabled ones are there only where they are asked for by id or filter.
 */
export function lockChosenPeople(
  tx: Tx,
  role: Role,
  chosen: { ids: readonly string[] } | { filter: StudentFilter; except: readonly string[] },
  { moment, now, limit }: { moment: ListMoment; now: Date; limit: number },
): Promise<ChosenPerson[]> {
  const isOwing = "filter" in chosen && chosen.filter.owing && role === "Student";
  const where =
    "ids" in chosen
      ? sql`WHERE u.role = ${role} AND u.id = ANY(${chosen.ids}::uuid[])`
      : whereAll([
          ...(role === "Student" ? studentConditions(chosen.filter, moment) : []),
          ...personConditions(role, chosen.filter),
          sql`u.id <> ALL(${chosen.except}::uuid[])`,
        ]);
  return query<ChosenPerson>(
    tx,
    sql`SELECT u.id, u.name, u.surname, u.email, u.is_disabled AS "isDisabled", u.erased_at IS NOT NULL AS "isErased",
               u.password_hash IS NOT NULL AS "hasPassword", ${hasOpenInvitation(now)} AS "isInvited"
          FROM users u ${isOwing ? sql`JOIN (${ALL_DEBTS}) debt ON debt."studentId" = u.id` : sql``} ${where}
         ORDER BY u.id LIMIT ${limit}::int FOR NO KEY UPDATE OF u`,
  );
}
