import type { Person, UpdatePersonInput } from "@korki/contracts/admin-people";
import { accountFieldTexts } from "@korki/contracts/texts/account";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  endSessions,
  type HeldAccount,
  hasOtherAdmin,
  holdAccount,
  LINK_KINDS,
  revokeAccess,
  type Tx,
  transact,
  updateAccount,
  violates,
  voidLinks,
} from "@korki/db";
import { getPerson } from "../accounts/get-person";
import { mailLink } from "../accounts/mail-link";
import { recordSecurityEvent } from "../accounts/security-events";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { cancelPlanned, findPlanned } from "./planned-lessons";

/**
 * An administrator edits an account: the fields of the screen "Info". Disabling ends every session of the account; a
 * new address revokes all access of the old one. Throws `not_found`, and `conflict` if the account was edited since
 * or the address belongs to another account.
 */
export async function updatePerson(ctx: ActorCtx, input: UpdatePersonInput): Promise<Person> {
  try {
    await transact(ctx.db, (tx) => update(tx, ctx, input));
  } catch (error) {
    throw violates(error, "users_email_key") ? conflict(adminPeopleTexts.emailTaken) : error;
  }
  return getPerson(ctx, input);
}

async function update(tx: Tx, ctx: ActorCtx, input: UpdatePersonInput): Promise<void> {
  const before = await holdAccount(tx, input.id);
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
 * address. The invitation or the confirmation goes to the new mailbox; both are notified.
 */
async function moveAccess(tx: Tx, ctx: ActorCtx, person: HeldAccount): Promise<void> {
  const { id: userId } = person;
  await revokeAccess(tx, userId, ctx.now());
  await voidLinks(tx, userId, LINK_KINDS, ctx.now());
  if (!person.hasPassword) await mailLink(tx, ctx, { userId, kind: "invitation" });
  else if (person.isConfirmed) {
    await recordSecurityEvent(tx, ctx, { userId, kind: "email-changed", formerEmail: person.email });
  } else await mailLink(tx, ctx, { userId, kind: "confirm-email" });
}
