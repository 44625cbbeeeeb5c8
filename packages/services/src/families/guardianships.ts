import type { Guardianship, OwnParent, SaveGuardianshipInput } from "@korki/contracts/families";
import { commonTexts } from "@korki/contracts/texts/common";
import { familyTexts } from "@korki/contracts/texts/families";
import {
  type ChildState,
  endGuardianship as endNow,
  endPastGuardianships,
  findGuardianship,
  type GuardianshipRow,
  hasFullGuardian,
  hasGuardianship,
  insertGuardianship,
  listGuardianshipsOf,
  listParentsOf,
  lockChild,
  lockPeopleForShare,
  newId,
  type Tx,
  transact,
  updateGuardianship,
  violates,
  withdrawGuardianApproval,
} from "@korki/db";
import { today } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, ServiceError } from "../errors";
import { diff, recordHistory } from "../history";
import { guardianshipEvent, notifyOfGuardianship } from "./guardianship-notices";

/** Lists the parents who act for the student today. */
export function listParents(ctx: ActorCtx): Promise<OwnParent[]> {
  return listParentsOf(ctx.db, ctx.actor.id);
}

/** Lists a student's guardianships for an administrator, ended ones last. */
export async function listGuardianships(
  ctx: ActorCtx,
  { studentId }: { studentId: string },
): Promise<Guardianship[]> {
  await requirePersonOfRole(ctx, studentId, "Student");
  return (await listGuardianshipsOf(ctx.db, { studentId })).map(toGuardianship);
}

/** Lists the guardianships of a parent for an administrator, ended ones last. */
export async function listChildrenOfParent(
  ctx: ActorCtx,
  { parentId }: { parentId: string },
): Promise<Guardianship[]> {
  await requirePersonOfRole(ctx, parentId, "Parent");
  return (await listGuardianshipsOf(ctx.db, { parentId })).map(toGuardianship);
}

/**
 * An administrator makes or changes a guardianship; its parent, the student and who pays are notified. Throws `conflict` if
 * the pair has one already, if the student has another payer, if a child without a login would be left without a parent who
 * has all rights, or if it is not what the caller saw.
 */
export async function saveGuardianship(ctx: ActorCtx, input: SaveGuardianshipInput): Promise<Guardianship> {
  const { studentId, parentId, rights, payer: isPayer } = input;
  if (isPayer && !rights.pay) throw invalidInput(familyTexts.payerNeedsPay);
  try {
    return await transact(ctx.db, async (tx) => {
      const child = await lockStudent(tx, studentId);
      const parent = (await lockPeopleForShare(tx, [parentId])).get(parentId);
      if (parent?.role !== "Parent" || parent.isErased) throw noSuch(familyTexts.parentNotFound);
      await endPastGuardianships(tx, studentId, ctx.now());
      const before = input.id === undefined ? null : await findGuardianship(tx, input.id);
      if (input.id !== undefined && (before?.studentId !== studentId || before.parentId !== parentId)) {
        throw noSuch(familyTexts.parentNotFound);
      }
      if (before && input.seen && !isAsSeen(toGuardianship(before), input.seen))
        throw conflict(commonTexts.changedMeanwhile);
      // What is left out stays: no edit of the rights makes a guardianship last longer.
      const { from = before?.from ?? today(ctx.now()), to = before?.to ?? null } = input;
      if (to !== null && to < from) throw invalidInput(familyTexts.daysReversed);
      const terms = { canBook: rights.book, canPay: rights.pay, isPayer, from, to };
      const id = input.id ?? newId();
      const isPast = to !== null && to < today(ctx.now());
      const endedAt = isPast ? ctx.now() : null;
      if (before) {
        const staysEnded = before.hasEnded && to === before.to;
        await updateGuardianship(tx, { id, ...terms, ...(staysEnded ? {} : { endedAt }) });
      } else {
        if (isPast && (await hasGuardianship(tx, { parentId, studentId })))
          throw conflict(familyTexts.alreadyGuardian);
        await insertGuardianship(tx, { id, parentId, studentId, ...terms, endedAt });
      }
      await requireFullGuardian(tx, studentId, child);
      await recordGuardianship(tx, ctx, before ? "update" : "add", before, { parentId, studentId, ...terms });
      const saved = await findGuardianship(tx, id);
      if (saved?.hasEnded === false) await withdrawGuardianApproval(tx, { parentId, studentId }, ctx.now());
      if (!saved) throw noSuch(familyTexts.parentNotFound);
      const event = guardianshipEvent(before, saved);
      if (event) await notifyOfGuardianship(tx, ctx, event, saved);
      return toGuardianship(saved);
    });
  } catch (error) {
    throw guardianshipRefused(error);
  }
}

