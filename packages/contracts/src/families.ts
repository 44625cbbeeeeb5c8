import { z } from "zod";
import { signedInOrNot, signInWish } from "./account";
import * as field from "./fields";

/** Which child a parent's call is about; everybody else leaves it out. */
export const childRef = z.object({ studentId: field.id.optional() }).prefault({});
export type ChildRef = z.infer<typeof childRef>;

/** What a guardianship lets a parent do beside seeing. */
const guardianRights = z.object({ book: z.boolean(), pay: z.boolean() });

/** A parent's child, with what the parent may do. */
export const child = z.object({
  id: field.id,
  name: z.string(),
  surname: z.string(),
  rights: guardianRights,
  payer: z.boolean(),
  hasLogin: z.boolean(),
  /** Mandatory documents that a parent has to accept before booking for a child without a login (rules §16). */
  missingConsents: z.array(field.id),
});
export type Child = z.infer<typeof child>;

/** A guardianship; `to` is its last day. */
export const guardianship = z.object({
  id: field.id,
  parentId: field.id,
  parentName: z.string(),
  studentId: field.id,
  studentName: z.string(),
  rights: guardianRights,
  payer: z.boolean(),
  from: field.civilDate,
  to: field.civilDate.nullable(),
  hasEnded: z.boolean(),
});
export type Guardianship = z.infer<typeof guardianship>;

/** A present guardianship as its student sees it. */
export const ownParent = z.object({ id: field.id, name: z.string() });
export type OwnParent = z.infer<typeof ownParent>;

export const parentRef = z.object({ parentId: field.id });
export const studentRef = z.object({ studentId: field.id });
export const guardianshipRef = z.object({ id: field.id });

/** A new guardianship, or with `id` the changed one. Days that are left out stay; a new one begins today. */
export const saveGuardianshipInput = z.object({
  id: field.id.optional(),
  parentId: field.id,
  studentId: field.id,
  rights: guardianRights,
  payer: z.boolean(),
  from: field.civilDate.optional(),
  to: field.civilDate.nullish(),
  /** What the caller saw of one that is changed: refused if it has changed since. */
  seen: guardianship.pick({ rights: true, payer: true, from: true, to: true, hasEnded: true }).optional(),
});
export type SaveGuardianshipInput = z.infer<typeof saveGuardianshipInput>;

/** A child without a login, and the parent who acts for it. */
export const createChildInput = z.object({
  name: field.name,
  surname: field.surname,
  parentId: field.id,
  phoneParent: field.optionalPhone.default(""),
});
export type CreateChildInput = z.infer<typeof createChildInput>;

export const emailInput = field.email;

/** Students leave `studentId` out. */
export const inviteParentInput = z.object({ studentId: field.id.optional(), email: field.email });
export type InviteParentInput = z.infer<typeof inviteParentInput>;

export const invitationRef = z.object({ token: z.string().max(200) });

/** What an invitation's page shows; `hasAccount`: the address has an account, which has to sign in. */
export const invitation = z.object({ studentName: z.string(), email: z.string(), hasAccount: z.boolean() });
export type Invitation = z.infer<typeof invitation>;

/** The new account's data; absent if the caller is signed in with the invited address. */
export const newParentAccount = z.object({
  name: field.name,
  surname: field.surname,
  phone: field.phone,
  password: field.password,
});
/** An invitation that waits for its parent. */
export const openInvitation = z.object({
  id: field.id,
  email: z.string(),
  createdAt: field.timestamp,
  expiresAt: field.timestamp,
});
export type OpenInvitation = z.infer<typeof openInvitation>;
export const invitationsInput = z.object({ studentId: field.id.optional() });
export const openInvitationRef = z.object({ id: field.id });

/** `signIn`: into the new account. */
export const acceptInvitationInput = invitationRef.extend({
  account: newParentAccount.optional(),
  signIn: signInWish,
});
export type AcceptInvitationInput = z.infer<typeof acceptInvitationInput>;
/** `waits`: the student's payer has to agree first (rules §39). */
export const invitationAccepted = signedInOrNot.extend({ waits: z.boolean() });
export type InvitationAccepted = z.infer<typeof invitationAccepted>;
