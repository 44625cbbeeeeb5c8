import { createHash } from "node:crypto";
import type { createPersonInput } from "@korki/contracts/account";
import * as field from "@korki/contracts/fields";
import type { ImportKind, ImportPreview, ImportRow } from "@korki/contracts/imports";
import { paymentMethod } from "@korki/contracts/ledger";
import { fieldTexts } from "@korki/contracts/texts/fields";
import { importColumnTexts as columnTexts, importTexts as texts } from "@korki/contracts/texts/imports";
import { zloty } from "@korki/contracts/texts/money";
import { levelTexts, shortLevelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import {
  type CivilDate,
  DEFAULT_PAYMENT,
  DEFAULT_PAYMENT_METHOD,
  fullName,
  isCivilDate,
  LEVELS,
  type Role,
  SUBJECTS,
} from "@korki/domain";
import type { z } from "zod";
import { invalidInput } from "../errors";
import type { Table } from "./read-table";

export type Column = keyof typeof columnTexts;

/** The columns of each kind, in the sample's order. */
export const COLUMNS: Record<ImportKind, readonly Column[]> = {
  students: ["name", "surname", "email", "phone", "phoneParent", "parentEmail"],
  payments: [
    "email",
    "moneyAmount",
    "lessonAmount",
    "subject",
    "level",
    "paidOn",
    "method",
    "description",
    "expiresOn",
  ],
};
const REQUIRED: Record<ImportKind, readonly Column[]> = {
  students: ["name"],
  payments: ["email", "moneyAmount", "lessonAmount", "subject", "level"],
};

/** A cell by its column; an empty one, and one of a column that is not there, is "". */
type Cells = Record<Column, string>;
export type SheetRow = { line: number; cells: Cells };
export type Sheet = { rows: SheetRow[]; ignoredColumns: string[] };

/** Finds the columns by name, ignoring case and accents. Throws `input` if one is missing or appears twice. */
export function toSheet(kind: ImportKind, { header, rows }: Table): Sheet {
  const places = new Map<Column, number>();
  const ignoredColumns: string[] = [];
  for (const [at, title] of header.entries()) {
    const column = COLUMNS[kind].find((each) =>
      columnTexts[each].some((name) => folded(name) === folded(title)),
    );
    if (!column) {
      if (title !== "") ignoredColumns.push(title.slice(0, 100));
    } else if (places.has(column)) throw invalidInput(texts.doubleColumn(columnTexts[column][0]));
    else places.set(column, at);
  }
  const missing = REQUIRED[kind].filter((column) => !places.has(column));
  if (kind === "students" && !places.has("email") && !places.has("parentEmail")) missing.push("email");
  if (missing.length > 0) {
    throw invalidInput(texts.missingColumns(missing.map((column) => columnTexts[column][0]).join(", ")));
  }
  const columns = Object.keys(columnTexts) as Column[];
  const cellsOf = (cells: readonly string[]) =>
    Object.fromEntries(columns.map((column) => [column, cells[places.get(column) ?? -1] ?? ""])) as Cells;
  return { rows: rows.map(({ line, cells }) => ({ line, cells: cellsOf(cells) })), ignoredColumns };
}

/** A row that can be imported, or what is wrong with it. */
type Planned<Value> = { row: ImportRow; value: Value | null };

export type StudentValue = Pick<
  z.infer<typeof createPersonInput>,
  "name" | "surname" | "email" | "phone" | "phoneParent"
> & {
  /** The parent with all rights; a student without an address, `""`, has one. */
  parentId: string | null;
};
type Accounts = ReadonlyMap<string, { id: string; role: Role }>;

/**
 * Judges every student's row; `accounts` are those of the file's addresses, `children` the `childKey`s of their parents'
 * children.
 */
export function planStudents(
  rows: readonly SheetRow[],
  accounts: Accounts,
  children: ReadonlySet<string>,
): Planned<StudentValue>[] {
  const lines = new Map<string, number>();
  return rows.map(({ line, cells }) => {
    const reading = new Reading();
    const hasParent = cells.parentEmail !== "";
    const isChild = cells.email === "" && hasParent;
    if (cells.email === "" && !hasParent) reading.fault("email", texts.emailOrParent);
    const email = cells.email === "" ? "" : reading.take("email", field.email, cells.email);
    const parentEmail = hasParent ? reading.take("parentEmail", field.email, cells.parentEmail) : null;
    const parent = accounts.get(parentEmail ?? "");
    if (parentEmail && parent?.role !== "Parent") reading.fault("parentEmail", texts.noParent);
    const value = {
      name: reading.take("name", field.name, cells.name),
      surname: reading.take("surname", field.surname, cells.surname),
      email,
      phone: reading.take("phone", field.optionalPhone, phoneOf(cells.phone)),
      phoneParent: reading.take("phoneParent", field.optionalPhone, phoneOf(cells.phoneParent)),
    };
    const account = accounts.get(email ?? "");
    const key = isChild ? childKey({ parentId: parent?.id ?? "", ...cells }) : email;
    const earlier = key ? lines.get(key) : undefined;
    if (earlier !== undefined) {
      reading.fault(
        isChild ? "name" : "email",
        isChild ? texts.doubleChild(earlier) : texts.doubleEmail(earlier),
      );
    }
    if (email && account && account.role !== "Student") reading.fault("email", texts.otherAccount);
    if (key) lines.set(key, earlier ?? line);
    const exists = isChild ? children.has(key ?? "") : Boolean(account);
    const text = `${`${cells.name} ${cells.surname}`.trim()}, ${cells.email || cells.parentEmail}`;
    const { row, value: whole } = reading.end(line, text, exists, value);
    return { row, value: whole && { ...whole, parentId: parent?.id ?? null } };
  });
}

/** Tells a child without an address from its parent's other children. */
export function childKey(child: { parentId: string; name: string; surname: string }): string {
  return `${child.parentId} ${folded(fullName(child))}`;
}

export type PaymentValue = {
  studentId: string;
  moneyAmount: number;
  lessonAmount: number;
  subject: z.infer<typeof field.subject>;
  level: z.infer<typeof field.level>;
  description: string;
  paidOn: CivilDate;
  method: z.infer<typeof paymentMethod>;
  expiresOn: CivilDate | null;
  rowKey: string;
};

/** Judges every payment's row; `imported` are the keys of rows that were imported before. */
export function planPayments(
  rows: readonly SheetRow[],
  accounts: Accounts,
  { imported, day }: { imported: ReadonlySet<string>; day: CivilDate },
): Planned<PaymentValue>[] {
  const keys = keysOf(rows);
  return rows.map(({ line, cells }, at) => {
    const reading = new Reading();
    const email = reading.take("email", field.email, cells.email);
    const student = email === null ? undefined : accounts.get(email);
    if (email !== null && student?.role !== "Student") reading.fault("email", texts.noStudent);
    const rowKey = keys[at] ?? "";
    const isImported = imported.has(rowKey);
    const moneyAmount = reading.take("moneyAmount", field.money, numberOf(cells.moneyAmount));
    const lessonAmount = reading.take("lessonAmount", field.lessonAmount, numberOf(cells.lessonAmount));
    if (moneyAmount === 0 && lessonAmount === 0) reading.fault("moneyAmount", fieldTexts.money);
    const paidOn = reading.date("paidOn", cells.paidOn);
    if (paidOn && paidOn > day) reading.fault("paidOn", texts.paidInFuture);
    const expiresOn = reading.date("expiresOn", cells.expiresOn);
    // What has been imported may have expired since.
    if (expiresOn && expiresOn < day && !isImported) reading.fault("expiresOn", texts.expiryInPast);
    const value = {
      studentId: student?.id ?? null,
      moneyAmount,
      lessonAmount,
      subject: reading.known("subject", SUBJECTS, subjectNames, cells.subject, texts.unknownSubject),
      level: reading.known("level", LEVELS, levelNames, cells.level, texts.unknownLevel),
      description: reading.take("description", field.description, cells.description || DEFAULT_PAYMENT.desc),
      paidOn: paidOn ?? day,
      method: reading.take("method", paymentMethod, folded(cells.method) || DEFAULT_PAYMENT_METHOD),
      rowKey,
    };
    const sum = moneyAmount === null ? cells.moneyAmount : zloty(moneyAmount);
    const text = `${cells.email}, ${sum}, ${lessonAmount ?? cells.lessonAmount} × ${cells.subject}`;
    const { row, value: whole } = reading.end(line, text, isImported, value);
    return { row, value: whole && { ...whole, expiresOn } };
  });
}

/** The keys by which payments' rows are known again: equal rows of one file count one by one. */
export function keysOf(rows: readonly SheetRow[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ cells }) => {
    const content = JSON.stringify(COLUMNS.payments.map((column) => cells[column].trim().toLowerCase()));
    const place = (seen.get(content) ?? 0) + 1;
    seen.set(content, place);
    return createHash("sha256").update(`${place} ${content}`).digest("base64url");
  });
}

