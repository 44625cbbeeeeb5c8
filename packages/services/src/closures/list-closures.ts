import type { Closure, ListClosuresInput } from "@korki/contracts/closures";
import type { Page } from "@korki/contracts/paging";
import { type ClosureRow, listClosures as listRows } from "@korki/db";
import { today } from "@korki/domain";
import type { ActorCtx, SignedInActor } from "../context";

/**
 * Returns the closures of a period that concern the actor, from today on unless the caller says otherwise; without an end
 * all later ones.
 */
export async function listClosures(
  ctx: ActorCtx,
  { page, pageSize, ...period }: ListClosuresInput,
): Promise<Page<Closure>> {
  const from = period.from ?? today(ctx.now());
  const to = period.to ?? null;
  const part = { limit: pageSize, offset: (page - 1) * pageSize };
  const { closures, total } = await listRows(ctx.db, { viewer: ctx.actor, from, to, ...part });
  return { items: closures.map((row) => toClosure(ctx.actor, row)), total, page, pageSize };
}

/** Hides a teacher's label from everybody but that teacher and administrators. */
export function toClosure(actor: SignedInActor, row: ClosureRow): Closure {
  const isOpen = row.teacherId === null || row.teacherId === actor.id || actor.role === "Admin";
  return { ...row, scope: row.teacherId === null ? "centre" : "teacher", label: isOpen ? row.label : "" };
}
