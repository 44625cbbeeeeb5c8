import { z } from "zod";
import * as field from "./fields";
import { pageOf, paging } from "./paging";

export const VETTING_KINDS = ["rspts", "krk", "oswiadczenie"] as const;

export const documentFields = {
  kind: field.singleLine(50).trim().min(1),
  title: field.singleLine(200).trim().min(1),
  text: field.plainText(50_000).min(1),
  mandatory: z.boolean(),
  roles: z.array(field.role).min(1),
};
export const publishDocumentInput = z.object(documentFields);
export type PublishDocumentInput = z.infer<typeof publishDocumentInput>;

/** The current version of a document of the centre. */
export const centreDocument = z.object({ id: field.id, version: z.int(), ...documentFields });
export type CentreDocument = z.infer<typeof centreDocument>;

/** `studentId`: a parent's child without a login, for whom the parent decides. */
export const consentInput = z.object({
  documentId: field.id,
  accepted: z.boolean(),
  studentId: field.id.optional(),
});
export type ConsentInput = z.infer<typeof consentInput>;

/** A current document that the caller decides on, for themselves or for a child (`studentId`). */
export const ownConsent = z.object({
  document: centreDocument,
  studentId: field.id.nullable(),
  personName: z.string(),
  /** Whether only the caller can decide: for oneself, or for a child without a login. */
  isAsked: z.boolean(),
  /** Null: not decided yet. */
  accepted: z.boolean().nullable(),
  decidedAt: field.timestamp.nullable(),
});
export type OwnConsent = z.infer<typeof ownConsent>;

/** A version of a document as administrators see it, with how many people accepted or withdrew. */
export const documentVersion = centreDocument.extend({
  isCurrent: z.boolean(),
  publishedAt: field.timestamp,
  publishedBy: z.string(),
  accepted: z.int(),
  withdrawn: z.int(),
});
export type DocumentVersion = z.infer<typeof documentVersion>;

/** Where people stand towards a document: what they decided last, or that they have not. */
export const CONSENT_STATES = ["accepted", "withdrawn", "missing"] as const;

export const consentStatesInput = z.object({
  documentId: field.id,
  state: z.enum(CONSENT_STATES).default("accepted"),
  ...paging,
});
export type ConsentStatesInput = z.infer<typeof consentStatesInput>;

const consentStateRow = z.object({
  personId: field.id,
  personName: z.string(),
  role: field.role,
  /** The parent who decided for a child. */
  givenBy: z.string().nullable(),
  decidedAt: field.timestamp.nullable(),
});
export type ConsentStateRow = z.infer<typeof consentStateRow>;
export const consentStates = pageOf(consentStateRow);
export type ConsentStates = z.infer<typeof consentStates>;

export const vettingInput = z.object({
  teacherId: field.id,
  kind: z.enum(VETTING_KINDS),
  checkedOn: field.civilDate,
  validUntil: field.civilDate.nullish(),
  reference: field.singleLine(200).trim().min(1),
});
export type VettingInput = z.infer<typeof vettingInput>;

/** What a teacher lacks of the required checks today, and whether the centre requires them. */
export const vettingState = z.object({ isRequired: z.boolean(), missing: z.array(z.enum(VETTING_KINDS)) });
export type VettingState = z.infer<typeof vettingState>;

export const vettingCheck = z.object({
  id: field.id,
  teacherId: field.id,
  kind: z.enum(VETTING_KINDS),
  checkedOn: field.civilDate,
  validUntil: field.civilDate.nullable(),
  reference: z.string(),
  checkedBy: z.string(),
});
export type VettingCheck = z.infer<typeof vettingCheck>;