function isAsSeen(
  { rights, payer, from, to, hasEnded }: Guardianship,
  seen: NonNullable<SaveGuardianshipInput["seen"]>,
): boolean {
  return (
    rights.book === seen.rights.book &&
    rights.pay === seen.rights.pay &&
    payer === seen.payer &&
    from === seen.from &&
    to === seen.to &&
    hasEnded === seen.hasEnded
  );
}

/** An administrator ends a guardianship now; the same are notified. Throws `not_found` for one that has ended. */
export async function endGuardianship(ctx: ActorCtx, { id }: { id: string }): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const found = await findGuardianship(tx, id);
    if (!found) throw noSuch(familyTexts.parentNotFound);
    const child = await lockStudent(tx, found.studentId);
    await endPastGuardianships(tx, found.studentId, ctx.now());
    if (!(await endNow(tx, id, ctx.now()))) throw noSuch(familyTexts.parentNotFound);
    await requireFullGuardian(tx, found.studentId, child);
    await recordGuardianship(tx, ctx, "end", found, { ...found, to: today(ctx.now()) });
    await notifyOfGuardianship(tx, ctx, "ended", found);
  });
}

/** Locks a student against other changes of its guardianships. Throws `not_found` for everybody else. */
export async function lockStudent(tx: Tx, studentId: string): Promise<ChildState> {
  const child = await lockChild(tx, studentId);
  if (child?.role !== "Student" || child.isErased) throw noSuch(familyTexts.studentNotFound);
  return child;
}

async function requireFullGuardian(tx: Tx, studentId: string, child: ChildState): Promise<void> {
  if (child.hasLogin || (await hasFullGuardian(tx, studentId))) return;
  throw conflict(familyTexts.lastFullGuardian);
}

type Terms = Pick<
  GuardianshipRow,
  "parentId" | "studentId" | "canBook" | "canPay" | "isPayer" | "from" | "to"
>;

/** Records a change of a guardianship, field by field. */
export async function recordGuardianship(
  tx: Tx,
  ctx: ActorCtx,
  action: "add" | "update" | "end",
  before: Terms | null,
  { parentId, studentId, ...after }: Terms,
): Promise<void> {
  const { canBook, canPay, isPayer, from, to } = after;
  await recordHistory(tx, ctx, {
    entity: "guardianship",
    entityId: `${parentId}/${studentId}`,
    action,
    changes: diff(before && { ...before }, {
      canBook,
      canPay,
      isPayer,
      from,
      to,
    }),
    studentId,
  });
}

/** Returns the error for a guardianship that conflicts with another one, and every other error unchanged. */
export function guardianshipRefused(error: unknown): unknown {
  if (violates(error, "guardianships_pair_key")) return conflict(familyTexts.alreadyGuardian);
  return violates(error, "guardianships_payer_key") ? conflict(familyTexts.payerExists) : error;
}

function toGuardianship({
  canBook: book,
  canPay: pay,
  isPayer: payer,
  ...row
}: GuardianshipRow): Guardianship {
  return { ...row, rights: { book, pay }, payer };
}

function noSuch(text: string): ServiceError {
  return new ServiceError("not_found", text);
}
