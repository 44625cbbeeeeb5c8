import type { CivilDate } from "@korki/domain";
import { TEACHERS_PEOPLE } from "./chat-contacts";
import { toDbDate } from "./civil-date";
import type { Database, Executor } from "./client";
import { execute, query, type Sql, sql } from "./sql";
import { bySurname, isoTime } from "./sql-fragments";
import type { Tx } from "./transaction";

/** What a parent may do for a child, beside seeing its lessons. */
export type GuardianRights = { canBook: boolean; canPay: boolean; isPayer: boolean };

/**
 * Finds the rights that a parent has for a student today, or null, and the mandatory documents not yet accepted for a
 * child without a login. In a transaction the guardianship is locked.
 */
export async function findGuardianRights(
  on: Executor,
  { parentId, studentId }: { parentId: string; studentId: string },
): Promise<(GuardianRights & { missingConsents: string[] }) | null> {
  const lock = "pool" in on ? sql`` : sql`FOR SHARE`;
  const rows = await query<GuardianRights & { missingConsents: string[] }>(
    on,
    sql`SELECT can_book AS "canBook", can_pay AS "canPay", is_payer AS "isPayer",
               coalesce((SELECT missing_consents(u.id, u.role, product_now()) FROM users u
                          WHERE u.id = student_id AND u.email IS NULL), '{}') AS "missingConsents"
          FROM current_guardianships
         WHERE parent_id = ${parentId}::uuid AND student_id = ${studentId}::uuid ${lock}`,
  );
  return rows[0] ?? null;
}

export type ChildRow = GuardianRights & {
  id: string;
  name: string;
  surname: string;
  hasLogin: boolean;
  isDisabled: boolean;
  missingConsents: string[];
};

/** Lists the children for whom a parent acts today, by name. */
export async function listChildrenOf(db: Executor, parentId: string): Promise<ChildRow[]> {
  return query<ChildRow>(
    db,
    sql`SELECT s.id, s.name, s.surname, s.email IS NOT NULL AS "hasLogin", s.is_disabled AS "isDisabled",
               g.can_book AS "canBook", g.can_pay AS "canPay", g.is_payer AS "isPayer",
               CASE WHEN s.email IS NULL THEN missing_consents(s.id, s.role, product_now()) ELSE '{}' END AS "missingConsents"
          FROM current_guardianships g JOIN users s ON s.id = g.student_id
         WHERE g.parent_id = ${parentId}::uuid AND s.erased_at IS NULL 
         ORDER BY s.name COLLATE "pl-x-icu", ${bySurname(sql`s`)}`,
  );
}

/** A present guardianship as its student sees it: its id and the parent's name. */
export type ParentRow = { id: string; name: string };

/** Lists the parents who act for a student today, by surname. */
export function listParentsOf(db: Executor, studentId: string): Promise<ParentRow[]> {
  return query<ParentRow>(
    db,
    sql`SELECT g.id, rtrim(p.name || ' ' || p.surname) AS name
          FROM current_guardianships g JOIN users p ON p.id = g.parent_id
         WHERE g.student_id = ${studentId}::uuid AND p.erased_at IS NULL ORDER BY ${bySurname(sql`p`)}`,
  );
}

