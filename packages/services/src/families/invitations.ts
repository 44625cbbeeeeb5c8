import type {
  AcceptInvitationInput,
  Invitation,
  InviteParentInput,
  OpenInvitation,
} from "@korki/contracts/families";
import { accountTexts } from "@korki/contracts/texts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { familyTexts } from "@korki/contracts/texts/families";
import {
  deleteInvitation,
  endPastGuardianships,
  findInvitation,
  findPayer,
  hasGuardianship,
  insertInvitation,
  insertParentAccount,
  type LiveInvitation,
  listOpenInvitations,
  newId,
  spendInvitation,
  type Tx,
  transact,
  violates,
} from "@korki/db";
import { INVITATION_LINK_HOURS } from "@korki/domain";
import type { SignedIn } from "../accounts/begin-session";
import { requirePersonOfRole } from "../accounts/get-person";
import { readLinkToken } from "../accounts/link-token";
import { hashPassword } from "../accounts/password";
import { assertStrongPassword } from "../accounts/password-strength";
import { signInByMail } from "../accounts/sign-in-by-mail";
import { askPayer } from "../ask-payer";
import type { ActorCtx, Ctx } from "../context";
import { conflict, forbidden, invalidInput, notFound, ServiceError } from "../errors";
import { recordHistory } from "../history";
import { notify } from "../outbox";
import { addGuardian } from "./add-guardian";
import { lockStudent } from "./guardianships";

/** A student or an administrator invites a person by e-mail to become the student's parent (rules §15). */
export async function inviteParent(
  ctx: ActorCtx,
  { studentId: named, email }: InviteParentInput,
): Promise<void> {
  const { actor } = ctx;
  const studentId = invitedStudent(ctx, named);
  await ctx.limits.consume("parentInvitation", actor.id);
  await ctx.limits.consume("parentInvitationEmail", email);
  await transact(ctx.db, async (tx) => {
    await lockStudent(tx, studentId);
    const now = ctx.now();
    const id = newId();
    const expiresAt = new Date(now.getTime() + INVITATION_LINK_HOURS * 3_600_000);
    await insertInvitation(tx, { id, studentId, email, invitedById: actor.id, createdAt: now, expiresAt });
    await recordHistory(tx, ctx, {
      entity: "guardianship",
      entityId: id,
      action: "invite",
      changes: {},
      studentId,
    });
    await notify(tx, ctx, { kind: "account-parent-invitation", to: { email }, facts: { invitationId: id } });
  });
}

/**
 * Lists the open invitations of the student who asks, or of the one whom an administrator names. Throws `not_found` for
 * anybody who is no student.
 */
export async function listInvitations(
  ctx: ActorCtx,
  { studentId }: { studentId?: string | undefined },
): Promise<OpenInvitation[]> {
  const id = invitedStudent(ctx, studentId);
  await requirePersonOfRole(ctx, id, "Student");
  return listOpenInvitations(ctx.db, id, ctx.now());
}

/** The student or an administrator withdraws an invitation. Throws `not_found` for one that was used. */
export async function withdrawInvitation(ctx: ActorCtx, { id }: { id: string }): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const own = ctx.actor.role === "Student" ? ctx.actor.id : undefined;
    const studentId = await deleteInvitation(tx, { id, studentId: own });
    if (studentId === null) throw notFound();
    await recordHistory(tx, ctx, {
      entity: "guardianship",
      entityId: id,
      action: "withdrawInvitation",
      changes: {},
      studentId,
    });
  });
}

/** Returns the student whose parents are meant. Students act for themselves alone. */
function invitedStudent({ actor }: ActorCtx, named: string | undefined): string {
  if (actor.role === "Student" && named !== undefined && named !== actor.id) throw forbidden();
  const studentId = actor.role === "Student" ? actor.id : named;
  if (studentId === undefined) throw invalidInput(commonTexts.invalidInput);
  return studentId;
}

/** Returns what an invitation's page shows. Throws `not_found` for one that is none, is used or has expired. */
export async function getInvitation(ctx: Ctx, { token }: { token: string }): Promise<Invitation> {
  const { studentName, email, account } = await liveInvitation(ctx, token);
  return { studentName, email, hasAccount: account !== null };
}

