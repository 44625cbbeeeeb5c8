import { csvText } from "@korki/contracts/csv";
import type { CsvFile } from "@korki/contracts/exports";
import type { ImportEntry, ImportKind } from "@korki/contracts/imports";
import { importColumnTexts, importTexts } from "@korki/contracts/texts/imports";
import { listImports as list } from "@korki/db";
import type { ActorCtx } from "../context";
import { COLUMNS, type Column } from "./plan-import";
import { canUndoImport } from "./undo-import";

/** Imports shown. */
const SHOWN = 50;

/** Returns the newest imports. */
export async function listImports(ctx: ActorCtx): Promise<ImportEntry[]> {
  const now = ctx.now();
  return (await list(ctx.db, SHOWN, now)).map((row) => ({
    ...row,
    canUndo: row.undoneAt === null && canUndoImport(new Date(row.createdAt), now),
  }));
}

const SAMPLES: Record<ImportKind, readonly Partial<Record<Column, string>>[]> = {
  students: [
    {
      name: "Zofia",
      surname: "Przykładowa",
      email: "zofia@example.com",
      phone: "600 100 200",
      phoneParent: "600 100 201",
    },
    { name: "Jan", surname: "Wzorcowy", email: "jan@example.com" },
  ],
  payments: [
    {
      email: "zofia@example.com",
      moneyAmount: "360",
      lessonAmount: "4",
      subject: "Matematyka",
      level: "liceum, poziom podstawowy",
      paidOn: "2026-09-01",
      method: "przelew",
      description: "pakiet 4 lekcji",
    },
  ],
};

/** Returns a file that can be imported as it is, to be filled in. */
export function sampleFile({ kind }: { kind: ImportKind }): CsvFile {
  const columns = COLUMNS[kind];
  return {
    fileName: `${kind === "students" ? importTexts.prefer.sampleStudents : importTexts.prefer.samplePayments}.csv`,
    content: csvText(
      columns.map((column) => importColumnTexts[column][0]),
      SAMPLES[kind].map((row) => columns.map((column) => row[column] ?? "")),
    ),
  };
}
