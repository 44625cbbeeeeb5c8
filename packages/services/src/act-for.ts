import { familyTexts } from "@korki/contracts/texts/families";
import { type Executor, findGuardianRights } from "@korki/db";
import { type GuardianRight, studentActedFor } from "@korki/domain";
import type { ActorCtx, Ctx } from "./context";
import { forbidden, invalidInput, notFound, requireConsents, type ServiceError } from "./errors";

/**
 * Returns the context in which the actor acts for a student. Students act for themselves and name no student. A
 * parent names a child: throws `not_found` if the actor is not its guardian today, `forbidden` if the guardianship
 * lacks the right. In a transaction the guardianship cannot end before it commits.
 *
 * @param missing the error for another person's child: the same as for an object that does not exist
 */
export async function actFor(
  on: Executor,
  ctx: ActorCtx,
  studentId: string | undefined,
  right: GuardianRight,
  missing: () => ServiceError = notFound,
): Promise<ActorCtx> {
  const { actor } = ctx;
  if (actor.role !== "Parent") return ctx;
  if (studentId === undefined) throw invalidInput(familyTexts.noChild);
  const rights = await findGuardianRights(on, { parentId: actor.id, studentId });
  if (!rights) throw missing();
  const allowed = { see: true, book: rights.canBook, pay: rights.canPay }[right];
  if (!allowed) throw forbidden(right === "pay" ? familyTexts.cannotPay : familyTexts.cannotBook);
  if (right === "book") requireConsents(rights.missingConsents);
  return { ...ctx, actor: { ...actor, actsFor: studentId } };
}

/** Returns the student as whom the actor acts. Throws `forbidden` for everybody who acts as none. */
export function studentOf({ actor }: Pick<ActorCtx, "actor">): string {
  const studentId = studentActedFor(actor);
  if (studentId === null) throw forbidden();
  return studentId;
}

/** Returns the fact of a message that a parent acted on the student's side (rules §15). */
export function byParent({ actor }: Pick<Ctx, "actor">): { byParent?: true } {
  return actor?.role === "Parent" ? { byParent: true } : {};
}
