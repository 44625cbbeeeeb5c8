import { csvText } from "@korki/contracts/csv";
import { type CsvFile, EXPORT_ROWS_MAX } from "@korki/contracts/exports";
import type { ChildRef } from "@korki/contracts/families";
import { ledgerEntryText, ledgerTexts } from "@korki/contracts/texts/ledger";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { listLedger } from "@korki/db";
import { civilDateOf, today } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";

/** Returns the student's own ledger, or that of a parent's child, as CSV, oldest first. */
export async function exportMyLedger(ctx: ActorCtx, { studentId }: ChildRef): Promise<CsvFile> {
  return csvOf(ctx, studentOf(await actFor(ctx.db, ctx, studentId, "pay")));
}

/** Returns a student's ledger as CSV. Throws `not_found` for anybody who is no student. */
export async function exportStudentLedger(
  ctx: ActorCtx,
  { studentId }: { studentId: string },
): Promise<CsvFile> {
  await requirePersonOfRole(ctx, studentId, "Student");
  return csvOf(ctx, studentId);
}

async function csvOf(ctx: ActorCtx, studentId: string): Promise<CsvFile> {
  const { items } = await listLedger(ctx.db, {
    studentId,
    direction: "asc",
    page: 1,
    pageSize: EXPORT_ROWS_MAX,
  });
  return {
    fileName: `rozliczenie-${today(ctx.now())}.csv`,
    content: csvText(
      ledgerTexts.csvColumns,
      items.map((entry) => [
        civilDateOf(new Date(entry.createdAt)),
        ledgerEntryText(entry),
        subjectTexts[entry.subject],
        levelTexts[entry.level],
        entry.quantity,
        entry.balance,
        entry.expiresOn,
        entry.description || (entry.lesson?.description ?? ""),
      ]),
    ),
  };
}
