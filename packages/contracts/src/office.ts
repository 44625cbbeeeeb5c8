import { OFFICE_NOTE_MAX, OFFICE_TAG_MAX, OFFICE_TAGS_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { personName } from "./person-name";
import { officeTexts as texts } from "./texts/office";

/** Whose file: a student's or a parent's, or a trial request's. */
export const officeRef = z.object({ of: z.enum(["person", "trial"]), id: field.id });
export type OfficeRef = z.infer<typeof officeRef>;

const officeNote = z.object({
  id: field.id,
  text: z.string(),
  author: personName.nullable(),
  createdAt: field.timestamp,
});
export type OfficeNote = z.infer<typeof officeNote>;

/** A student's holds the notes of the trial request, too, from which the account came. */
export const officeFile = z.object({ notes: z.array(officeNote), tags: z.array(z.string()) });
export type OfficeFile = z.infer<typeof officeFile>;

export const addNoteInput = officeRef.extend({
  text: field.plainText(OFFICE_NOTE_MAX, texts.noteTooLong(OFFICE_NOTE_MAX)).trim().min(1, texts.noteMissing),
});
export type AddNoteInput = z.infer<typeof addNoteInput>;

export const noteRef = z.object({ id: field.id });

export const officeTag = field
  .singleLine(OFFICE_TAG_MAX, texts.tagTooLong(OFFICE_TAG_MAX))
  .trim()
  .toLowerCase()
  .min(1, texts.tagMissing);

/** Replaces the tags. */
export const saveTagsInput = officeRef.extend({
  tags: z.array(officeTag).max(OFFICE_TAGS_MAX, texts.tooManyTags(OFFICE_TAGS_MAX)),
});
export type SaveTagsInput = z.infer<typeof saveTagsInput>;

/** Every tag in use, in order. */
export const officeTags = z.array(z.string());
