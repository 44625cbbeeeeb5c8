import { bankFileInput, bankLineRef, bankStatementRef, bankUndo, bookedLines } from "@korki/contracts/bank";
import {
  bankStatementEntryToWire,
  wireBankStatement,
  wireBankStatementEntry,
  wireBookedLine,
} from "@korki/contracts/wire/bank";
import { wirePayment } from "@korki/contracts/wire/money";
import { wirePage } from "@korki/contracts/wire/query";
import { EXAMPLE_ID, type RestRoute, route } from "./route";

const EXAMPLE_FILE = Buffer.from(
  "Data;Kwota;Nadawca;Tytuł;Numer rachunku\n01.12.2026;360,00;Anna Nowak;Zosia Nowak lekcje;61109010140000071219812874\n",
).toString("base64");

/** Statements of the bank (rules §41). */
export const BANK_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/admin/bank_statements",
    procedure: "bankStatements.list",
    summary: "The files of the bank that were read, the newest first; a thousand per `page`",
    query: wirePage,
    answer: wireBankStatementEntry.array(),
    paged: true,
    toAnswer: ({ items }) => items.map(bankStatementEntryToWire),
  }),
  route({
    method: "POST",
    path: "/admin/bank_statements",
    procedure: "bankStatements.upload",
    summary:
      "Read a bank's file (CSV, XLSX, MT940), in base64 or as the body itself; `mapping` names its columns and is remembered",
    body: bankFileInput,
    example: { fileName: "wyciag.csv", base64: EXAMPLE_FILE },
    answer: wireBankStatement,
  }),
  route({
    method: "GET",
    path: "/admin/bank_statements/{id}",
    procedure: "bankStatements.get",
    summary: "A statement with what each of its credits probably is, or was booked as",
    params: bankStatementRef,
    answer: wireBankStatement,
  }),
  route({
    method: "POST",
    path: "/admin/bank_statements/{id}/lines/{lineId}",
    procedure: "bankStatements.bookLine",
    summary: "Book a credit as money for a bill, or as a student's payments",
    params: bankLineRef,
    body: wireBookedLine,
    example: { studentId: EXAMPLE_ID, subject: "Fizyka", subjectLevel: "liceumP", lessonAmount: 4 },
    answer: wirePayment.array(),
  }),
  route({
    method: "POST",
    path: "/admin/bank_statements/{id}/certain",
    procedure: "bankStatements.bookCertain",
    summary: "Book all credits that are certain, a thousand at most",
    params: bankStatementRef,
    answer: bookedLines,
  }),
  route({
    method: "POST",
    path: "/admin/bank_statements/{id}/undo",
    procedure: "bankStatements.undo",
    summary: "Take back what was booked from a statement in the last 24 hours",
    params: bankStatementRef,
    answer: bankUndo,
  }),
];
