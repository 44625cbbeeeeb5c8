import type { Role } from "@korki/domain";
import type { Database, Tx } from "./client";
import { Prisma } from "./generated/client";
import { type PreparedTx, rowsIn } from "./prepared";
import { isoTime, nameJson, readRows, whereAll } from "./sql";

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
export async function insertHistory(tx: Tx | PreparedTx, entries: readonly NewHistoryEntry[]): Promise<void> {
  await rowsIn(tx, {
    name: "history-insert",
    text: `INSERT INTO history_entries (at, actor_id, actor_role, entity, entity_id, action, changes, teacher_id, student_id)
           SELECT at, "actorId", "actorRole", entity, "entityId", action, changes, "teacherId", "studentId"
             FROM json_to_recordset($1::json) AS entry (
                    at timestamptz, "actorId" uuid, "actorRole" text, entity text, "entityId" text, action text,
                    changes jsonb, "teacherId" uuid, "studentId" uuid)`,
    values: [JSON.stringify(entries)],
  });
}

/** One change as it was kept; `changes` is field by field. */
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

/** The newest first. */
export async function listHistory<Entity extends string>(
  db: Database,
  query: HistoryQuery<Entity>,
): Promise<HistoryRow<Entity>[]> {
  const where = whereAll([
    query.entity !== undefined && Prisma.sql`h.entity = ${query.entity}`,
    query.entityId !== undefined && Prisma.sql`h.entity_id = ${query.entityId}`,
    query.actorId !== undefined && Prisma.sql`h.actor_id = ${query.actorId}::uuid`,
    query.teacherId !== undefined && Prisma.sql`h.teacher_id = ${query.teacherId}::uuid`,
    query.studentId !== undefined && Prisma.sql`h.student_id = ${query.studentId}::uuid`,
    query.from !== undefined && Prisma.sql`h.at >= ${query.from}`,
    query.to !== undefined && Prisma.sql`h.at < ${query.to}`,
    query.before !== undefined && Prisma.sql`h.id < ${query.before}::bigint`,
  ]);
  return readRows(
    db,
    Prisma.sql`
      SELECT h.id::text AS id, ${isoTime("h.at")} AS at, h.entity, h.entity_id AS "entityId", h.action, h.changes,
             CASE WHEN a.id IS NULL THEN NULL
                  ELSE json_build_object('id', a.id, 'name', a.name, 'surname', a.surname, 'role', a.role)
              END AS actor,
             ${nameJson("t")} AS teacher, ${nameJson("s")} AS student
        FROM (SELECT * FROM history_entries h ${where} ORDER BY h.id DESC LIMIT ${query.limit}::int) h
        LEFT JOIN users a ON a.id = h.actor_id
        LEFT JOIN users t ON t.id = h.teacher_id
        LEFT JOIN users s ON s.id = h.student_id
       ORDER BY h.id DESC`,
  );
}