/** Returns the children for whom a parent acted once and does not act today. */
export async function listFormerChildren(on: Executor, parentId: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT DISTINCT g.student_id AS id FROM guardianships g
         WHERE g.parent_id = ${parentId}::uuid AND NOT EXISTS (
           SELECT FROM current_guardianships c WHERE c.parent_id = g.parent_id AND c.student_id = g.student_id)`,
  );
  return rows.map(({ id }) => id);
}

/** Whom a new day concerns: guardianships began or ended with it. */
export type GuardianshipChanges = {
  /** The day that it is now in Warsaw, by the database's clock. */
  day: CivilDate;
  /** Parents and students, whose screens show other data now. */
  people: string[];
  /** Parents and teachers, whose contacts are others now. */
  contacts: string[];
};

/** Finds guardianships that began or ended with the days after `since`. */
export async function findGuardianshipChanges(db: Database, since: CivilDate): Promise<GuardianshipChanges> {
  const [row] = await query<GuardianshipChanges>(
    db,
    sql`WITH changed AS (
          SELECT parent_id, student_id FROM guardianships
           WHERE ended_at IS NULL AND last_day >= ${since}::date AND last_day < warsaw_today()
           UNION
          SELECT parent_id, student_id FROM guardianships
           WHERE ended_at IS NULL AND first_day > ${since}::date AND first_day <= warsaw_today())
        SELECT warsaw_today() AS day,
               ARRAY(SELECT parent_id::text FROM changed UNION SELECT student_id::text FROM changed) AS people,
               ARRAY(SELECT parent_id::text FROM changed
                      UNION SELECT t.teacher_id::text FROM changed c
                              JOIN ${TEACHERS_PEOPLE} t ON t.person_id = c.student_id) AS contacts`,
  );
  if (!row) throw new Error("a query without a table gave no row");
  return row;
}

/** A guardianship with its parent's name; `to` is the last day, also of one that was ended. */
export type GuardianshipRow = GuardianRights & {
  id: string;
  parentId: string;
  parentName: string;
  studentId: string;
  studentName: string;
  from: CivilDate;
  to: CivilDate | null;
  hasEnded: boolean;
};

const ROW = sql`g.id, g.parent_id AS "parentId", rtrim(p.name || ' ' || p.surname) AS "parentName",
  g.student_id AS "studentId", rtrim(s.name || ' ' || s.surname) AS "studentName", g.can_book AS "canBook", g.can_pay AS "canPay", g.is_payer AS "isPayer",
  g.first_day AS "from", least(g.last_day, (g.ended_at AT TIME ZONE 'Europe/Warsaw')::date) AS "to",
  g.ended_at IS NOT NULL OR coalesce(g.last_day < warsaw_today(), false) AS "hasEnded"`;
const FROM = sql`guardianships g JOIN users p ON p.id = g.parent_id JOIN users s ON s.id = g.student_id`;

/** Lists a student's or a parent's guardianships, ended ones too: the present ones first, then by their first day. */
export async function listGuardianshipsOf(
  on: Executor,
  of: { studentId: string } | { parentId: string },
): Promise<GuardianshipRow[]> {
  const isTheirs =
    "studentId" in of ? sql`g.student_id = ${of.studentId}::uuid` : sql`g.parent_id = ${of.parentId}::uuid`;
  return query<GuardianshipRow>(
    on,
    sql`SELECT ${ROW} FROM ${FROM} WHERE ${isTheirs} ORDER BY "hasEnded", g.first_day, g.created_at, g.id`,
  );
}

export async function findGuardianship(on: Executor, id: string): Promise<GuardianshipRow | null> {
  const rows = await query<GuardianshipRow>(on, sql`SELECT ${ROW} FROM ${FROM} WHERE g.id = ${id}::uuid`);
  return rows[0] ?? null;
}

/**
 * Marks a student's guardianships whose last day has passed as ended, so that they no longer prevent new
 * ones. The student must be locked.
 */
export async function endPastGuardianships(tx: Tx, studentId: string, now: Date): Promise<void> {
  await execute(
    tx,
    sql`UPDATE guardianships SET ended_at = ${now}
         WHERE student_id = ${studentId}::uuid AND ended_at IS NULL
           AND last_day < warsaw_today()`,
  );
}

export type NewGuardianship = GuardianRights & {
  id: string;
  parentId: string;
  studentId: string;
  from: CivilDate;
  to: CivilDate | null;
  /** Set for a guardianship whose last day has passed, which conflicts with no other. */
  endedAt?: Date | null;
};

/** Violates `guardianships_pair_key` or `guardianships_payer_key` if it conflicts with another one. */
export async function insertGuardianship(tx: Tx, { from, to, ...row }: NewGuardianship): Promise<void> {
  await tx.guardianship.create({
    data: { ...row, firstDay: toDbDate(from), lastDay: to && toDbDate(to) },
  });
}

/** Changes rights and days; it stays ended, or goes on, where `endedAt` is left out. */
export async function updateGuardianship(
  tx: Tx,
  { id, from, to, ...more }: Omit<NewGuardianship, "parentId" | "studentId">,
): Promise<void> {
  await tx.guardianship.update({
    where: { id },
    data: { ...more, firstDay: toDbDate(from), lastDay: to && toDbDate(to) },
  });
}

/** Returns whether a pair has a guardianship that is not over. The student must be locked. */
export async function hasGuardianship(
  tx: Tx,
  pair: { parentId: string; studentId: string },
): Promise<boolean> {
  return (await tx.guardianship.count({ where: { ...pair, endedAt: null } })) > 0;
}

/** Ends a guardianship now. Returns false if it has ended already. */
export async function endGuardianship(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.guardianship.updateMany({
    where: { id, endedAt: null },
    data: { endedAt: now },
  });
  return count === 1;
}

/** A student as guardianships see it. */
export type ChildState = { role: string; hasLogin: boolean; isErased: boolean };

/**
 * Locks a student against other changes of its guardianships. The guardianships themselves are locked first, as by a
 * parent who acts for the student (`findGuardianRights`), so that the two wait for each other instead of deadlocking.
 */
export async function lockChild(tx: Tx, studentId: string): Promise<ChildState | null> {
  await lockGuardianshipsOf(tx, sql`student_id = ${studentId}::uuid`);
  const rows = await query<ChildState>(
    tx,
    sql`SELECT role, email IS NOT NULL AS "hasLogin", erased_at IS NOT NULL AS "isErased" FROM users
         WHERE id = ${studentId}::uuid FOR NO KEY UPDATE`,
  );
  return rows[0] ?? null;
}

/**
 * Locks the guardianships that a parent or a student has. Comes before every lock of an account: whoever acts for a
 * child locks its guardianship first.
 */
export async function lockFamily(tx: Tx, personId: string): Promise<void> {
  await lockGuardianshipsOf(
    tx,
    sql`student_id IN (SELECT student_id FROM guardianships
                        WHERE ${personId}::uuid IN (parent_id, student_id) AND ended_at IS NULL)`,
  );
}

async function lockGuardianshipsOf(tx: Tx, whose: Sql): Promise<void> {
  await query(
    tx,
    sql`SELECT FROM guardianships WHERE ${whose} AND ended_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
  );
}

