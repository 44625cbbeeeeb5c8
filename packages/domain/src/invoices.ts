import { type CivilDate, dateParts, daysInMonth } from "./calendar";
import { bySubjectLevel, type Level, type Subject, subjectLevelKey } from "./subjects";

/** When invoices are made (rules §36): not at all, when asked for, for each order, for those of companies. */
export const INVOICING_MODES = ["off", "onRequest", "eachOrder", "eachCompanyOrder"] as const;
export type InvoicingMode = (typeof INVOICING_MODES)[number];

/** A VAT rate in per cent, or `zw`: exempt. */
export const INVOICE_TAXES = ["23", "8", "5", "0", "zw"] as const;
export type InvoiceTax = (typeof INVOICE_TAXES)[number];

export const INVOICE_STATES = ["wanted", "sending", "issued", "failed"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** Where a document stands in the state's system. */
export const KSEF_STATES = ["none", "processing", "ok", "error"] as const;
export type KsefState = (typeof KSEF_STATES)[number];

export const INVOICE_KINDS = ["invoice", "correction"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** How far back a payer may ask for an invoice, in months. */
const INVOICE_MONTHS_BACK = 3;

/** Whom an invoice names. */
export type BillingData = {
  readonly kind: "private" | "company";
  readonly name: string;
  /** Ten digits; null for private people. */
  readonly nip: string | null;
  readonly street: string;
  readonly postCode: string;
  readonly city: string;
};

/** Whom a document names and how the buyer is reached, frozen when it is first sent. */
export type InvoiceBuyer = BillingData & { readonly email?: string | null; readonly phone?: string };

/** What was paid for one subject and level in a month; whole złoty. */
export type InvoiceLine = {
  readonly subject: Subject;
  readonly level: Level;
  /** "YYYY-MM" */
  readonly month: string;
  readonly lessons: number;
  readonly amount: number;
};

const NIP_WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7];

/** Returns a NIP's ten digits, without spaces, dashes and "PL"; null where they are not a NIP. */
export function nipDigits(text: string): string | null {
  const digits = text.replace(/^\s*PL/i, "").replace(/[\s-]/g, "");
  if (!/^\d{10}$/.test(digits) || /^0+$/.test(digits)) return null;
  const sum = NIP_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return sum % 11 === Number(digits[9]) ? digits : null;
}

/** Returns whether a payer may still ask for an invoice for what was paid on a day. */
export function isInvoiceable(paidOn: CivilDate, day: CivilDate): boolean {
  return paidOn >= monthsBefore(day, INVOICE_MONTHS_BACK);
}

/** The same day some months earlier, or that month's last one. */
function monthsBefore(day: CivilDate, months: number): CivilDate {
  const { year, month, day: dayOfMonth } = dateParts(day);
  const index = year * 12 + month - 1 - months;
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1];
  const d = Math.min(dayOfMonth, daysInMonth(y, m));
  return `${y}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`;
}

/** Puts what was paid together: one line per subject, level and month; lines of 0 zł are left out. */
export function invoiceLines(paid: readonly InvoiceLine[]): InvoiceLine[] {
  const lines = new Map<string, InvoiceLine>();
  for (const each of paid) {
    const key = `${subjectLevelKey(each)} ${each.month}`;
    const known = lines.get(key);
    lines.set(key, {
      ...each,
      lessons: each.lessons + (known?.lessons ?? 0),
      amount: each.amount + (known?.amount ?? 0),
    });
  }
  return [...lines.values()]
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0) || bySubjectLevel(a, b));
}

/** Returns the sum of lines in whole złoty. */
export function linesSum(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** One line before and after a correction; null: it is not there. */
export type LineChange = { readonly before: InvoiceLine | null; readonly after: InvoiceLine | null };

/** Returns the lines that differ, each with what it was and what it is. */
export function lineChanges(before: readonly InvoiceLine[], after: readonly InvoiceLine[]): LineChange[] {
  const keyOf = (line: InvoiceLine) => `${subjectLevelKey(line)} ${line.month}`;
  const later = new Map(after.map((line) => [keyOf(line), line]));
  const known = new Set(before.map(keyOf));
  return [
    ...before.map((line) => ({ before: line, after: later.get(keyOf(line)) ?? null })),
    ...after.filter((line) => !known.has(keyOf(line))).map((line) => ({ before: null, after: line })),
  ].filter((change) => change.before?.amount !== change.after?.amount);
}
