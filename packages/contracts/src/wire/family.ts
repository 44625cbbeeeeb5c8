import { z } from "zod";
import { signInWish } from "../account";
import { guardianRights, newParentAccount, saveGuardianshipInput } from "../families";
import * as field from "../fields";

/** A parent's child with the specification's names. */
export const wireChild = z.object({
  _id: field.id,
  name: z.string(),
  surname: z.string(),
  rights: guardianRights,
  payer: z.boolean(),
});

export const wireGuardianship = z.object({
  _id: field.id,
  parentId: field.id,
  parentName: z.string(),
  studentId: field.id,
  rights: guardianRights,
  payer: z.boolean(),
  from: field.civilDate,
  to: field.civilDate.nullable(),
});

export const wireGuardianshipEdit = saveGuardianshipInput
  .omit({ id: true })
  .extend({ _id: field.id.optional() });

/** `{}` if the caller is signed in with the invited address, else the new account. */
export const wireInvitationAnswer = newParentAccount.partial().extend({ signIn: signInWish });

export function invitationAnswerFromWire(token: string, body: z.output<typeof wireInvitationAnswer>) {
  const { signIn, ...account } = body;
  return Object.keys(account).length === 0
    ? { token }
    : { token, account: newParentAccount.parse(account), signIn };
}