/** Returns whether a person has all rights for a student today, without an end date. */
export async function hasFullGuardian(tx: Tx, studentId: string): Promise<boolean> {
  const rows = await query<{ found: boolean }>(
    tx,
    sql`SELECT EXISTS (SELECT FROM guardianships
                        WHERE student_id = ${studentId}::uuid AND can_book AND can_pay AND ended_at IS NULL
                          AND first_day <= warsaw_today() AND last_day IS NULL) AS found`,
  );
  return rows[0]?.found ?? false;
}

/**
 * Tells whether a child without a login has nobody with all rights but this parent. The children are locked against
 * other changes of their guardianships.
 */
export async function isLastFullGuardian(tx: Tx, parentId: string): Promise<boolean> {
  const children = await query<{ id: string }>(
    tx,
    sql`SELECT s.id FROM users s
         WHERE s.email IS NULL AND s.erased_at IS NULL
           AND EXISTS (SELECT FROM guardianships g
                        WHERE g.student_id = s.id AND g.parent_id = ${parentId}::uuid AND g.ended_at IS NULL)
         ORDER BY s.id FOR NO KEY UPDATE`,
  );
  const rows = await query<{ found: boolean }>(
    tx,
    sql`SELECT EXISTS (
          SELECT FROM unnest(${children.map(({ id }) => id)}::uuid[]) child (id)
           WHERE NOT EXISTS (SELECT FROM guardianships g JOIN users p ON p.id = g.parent_id
                              WHERE g.student_id = child.id AND g.parent_id <> ${parentId}::uuid AND g.can_book
                                AND g.can_pay AND g.ended_at IS NULL AND g.first_day <= warsaw_today()
                                AND g.last_day IS NULL AND p.erased_at IS NULL)) AS found`,
  );
  return rows[0]?.found ?? false;
}

/** An invitation that works, with the student's name and the account that its address has. */
export type LiveInvitation = {
  id: string;
  studentId: string;
  studentName: string;
  hasLogin: boolean;
  /** The student, or an administrator. */
  invitedById: string;
  email: string;
  account: { id: string; role: string; isDisabled: boolean } | null;
};

/** Finds an invitation that is neither used nor expired. */
export async function findInvitation(on: Executor, id: string, now: Date): Promise<LiveInvitation | null> {
  const rows = await query<LiveInvitation>(
    on,
    sql`SELECT i.id, i.student_id AS "studentId", rtrim(s.name || ' ' || s.surname) AS "studentName",
               s.email IS NOT NULL AS "hasLogin", i.invited_by_id AS "invitedById", i.email,
               CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'role', u.role, 'isDisabled', u.is_disabled)
                END AS account
          FROM parent_invitations i JOIN users s ON s.id = i.student_id LEFT JOIN users u ON u.email = i.email
         WHERE i.id = ${id}::uuid AND i.used_at IS NULL AND i.expires_at > ${now} AND s.erased_at IS NULL`,
  );
  return rows[0] ?? null;
}

