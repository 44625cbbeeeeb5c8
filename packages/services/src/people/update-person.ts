import type { Person, UpdatePersonInput } from "@korki/contracts/admin-people";
import { accountFieldTexts } from "@korki/contracts/texts/account";
import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  endSessions,
  hasOtherAdmin,
  LINK_KINDS,
  type LockedAccount,
  lockAccount,
  revokeAccess,
  type Tx,
  transact,
  updateAccount,
  violates,
  voidLinks,
} from "@korki/db";
import { getPerson } from "../accounts/get-person";
import { mailLink } from "../accounts/mail-link";
import { reauthenticate } from "../accounts/reauthenticate";
import { recordSecurityEvent } from "../accounts/security-events";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { withIdempotencyKey } from "../with-idempotency-key";
import { cancelPlanned, findPlanned } from "./planned-lessons";

/**
 * An administrator edits an account: the fields of the screen "Info". Disabling ends every session of the account; a
 * new address revokes all access of the old one, and an administrator's needs the caller's password. Throws `not_found`,
 * `unauthenticated` for a wrong password, `input` without one that is needed, and `conflict` if the account was edited
 * since or the address belongs to another account.
 *
 * @param key the caller's `Idempotency-Key`: the same key edits once, and a password that is given is looked at each time
 */
export async function updatePerson(
  ctx: ActorCtx,
  { password, ...input }: UpdatePersonInput,
  key: string | null = null,
): Promise<Person> {
  if (password !== undefined) await reauthenticate(ctx, password);
  const isProven = password !== undefined;
  // The hash that recognises the request is no place for a password, but one without it is another request.
  const request = { operation: "updatePerson", input: isProven ? { ...input, isProven } : input };
  try {
    return await transact(ctx.db, (tx) =>
      withIdempotencyKey(tx, ctx, key, request, async () => {
        await update(tx, ctx, input, isProven);
        return getPerson({ ...ctx, db: { ...ctx.db, tx } }, input);
      }),
    );
  } catch (error) {
    throw violates(error, "users_email_key") ? conflict(adminPeopleTexts.emailTaken) : error;
  }
}

async function update(
  tx: Tx,
  ctx: ActorCtx,
  input: Omit<UpdatePersonInput, "password">,
  isProven: boolean,
): Promise<void> {
  const before = await lockAccount(tx, input.id);
  if (!before || (input.role !== undefined && input.role !== before.role)) throw notFound();
  if (before.isErased) throw conflict(adminPeopleTexts.erasedAccount);
  if (input.version !== undefined && input.version !== before.version) {
    throw conflict(commonTexts.changedMeanwhile);
  }
  if (input.isDisabled && before.id === ctx.actor.id) throw conflict(adminPeopleTexts.ownAccountDisabled);
  const isDisabling = input.isDisabled === true && !before.isDisabled;
  if (isDisabling && before.role === "Admin" && !(await hasOtherAdmin(tx, before.id))) {
    throw conflict(adminPeopleTexts.lastAdmin);
  }

  if (input.email === "" && before.email !== "") throw invalidInput(accountFieldTexts.email);

  const after = {
    name: input.name ?? before.name,
    surname: input.surname ?? before.surname,
    email: input.email ?? before.email,
    phone: input.phone ?? before.phone,
    phoneParent: (before.role === "Student" ? input.phoneParent : undefined) ?? before.phoneParent,
    isDisabled: input.isDisabled ?? before.isDisabled,
  };
  const changes = diff(
    Object.fromEntries(Object.keys(after).map((key) => [key, before[key as keyof typeof after]])),
    after,
  );
  if (Object.keys(changes).length === 0) return;
  // Whoever reads an administrator's mail can become that administrator: a stolen session is not enough.
  if (before.role === "Admin" && after.email !== before.email && !isProven) {
    throw invalidInput(accountSecurityTexts.passwordNeeded);
  }
  await updateAccount(tx, before.id, { ...after, email: after.email === "" ? null : after.email });
  await recordHistory(tx, ctx, {
    entity: "account",
    entityId: before.id,
    action: after.isDisabled === before.isDisabled ? "update" : after.isDisabled ? "disable" : "enable",
    changes,
    teacherId: before.role === "Teacher" ? before.id : null,
    studentId: before.role === "Student" ? before.id : null,
  });
  if (after.email !== before.email) await moveAccess(tx, ctx, before);
  if (after.isDisabled && !before.isDisabled) {
    await endSessions(tx, { userId: before.id, sessionId: null }, ctx.now());
    if (input.plannedLessons === "cancel") {
      await cancelPlanned(tx, ctx, [before.id], await findPlanned(tx, ctx, [before.id]));
    }
  }
}

/**
 * Revokes everything that gives access to the person at the old mailbox: links, sessions, messenger link, calendar
 * address. Notifies both mailboxes of a confirmed account; mails the invitation or the confirmation of another one, and of a
 * child without a login until now, to the new mailbox.
 */
async function moveAccess(tx: Tx, ctx: ActorCtx, person: LockedAccount): Promise<void> {
  const { id: userId } = person;
  await revokeAccess(tx, userId, ctx.now());
  await voidLinks(tx, userId, LINK_KINDS, ctx.now());
  if (person.isConfirmed && person.email !== "") {
    await recordSecurityEvent(tx, ctx, { userId, kind: "email-changed", formerEmail: person.email });
  } else await mailLink(tx, ctx, { userId, kind: person.hasPassword ? "confirm-email" : "invitation" });
}