/**
 * Accepts an invitation: creates the parent's account, or uses the signed-in one with the invited address. The
 * guardianship has `book` and `pay`; student and administrators are notified. The parent becomes the payer of a child
 * without a login, if there is none yet. Where a student with a payer invited, the payer has to agree first
 * (rules §39): returns whether it waits for that. With `signIn`, `begun` is the new account's session.
 */
export async function acceptInvitation(
  ctx: Ctx,
  { token, account, signIn }: AcceptInvitationInput,
): Promise<{ waits: boolean; begun?: SignedIn }> {
  const invitation = await liveInvitation(ctx, token);
  const existing = existingParent(ctx, invitation);
  if (existing === null && account === undefined) {
    throw ctx.actor ? conflict(familyTexts.invitationForOther) : invalidInput(commonTexts.invalidInput);
  }
  if (account) assertStrongPassword(account.password, { ...account, email: invitation.email });
  const passwordHash = existing === null && account ? await hashPassword(ctx, account.password) : null;
  const { studentId, studentName, invitedById, email: parentEmail } = invitation;
  try {
    const { waits, parentId: userId } = await transact(ctx.db, async (tx) => {
      await lockStudent(tx, studentId);
      if (!(await spendInvitation(tx, invitation.id, ctx.now()))) throw invitationInvalid();
      const parentId =
        existing ?? (await insertParent(tx, ctx, { ...account, email: parentEmail, passwordHash }));
      const payerId = await findPayer(tx, studentId);
      const waits = invitedById === studentId && payerId !== null && payerId !== parentId;
      if (waits) {
        await endPastGuardianships(tx, studentId, ctx.now());
        if (await hasGuardianship(tx, { parentId, studentId })) throw conflict(familyTexts.alreadyGuardian);
        await askPayer(tx, ctx, payerId, { studentId, kind: "guardian", parentId });
      } else {
        await addGuardian(tx, ctx, { parentId, parentEmail, studentId, studentName, payerId });
      }
      return { waits, parentId };
    });
    const begun =
      signIn && passwordHash !== null
        ? await signInByMail(ctx, { userId, email: parentEmail, passwordHash })
        : null;
    return { waits, ...(begun && { begun }) };
  } catch (error) {
    throw violates(error, "approvals_guardian_key") ? conflict(familyTexts.alreadyAsked) : error;
  }
}

async function liveInvitation(ctx: Ctx, token: string): Promise<LiveInvitation> {
  const id = readLinkToken(ctx.settings.authSecret, token);
  const found = id && (await findInvitation(ctx.db, id, ctx.now()));
  if (!found) throw invitationInvalid();
  return found;
}

function invitationInvalid(): ServiceError {
  return new ServiceError("not_found", familyTexts.invitationInvalid);
}

/** Returns the account that accepts; null: one has to be made. */
function existingParent({ actor }: Ctx, { account }: LiveInvitation): string | null {
  if (account === null) return null;
  if (actor === null) throw conflict(familyTexts.signInFirst);
  if (actor.id !== account.id) throw conflict(familyTexts.invitationForOther);
  if (account.role !== "Parent") throw conflict(familyTexts.notForThisAccount);
  return account.id;
}

/** The link came by e-mail, so the address counts as confirmed. */
async function insertParent(
  tx: Tx,
  ctx: Ctx,
  data: { name?: string; surname?: string; phone?: string; email: string; passwordHash: string | null },
): Promise<string> {
  const id = newId();
  const now = ctx.now();
  const { name = "", surname = "", phone = "", email, passwordHash } = data;
  const account = {
    id,
    role: "Parent",
    email,
    name,
    surname,
    phone,
    passwordHash,
    emailConfirmedAt: now,
    createdAt: now,
  };
  if (!(await insertParentAccount(tx, account)))
    throw new ServiceError("conflict", accountTexts.accountExists);
  await recordHistory(tx, ctx, {
    entity: "account",
    entityId: id,
    action: "register",
    changes: { role: { from: null, to: "Parent" } },
  });
  return id;
}
