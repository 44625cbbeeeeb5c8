import type { z } from "zod";
import { signInWish } from "../account";
import { child, guardianship, newParentAccount, saveGuardianshipInput } from "../families";
import { wireOf } from "./names";

/** A parent's child with the specification's names. */
export const wireChild = wireOf(child.omit({ hasLogin: true, missingConsents: true }));

export const wireGuardianship = wireOf(guardianship.omit({ studentName: true, hasEnded: true }));
export const wireGuardianshipEdit = wireOf(saveGuardianshipInput.omit({ seen: true }));

/** `{}` if the caller is signed in with the invited address, else the new account. */
export const wireInvitationAnswer = newParentAccount.partial().extend({ signIn: signInWish });

export function invitationAnswerFromWire(token: string, body: z.output<typeof wireInvitationAnswer>) {
  const { signIn, ...account } = body;
  return Object.keys(account).length === 0
    ? { token }
    : { token, account: newParentAccount.parse(account), signIn };
}
