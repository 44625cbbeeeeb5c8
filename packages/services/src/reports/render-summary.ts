import type { PdfFile } from "@korki/contracts/exports";
import { renderMonthlySummary } from "@korki/documents";
import { monthName, type YearMonth } from "@korki/domain";
import { getLetterhead } from "../centre/get-centre";
import { keptDocument } from "../centre/kept-documents";
import type { ActorCtx, Services } from "../context";
import { getSummary, summarizeMonth } from "./read-reports";

/** Returns a student's month as a PDF file, for a message to who pays. Throws `not_found`. */
export async function renderSummary(
  services: Services,
  { studentId, year, month }: YearMonth & { studentId: string },
): Promise<{ fileName: string; content: Buffer }> {
  const summary = await summarizeMonth(services, { studentId, year, month, withMoney: true });
  const letterhead = await getLetterhead(services);
  const content = await renderMonthlySummary(summary, { year, month }, letterhead);
  return { fileName: nameOf({ year, month }), content };
}

/** Returns the month that the actor may read as a PDF file. Throws `not_found` and `rate_limited`. */
export async function renderOwnSummary(
  ctx: ActorCtx,
  { studentId, year, month }: YearMonth & { studentId?: string | undefined },
): Promise<{ fileName: string; content: Buffer }> {
  const summary = await getSummary(ctx, { studentId, year, month });
  const facts = { year, month, summary };
  const content = await keptDocument(ctx, "monthly-summary", facts, (letterhead) =>
    renderMonthlySummary(summary, { year, month }, letterhead),
  );
  return { fileName: nameOf({ year, month }), content };
}

/** Returns the same as text that tRPC can carry. */
export async function getSummaryPdf(
  ctx: ActorCtx,
  input: YearMonth & { studentId?: string | undefined },
): Promise<PdfFile> {
  const { fileName, content } = await renderOwnSummary(ctx, input);
  return { fileName, base64: content.toString("base64") };
}

function nameOf(month: YearMonth): string {
  return `podsumowanie-${monthName(month)}.pdf`;
}
