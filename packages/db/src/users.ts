import type { AvailabilitySection, Role, SubjectLevel } from "@korki/domain";
import type { Database, Executor } from "./client";
import { query, sql } from "./sql";
import type { Tx } from "./transaction";

/** What logging in has to know of an account. */
export type Credentials = {
  id: string;
  /** Null until an invited person has set a password. */
  passwordHash: string | null;
  isConfirmed: boolean;
  isDisabled: boolean;
  hasTotp: boolean;
  hasPasskey: boolean;
  role: Role;
};

/** @param email folded to lower case */
export async function findCredentials(on: Executor, email: string): Promise<Credentials | null> {
  const rows = await query<Credentials>(
    on,
    sql`SELECT id, password_hash AS "passwordHash", email_confirmed_at IS NOT NULL AS "isConfirmed",
                  is_disabled AS "isDisabled",
                  EXISTS (SELECT FROM totp_factors t WHERE t.user_id = users.id AND t.confirmed_at IS NOT NULL)
                    AS "hasTotp",
                  EXISTS (SELECT FROM passkeys p WHERE p.user_id = users.id) AS "hasPasskey", role
             FROM users WHERE email = ${email}`,
  );
  return rows[0] ?? null;
}

/** A person's own account, with everything that hangs on it. */
export type ProfileRow = {
  id: string;
  role: Role;
  email: string;
  name: string;
  surname: string;
  phone: string;
  phoneParent: string;
  telegramChatId: string | null;
  isDisabled: boolean;
  isWantMoreStudents: boolean;
  meetingRoom: string;
  isShownToVisitors: boolean;
  introduction: string;
  subjects: SubjectLevel[];
  students: string[];
  teachers: string[];
  availability: AvailabilitySection[];
};

/** Read at every start of the SPA, so it is one prepared statement. Lists come in no particular order. */
export async function findProfile(
  db: Database,
  userId: string,
  withPeople = true,
): Promise<ProfileRow | null> {
  const columns = withPeople
    ? PROFILE_COLUMNS
    : sql`${OWN_COLUMNS}, '[]'::json AS students, '[]'::json AS teachers`;
  const rows = await query<ProfileRow>(db, sql`SELECT ${columns} FROM users u WHERE u.id = ${userId}`);
  return rows[0] ?? null;
}

/** What a profile shows of a row `u` of users, without other people. */
const OWN_COLUMNS = sql`
         u.id, u.role, coalesce(u.email, '') AS email, u.name, u.surname, u.phone, u.phone_parent AS "phoneParent",
         u.telegram_chat_id AS "telegramChatId", u.is_disabled AS "isDisabled",
         u.is_want_more_students AS "isWantMoreStudents", u.meeting_room AS "meetingRoom",
         u.is_shown_to_visitors AS "isShownToVisitors", u.introduction,
         (SELECT coalesce(json_agg(json_build_object('subject', subject, 'level', level)), '[]')
            FROM teacher_subjects WHERE teacher_id = u.id) AS subjects,
         (SELECT coalesce(json_agg(
                   json_build_object('day', day, 'startBlock', start_block, 'endBlock', end_block)), '[]')
            FROM availability_sections WHERE teacher_id = u.id) AS availability`;

/** Everything that a profile shows of a row `u` of users. */
export const PROFILE_COLUMNS = sql`${OWN_COLUMNS},
         array_to_json(ARRAY(SELECT student_id FROM teaching_relations WHERE teacher_id = u.id ORDER BY student_id))
           AS students,
         array_to_json(ARRAY(SELECT teacher_id FROM teaching_relations WHERE student_id = u.id ORDER BY teacher_id))
           AS teachers`;

/** The fields of an account that its owner or an admin may change. */
export type EditableAccount = {
  role: Role;
  surname: string;
  phone: string;
  phoneParent: string;
  isWantMoreStudents: boolean;
  meetingRoom: string;
  isShownToVisitors: boolean;
  introduction: string;
};

/** Returns what its owner may change of an account, locked until the transaction ends. */
export async function lockProfile(tx: Tx, userId: string): Promise<EditableAccount | null> {
  const rows = await query<EditableAccount>(
    tx,
    sql`
    SELECT role, surname, phone, phone_parent AS "phoneParent", is_want_more_students AS "isWantMoreStudents",
           meeting_room AS "meetingRoom", is_shown_to_visitors AS "isShownToVisitors", introduction
      FROM users WHERE id = ${userId}::uuid FOR UPDATE`,
  );
  return rows[0] ?? null;
}

/** Locks the account of an address until the transaction ends, so that what is done for it is done in turn. */
export async function lockAccountOf(
  tx: Tx,
  email: string,
): Promise<{ id: string; isDisabled: boolean; role: Role; hasFactor: boolean } | null> {
  const rows = await query<{ id: string; isDisabled: boolean; role: Role; hasFactor: boolean }>(
    tx,
    sql`
    SELECT id, is_disabled AS "isDisabled", role,
           EXISTS (SELECT FROM totp_factors t WHERE t.user_id = users.id AND t.confirmed_at IS NOT NULL)
             OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = users.id) AS "hasFactor"
      FROM users WHERE email = ${email} FOR UPDATE`,
  );
  return rows[0] ?? null;
}

/** Returns a teacher's permanent room; empty where there is none. */
export async function findMeetingRoom(tx: Tx, teacherId: string): Promise<string> {
  const found = await tx.user.findUnique({ where: { id: teacherId }, select: { meetingRoom: true } });
  return found?.meetingRoom ?? "";
}
