import type { Closure, ListClosuresInput } from "@korki/contracts/closures";
import { type ClosureRow, listClosures as listRows } from "@korki/db";
import { addDays, today } from "@korki/domain";
import type { Actor, ActorCtx } from "../context";

/** Days ahead that a list without an end shows. */
const AHEAD_DAYS = 366;

/** Returns the closures of a period that concern the actor, from today on unless the caller says otherwise. */
export async function listClosures(ctx: ActorCtx, input: ListClosuresInput): Promise<Closure[]> {
  const from = input.from ?? today(ctx.now());
  const rows = await listRows(ctx.db, { viewer: ctx.actor, from, to: input.to ?? addDays(from, AHEAD_DAYS) });
  return rows.map((row) => toClosure(ctx.actor, row));
}

/** Hides a teacher's label from everybody but that teacher and administrators. */
export function toClosure(actor: Actor, row: ClosureRow): Closure {
  const isOpen = row.teacherId === null || row.teacherId === actor.id || actor.role === "Admin";
  return { ...row, scope: row.teacherId === null ? "centre" : "teacher", label: isOpen ? row.label : "" };
}
