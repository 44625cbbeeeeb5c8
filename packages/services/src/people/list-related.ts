import type { RelatedInput, RelatedPerson } from "@korki/contracts/admin-people";
import type { Page } from "@korki/contracts/paging";
import { findRole, listRelated } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";

/** A teacher's students, or a student's teachers. */
export function listRelatedPeople(ctx: ActorCtx, input: RelatedInput): Promise<Page<RelatedPerson>> {
  return otherSide(ctx, "related", input);
}

/** Who could be assigned to this person: of the other role, enabled, not assigned yet. */
export function listRelationCandidates(ctx: ActorCtx, input: RelatedInput): Promise<Page<RelatedPerson>> {
  return otherSide(ctx, "candidates", input);
}

async function otherSide(
  ctx: ActorCtx,
  which: "related" | "candidates",
  input: RelatedInput,
): Promise<Page<RelatedPerson>> {
  const { id } = input;
  const role = await findRole(ctx.db, id);
  if (role !== "Teacher" && role !== "Student") throw notFound();
  const found = await listRelated(ctx.db, { id, role }, which, input);
  return { ...found, page: input.page, pageSize: input.pageSize };
}
