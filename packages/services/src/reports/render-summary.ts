import type { PdfFile } from "@korki/contracts/exports";
import type { MonthlySummary } from "@korki/contracts/reports";
import { renderMonthlySummary } from "@korki/documents";
import type { YearMonth } from "@korki/domain";
import { getLetterhead } from "../centre/get-centre";
import type { ActorCtx, Services } from "../context";
import { getSummary, summarizeMonth } from "./read-reports";

/** Returns a student's month as a PDF file. Throws `not_found`. */
export async function renderSummary(
  services: Services,
  { studentId, year, month }: YearMonth & { studentId: string },
): Promise<{ fileName: string; content: Buffer }> {
  return fileOf(services, { year, month }, await summarizeMonth(services, { studentId, year, month }));
}

/** Returns the month that the actor may read as a PDF file. Throws `not_found`. */
export async function renderOwnSummary(
  ctx: ActorCtx,
  { studentId, year, month }: YearMonth & { studentId?: string | undefined },
): Promise<{ fileName: string; content: Buffer }> {
  return fileOf(ctx, { year, month }, await getSummary(ctx, { studentId, year, month }));
}

/** Returns the same as text that tRPC can carry. */
export async function getSummaryPdf(
  ctx: ActorCtx,
  input: YearMonth & { studentId?: string | undefined },
): Promise<PdfFile> {
  const { fileName, content } = await renderOwnSummary(ctx, input);
  return { fileName, base64: content.toString("base64") };
}

async function fileOf(services: Services, month: YearMonth, summary: MonthlySummary) {
  return {
    fileName: `podsumowanie-${month.year}-${String(month.month).padStart(2, "0")}.pdf`,
    content: await renderMonthlySummary(summary, month, await getLetterhead(services)),
  };
}