/** Uses up an invitation. Returns false if another call was faster. */
export async function spendInvitation(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.parentInvitation.updateMany({
    where: { id, usedAt: null },
    data: { usedAt: now },
  });
  return count === 1;
}

/** An invitation that can still be used or withdrawn; timestamps are ISO 8601 in UTC. */
export type OpenInvitationRow = { id: string; email: string; createdAt: string; expiresAt: string };

/** Lists a student's invitations that are neither used nor expired, the newest first. */
export function listOpenInvitations(
  on: Executor,
  studentId: string,
  now: Date,
): Promise<OpenInvitationRow[]> {
  return query<OpenInvitationRow>(
    on,
    sql`SELECT id, email, ${isoTime(sql`created_at`)} AS "createdAt", ${isoTime(sql`expires_at`)} AS "expiresAt"
          FROM parent_invitations
         WHERE student_id = ${studentId}::uuid AND used_at IS NULL AND expires_at > ${now}
         ORDER BY created_at DESC, id`,
  );
}

/** Deletes an unused invitation, of this student where one is given, and returns whose it was. */
export async function deleteInvitation(
  tx: Tx,
  { id, studentId }: { id: string; studentId: string | undefined },
): Promise<string | null> {
  const isTheirs = studentId === undefined ? sql`true` : sql`student_id = ${studentId}::uuid`;
  const [row] = await query<{ studentId: string }>(
    tx,
    sql`DELETE FROM parent_invitations WHERE id = ${id}::uuid AND used_at IS NULL AND ${isTheirs}
        RETURNING student_id AS "studentId"`,
  );
  return row?.studentId ?? null;
}

/** Returns whether a student has a payer, present or future. */
export async function hasPayer(tx: Tx, studentId: string): Promise<boolean> {
  return (await tx.guardianship.count({ where: { studentId, isPayer: true, endedAt: null } })) > 0;
}

export async function insertInvitation(
  tx: Tx,
  invitation: {
    id: string;
    studentId: string;
    email: string;
    invitedById: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx.parentInvitation.create({ data: invitation, select: { id: true } });
}

/** Inserts a student without a login. */
export async function insertChild(
  tx: Tx,
  child: { id: string; name: string; surname: string; phone: string; phoneParent: string; createdAt: Date },
): Promise<void> {
  await tx.user.create({ data: { ...child, role: "Student", email: null }, select: { id: true } });
}

/** Inserts a parent whose address is confirmed. Returns false if the address has an account. */
export async function insertParentAccount(
  tx: Tx,
  account: {
    id: string;
    email: string;
    name: string;
    surname: string;
    phone: string;
    passwordHash: string | null;
    createdAt: Date;
  },
): Promise<boolean> {
  const { count } = await tx.user.createMany({
    data: { ...account, role: "Parent", emailConfirmedAt: account.createdAt },
    skipDuplicates: true,
  });
  return count === 1;
}

/** Returns the parent who pays for a student today, as `student_payers` says; null if the student pays. */
export async function findPayer(on: Executor, studentId: string): Promise<string | null> {
  const rows = await query<{ payer: string }>(
    on,
    sql`SELECT payer_id AS payer FROM student_payers WHERE student_id = ${studentId}::uuid AND payer_id <> student_id`,
  );
  return rows[0]?.payer ?? null;
}

/** A student, the parent who pays today (null: the student pays), and whether the student has a login. */
export type StudentPayerRow = {
  studentId: string;
  studentName: string;
  payerId: string | null;
  hasLogin: boolean;
};

/** Lists who pays for these students today. */
export function listStudentPayers(on: Executor, studentIds: readonly string[]): Promise<StudentPayerRow[]> {
  return query<StudentPayerRow>(
    on,
    sql`SELECT s.id AS "studentId", rtrim(s.name || ' ' || s.surname) AS "studentName",
               nullif(p.payer_id, s.id) AS "payerId", s.email IS NOT NULL AS "hasLogin"
          FROM users s LEFT JOIN student_payers p ON p.student_id = s.id WHERE s.id = ANY (${studentIds}::uuid[])`,
  );
}

/** Returns the enabled parent's account that an address has, or null. */
export async function findParentByEmail(tx: Tx, email: string): Promise<string | null> {
  const found = await tx.user.findFirst({
    where: { email, role: "Parent", isDisabled: false, erasedAt: null },
    select: { id: true },
  });
  return found?.id ?? null;
}
