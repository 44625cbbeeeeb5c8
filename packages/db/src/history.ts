import type { Role } from "@korki/domain";
import type { Database } from "./client";
import { execute, query, type Sql, sql, whereAll } from "./sql";
import { isoTime, nameJson } from "./sql-fragments";
import type { Tx } from "./transaction";

type Named = { id: string; name: string; surname: string };
type Value = string | number | boolean | null;

/** A change about to be kept. */
export type NewHistoryEntry = {
  at: Date;
  actorId: string | null;
  actorRole: Role | null;
  entity: string;
  entityId: string;
  action: string;
  changes: Record<string, { from: Value; to: Value }>;
  teacherId?: string | null;
  studentId?: string | null;
};

/** Keeps them in their order. */
export async function insertHistory(tx: Tx, entries: readonly NewHistoryEntry[]): Promise<void> {
  await execute(tx, insertOfHistory(entries));
}

export function insertOfHistory(entries: readonly NewHistoryEntry[]): Sql {
  return sql`INSERT INTO history_entries (at, actor_id, actor_role, entity, entity_id, action, changes, teacher_id, student_id)
           SELECT at, "actorId", "actorRole", entity, "entityId", action, changes, "teacherId", "studentId"
             FROM json_to_recordset(${JSON.stringify(entries)}::json) AS entry (
                    at timestamptz, "actorId" uuid, "actorRole" text, entity text, "entityId" text, action text,
                    changes jsonb, "teacherId" uuid, "studentId" uuid)`;
}

/** One change; `changes` is field by field, as it was kept. Of a substitution it has the teachers' present names. */
export type HistoryRow<Entity extends string> = {
  id: string;
  at: string;
  actor: (Named & { role: Role }) | null;
  entity: Entity;
  entityId: string;
  action: string;
  changes: Record<string, { from: Value; to: Value }>;
  teacher: Named | null;
  student: Named | null;
};

export type HistoryQuery<Entity extends string> = {
  entity?: Entity | undefined;
  entityId?: string | undefined;
  actorId?: string | undefined;
  teacherId?: string | undefined;
  studentId?: string | undefined;
  /** Instants: the first one included, the last one not. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only what is older than this entry. */
  before?: string | undefined;
  limit: number;
};

/** Changes of an entry `h` of the teacher `t`: those of a substitution name the people whose ids are kept. */
const CHANGES = sql`CASE WHEN h.action = 'substitute' AND h.changes ? 'teacherId'
  THEN h.changes - 'teacherId' || jsonb_build_object('teacher', jsonb_build_object(
         'from', coalesce(rtrim(t.name || ' ' || t.surname), ''), 'to', coalesce(rtrim(u.name || ' ' || u.surname), '')))
  ELSE h.changes END`;

/** The newest first. */
export async function listHistory<Entity extends string>(
  db: Database,
  filter: HistoryQuery<Entity>,
): Promise<HistoryRow<Entity>[]> {
  const where = whereAll([
    filter.entity !== undefined && sql`h.entity = ${filter.entity}`,
    filter.entityId !== undefined && sql`h.entity_id = ${filter.entityId}`,
    filter.actorId !== undefined && sql`h.actor_id = ${filter.actorId}::uuid`,
    filter.teacherId !== undefined && sql`h.teacher_id = ${filter.teacherId}::uuid`,
    filter.studentId !== undefined && sql`h.student_id = ${filter.studentId}::uuid`,
    filter.from !== undefined && sql`h.at >= ${filter.from}`,
    filter.to !== undefined && sql`h.at < ${filter.to}`,
    filter.before !== undefined && sql`h.id < ${filter.before}::bigint`,
  ]);
  return query(
    db,
    sql`
      SELECT h.id::text AS id, ${isoTime(sql`h.at`)} AS at, h.entity, h.entity_id AS "entityId", h.action, ${CHANGES} AS changes,
             CASE WHEN a.id IS NULL THEN NULL
                  ELSE json_build_object('id', a.id, 'name', a.name, 'surname', a.surname, 'role', a.role)
              END AS actor,
             ${nameJson(sql`t`)} AS teacher, ${nameJson(sql`s`)} AS student
        FROM (SELECT * FROM history_entries h ${where} ORDER BY h.id DESC LIMIT ${filter.limit}::int) h
        LEFT JOIN users a ON a.id = h.actor_id
        LEFT JOIN users t ON t.id = h.teacher_id
        LEFT JOIN users s ON s.id = h.student_id
        LEFT JOIN users u ON h.action = 'substitute' AND u.id = (h.changes #>> '{teacherId,to}')::uuid
       ORDER BY h.id DESC`,
  );
}