/** What a screen shows of a plan. */
export function previewOf(planned: readonly Planned<unknown>[], ignoredColumns: string[]): ImportPreview {
  const rows = planned.map(({ row }) => row);
  const count = (outcome: ImportRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  return {
    rows,
    counts: { new: count("new"), exists: count("exists"), error: count("error") },
    ignoredColumns,
  };
}

type Whole<Value> = { [Name in keyof Value]: NonNullable<Value[Name]> };

/** One row while it is read: collects what is wrong with it. */
class Reading {
  readonly #errors: ImportRow["errors"] = [];

  fault(column: Column, text: string): void {
    this.#errors.push({ column: columnTexts[column][0], text });
  }

  take<Schema extends z.ZodType>(column: Column, schema: Schema, value: unknown): z.output<Schema> | null {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    this.fault(
      column,
      value === "" ? texts.required : (parsed.error.issues[0]?.message ?? texts.wrongCharacters),
    );
    return null;
  }

  date(column: Column, text: string): CivilDate | null {
    if (text === "") return null;
    const [, day = "", month = "", year = ""] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
    const date = year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
    if (isCivilDate(date)) return date;
    this.fault(column, texts.wrongDate);
    return null;
  }

  known<Word extends string>(
    column: Column,
    words: readonly Word[],
    names: ReadonlyMap<string, string>,
    text: string,
    unknown: string,
  ): Word | null {
    const name = names.get(folded(text));
    const word = words.find((each) => each === name);
    if (word === undefined) this.fault(column, text === "" ? texts.required : unknown);
    return word ?? null;
  }

  end<Value extends object>(
    line: number,
    text: string,
    exists: boolean,
    value: Value,
  ): { row: ImportRow; value: Whole<Value> | null } {
    const errors = this.#errors;
    const shown = text.replaceAll(/[\p{Cc}]/gu, " ").slice(0, 200);
    const outcome = errors.length > 0 ? "error" : exists ? "exists" : "new";
    return {
      row: { line, text: shown, outcome, errors },
      value: outcome === "new" && isWhole(value) ? value : null,
    };
  }
}

function isWhole<Value extends object>(value: Value): value is Value & Whole<Value> {
  return Object.values(value).every((part) => part !== null);
}

/** Lower case, without diacritics, spaces and signs: as people mean it. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ł", "l")
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

const namesOf = (entries: readonly (readonly [string, string])[]) =>
  new Map(entries.flatMap(([word, name]) => [[folded(word), word] as const, [folded(name), word] as const]));
const subjectNames = namesOf([
  ...Object.entries(subjectTexts),
  ["Polski", "język polski"],
  ["Angielski", "język angielski"],
]);
const levelNames = namesOf([
  ...Object.entries(levelTexts),
  ...Object.entries(shortLevelTexts),
  ["szkolaP", "podstawowa"],
  ["liceumP", "liceum podstawowy"],
  ["liceumR", "liceum rozszerzony"],
]);

/** Returns a phone number in its stored form. Text that is not a phone number is returned unchanged. */
function phoneOf(text: string): string {
  const digits = text.replaceAll(/[\s().-]/g, "");
  const [, national] = /^(?:\+48|0048|48(?=\d{9}$))?(\d{9})$/.exec(digits) ?? [];
  return national === undefined ? text : `+48${national}`;
}

/** A whole number as people write it: `1 200`, `90,00`, `90 zł`; anything else, such as `1.200`, as text. */
function numberOf(text: string): number | string {
  const plain = text.replaceAll(/[\s\u00a0]|zł$/gi, "").replace(/[.,]0{1,2}$/, "");
  return /^\d{1,9}$/.test(plain) ? Number(plain) : text;
}
