import { z } from "zod";
import { signInWish } from "../account";
import {
  type Child,
  type Guardianship,
  guardianRights,
  newParentAccount,
  saveGuardianshipInput,
} from "../families";
import * as field from "../fields";

/** A parent's child with the specification's names. */
export const wireChild = z.object({
  _id: field.id,
  name: z.string(),
  surname: z.string(),
  rights: guardianRights,
  payer: z.boolean(),
});

export function childToWire({ id, name, surname, rights, payer }: Child): z.infer<typeof wireChild> {
  return { _id: id, name, surname, rights, payer };
}

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

export function guardianshipToWire({
  id,
  hasEnded: _,
  studentName: __,
  ...rest
}: Guardianship): z.infer<typeof wireGuardianship> {
  return { _id: id, ...rest };
}

export const wireGuardianshipEdit = saveGuardianshipInput
  .omit({ id: true })
  .extend({ _id: field.id.optional() });

export function guardianshipFromWire({ _id, ...rest }: z.output<typeof wireGuardianshipEdit>) {
  return { ...rest, ...(_id === undefined ? {} : { id: _id }) };
}

/** `{}` if the caller is signed in with the invited address, else the new account. */
export const wireInvitationAnswer = newParentAccount.partial().extend({ signIn: signInWish });

export function invitationAnswerFromWire(token: string, body: z.output<typeof wireInvitationAnswer>) {
  const { signIn, ...account } = body;
  return Object.keys(account).length === 0
    ? { token }
    : { token, account: newParentAccount.parse(account), signIn };
}
