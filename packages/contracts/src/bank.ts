import { IMPORT_FILE_BYTES_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { pageOf } from "./paging";
import { personName } from "./person-name";
import { bankTexts } from "./texts/bank";
import { importTexts } from "./texts/imports";

/** What a bank's file says of a transfer; the first two are needed. */
export const BANK_COLUMNS = ["on", "amount", "payer", "title", "account"] as const;
export type BankColumn = (typeof BANK_COLUMNS)[number];

const columnName = field.singleLine(200).min(1).optional();

/** Which column says what, by its name in the file; remembered for files with the same header. */
const bankMapping = z.object({
  on: field.singleLine(200).min(1),
  amount: field.singleLine(200).min(1),
  payer: columnName,
  title: columnName,
  account: columnName,
});
export type BankMapping = z.infer<typeof bankMapping>;

/** A bank's file as a browser hands it over: CSV, XLSX or MT940. */
export const bankFileInput = z.object({
  fileName: field.singleLine(200).min(1),
  base64: z
    .string({ error: bankTexts.noFile })
    .min(1, importTexts.empty)
    .max(Math.ceil(IMPORT_FILE_BYTES_MAX / 3) * 4, importTexts.tooBig)
    .regex(/^(?:[A-Za-z0-9+/]+={0,2})?$/, importTexts.unreadable),
  mapping: bankMapping.optional(),
});
export type BankFileInput = z.infer<typeof bankFileInput>;

/** The same from a screen, which can ask for the columns. */
export const uploadStatementInput = bankFileInput.extend({
  /** Whether to refuse a file of which payer or title are not known, rather than to read it without. */
  canAsk: z.boolean().optional(),
});
export type UploadStatementInput = z.infer<typeof uploadStatementInput>;

/** A statement's file once more, to be read with other columns; without a mapping the refusal asks for them. */
export const changeColumnsInput = bankFileInput
  .pick({ base64: true, mapping: true })
  .extend({ id: field.id });
export type ChangeColumnsInput = z.infer<typeof changeColumnsInput>;

/** What a refusal says beside its text where somebody has to say the columns: their names, and what they probably are. */
export const bankQuestion = z.object({ columns: z.array(z.string()), guess: bankMapping.partial() });
export type BankQuestion = z.infer<typeof bankQuestion>;

/** Whose money it is and what it pays for. */
export const bankTarget = z.object({
  payerId: field.id,
  payerName: z.string(),
  billId: field.id.nullable(),
  /** "YYYY-MM", of the bill. */
  billMonth: z.string().nullable(),
  studentId: field.id.nullable(),
  studentName: z.string().nullable(),
});
export type BankTarget = z.infer<typeof bankTarget>;

/** A credit on the centre's account. */
export const bankLine = z.object({
  id: field.id,
  on: field.civilDate,
  /** Złoty, with grosze. */
  amount: z.number(),
  payer: z.string(),
  title: z.string(),
  /** The account's last four digits. */
  accountEnd: z.string().nullable(),
  suggestion: bankTarget.nullable(),
  /** Whether payer, target and amount agree beyond doubt. */
  certain: z.boolean(),
  booked: bankTarget.nullable(),
  /** The first payment as which it was booked; null also where the money bought no whole lesson of a bill yet. */
  paymentId: field.id.nullable(),
});
export type BankLine = z.infer<typeof bankLine>;

const statementParts = {
  id: field.id,
  fileName: z.string(),
  createdAt: field.timestamp,
  createdBy: personName.nullable(),
  /** Whether something was booked from it that can still be undone. */
  canUndo: z.boolean(),
};
export const bankStatement = z.object({ ...statementParts, lines: z.array(bankLine) });
export type BankStatement = z.infer<typeof bankStatement>;

const bankStatementEntry = z.object({ ...statementParts, count: z.number(), booked: z.number() });
export type BankStatementEntry = z.infer<typeof bankStatementEntry>;
export const bankStatementsPage = pageOf(bankStatementEntry);

export const bankStatementRef = z.object({ id: field.id });

export const bankLineRef = bankStatementRef.extend({ lineId: field.id });

/** What a line is booked as: money for a bill, or a student's; without a subject what is due is paid first. */
export const bookBankLineInput = bankLineRef
  .extend({
    billId: field.id.optional(),
    studentId: field.id.optional(),
    subject: field.subject.optional(),
    level: field.level.optional(),
    lessonAmount: field.lessonAmount.optional(),
  })
  .refine(({ billId, studentId }) => (billId === undefined) !== (studentId === undefined), {
    path: ["studentId"],
    error: bankTexts.oneTarget,
  })
  .refine(({ subject, level }) => (subject === undefined) === (level === undefined), {
    path: ["subject"],
    error: bankTexts.whatFor,
  });
export type BookBankLineInput = z.infer<typeof bookBankLineInput>;

export const bookedLines = z.object({ booked: z.number() });
export const bankUndo = z.object({ removed: z.number(), kept: z.number() });
export type BankUndo = z.infer<typeof bankUndo>;
