import { z } from "zod";
import * as field from "./fields";

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

export const vettingInput = z.object({
  teacherId: field.id,
  kind: z.enum(VETTING_KINDS),
  checkedOn: field.civilDate,
  validUntil: field.civilDate.nullish(),
  reference: field.singleLine(200).trim().min(1),
});
export type VettingInput = z.infer<typeof vettingInput>;

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
