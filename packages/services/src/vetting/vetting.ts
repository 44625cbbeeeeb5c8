import {
  VETTING_KINDS,
  type VettingCheck,
  type VettingInput,
  type VettingState,
  vettingCheck,
} from "@korki/contracts/consents";
import { consentTexts } from "@korki/contracts/texts/consents";
import {
  type Executor,
  listVetting as findVetting,
  insertVetting,
  listValidKinds,
  lockPeopleForShare,
  mayTakeStudent,
  newId,
  transact,
} from "@korki/db";
import { today } from "@korki/domain";
import { requireChangeable, requirePersonOfRole } from "../accounts/get-person";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { recordHistory } from "../history";

/** Lists a teacher's checks for an administrator, the newest first (rules §16). */
export async function listVetting(
  ctx: ActorCtx,
  { teacherId }: { teacherId: string },
): Promise<VettingCheck[]> {
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  return vettingCheck.array().parse(await findVetting(ctx.db, teacherId));
}

/** Returns what a teacher lacks today, and whether a teacher who lacks something gets no students. */
export async function getVettingState(
  ctx: ActorCtx,
  { teacherId }: { teacherId: string },
): Promise<VettingState> {
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  const valid = await listValidKinds(ctx.db, teacherId);
  return {
    isRequired: ctx.settings.requireVetting,
    missing: VETTING_KINDS.filter((kind) => !valid.includes(kind)),
  };
}

/** Throws `conflict` if the student would be new to a teacher who lacks a required check (rules §16). */
export async function requireVetted(
  on: Executor,
  pair: { teacherId: string; studentId: string | null },
): Promise<void> {
  if (!(await mayTakeStudent(on, pair))) throw conflict(consentTexts.notVetted);
}

/** An administrator records a check of a teacher. Throws `input` for one in the future or one that ends before it. */
export async function addVetting(ctx: ActorCtx, input: VettingInput): Promise<VettingCheck> {
  const { teacherId, validUntil = null, ...rest } = input;
  if (rest.checkedOn > today(ctx.now())) throw invalidInput(consentTexts.checkedInFuture);
  if (validUntil !== null && validUntil < rest.checkedOn) throw invalidInput(consentTexts.expiredBeforeCheck);
  const id = newId();
  await transact(ctx.db, async (tx) => {
    requireChangeable(await lockPeopleForShare(tx, [teacherId]), teacherId, "Teacher");
    const by = { checkedById: ctx.actor.id, createdAt: ctx.now() };
    await insertVetting(tx, { id, teacherId, validUntil, ...rest, ...by });
    await recordHistory(tx, ctx, {
      entity: "vetting",
      entityId: id,
      action: "add",
      changes: { kind: { from: null, to: input.kind } },
      teacherId,
    });
  });
  const check = (await listVetting(ctx, { teacherId })).find((each) => each.id === id);
  if (!check) throw notFound();
  return check;
}
