import { IMPORT_FILE_BYTES_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { personName } from "./person-name";
import { importTexts as texts } from "./texts/imports";

/** What can be imported (rules §28). */
const importKind = z.enum(["students", "payments"]);
export type ImportKind = z.infer<typeof importKind>;

/** A file as a browser hands it over. */
export const importFileInput = z.object({
  kind: importKind,
  fileName: field.singleLine(200).min(1),
  base64: z
    .string({ error: texts.unreadable })
    .max(Math.ceil(IMPORT_FILE_BYTES_MAX / 3) * 4, texts.tooBig)
    .regex(/^(?:[A-Za-z0-9+/]+={0,2})?$/, texts.unreadable),
});
export type ImportFileInput = z.infer<typeof importFileInput>;

/** What becomes of a row: it is new, there already, or wrong. */
const IMPORT_OUTCOMES = ["new", "exists", "error"] as const;

const importRow = z.object({
  /** As a spreadsheet counts: the header is line 1. */
  line: z.number(),
  /** The row in short, as a person recognises it. */
  text: z.string(),
  outcome: z.enum(IMPORT_OUTCOMES),
  /** By column, in Polish; none unless the row is wrong. */
  errors: z.array(z.object({ column: z.string(), text: z.string() })),
});
export type ImportRow = z.infer<typeof importRow>;

/** What importing a file would do. */
export const importPreview = z.object({
  rows: z.array(importRow),
  counts: z.object({ new: z.number(), exists: z.number(), error: z.number() }),
  ignoredColumns: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof importPreview>;

export const runImportInput = importFileInput.extend({
  /** Students: an invitation by e-mail for each new account. */
  invite: z.boolean().default(false),
});
export type RunImportInput = z.infer<typeof runImportInput>;

/** An import that was made. */
const importEntry = z.object({
  id: field.id,
  kind: importKind,
  fileName: z.string(),
  createdAt: field.timestamp,
  createdBy: personName.nullable(),
  count: z.number(),
  undoneAt: field.timestamp.nullable(),
  /** What stayed when it was undone, as it was used. */
  keptCount: z.number(),
  canUndo: z.boolean(),
  /** Students who have no password and were not invited. */
  uninvited: z.number(),
});
export type ImportEntry = z.infer<typeof importEntry>;
export const importEntries = z.array(importEntry);

export const importIdInput = z.object({ id: field.id });

/** What undoing an import removes, and what stays and why; at most 50 of the latter are named. */
export const importUndo = z.object({
  removed: z.number(),
  kept: z.number(),
  reasons: z.array(z.object({ text: z.string(), reason: z.string() })),
});
export type ImportUndo = z.infer<typeof importUndo>;

export const sampleInput = z.object({ kind: importKind });
export const importInvited = z.object({ count: z.number() });
