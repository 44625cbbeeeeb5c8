import { summaryMonth } from "@korki/contracts/reports";
import { commonTexts } from "@korki/contracts/texts/common";
import { renderMonthlySummary } from "@korki/documents";
import { invalidInput, type Services } from "@korki/services";
import { summarizeMonth } from "@korki/services/reports/read-reports";
import { Router } from "express";
import { createContext, requireRole } from "../context";
import { callerOf, nameRoute } from "./request";

/** `GET /api/student/summary/{year}/{month}.pdf`: a student's month as a file. */
export function summaryPdfRouter(services: Services): Router {
  const router = Router({ caseSensitive: true });
  router.get("/api/student/summary/:year/:month.pdf", async (req, res) => {
    nameRoute(req, res, "/api/student/summary/{year}/{month}.pdf");
    const ctx = await createContext(services, callerOf(req, res, services.settings));
    const actor = requireRole(ctx, ["Student"]);
    const month = summaryMonth.safeParse({ year: Number(req.params.year), month: Number(req.params.month) });
    if (!month.success) throw invalidInput(commonTexts.invalidInput);
    const summary = await summarizeMonth(ctx, { ...month.data, studentId: actor.id });
    const pdf = await renderMonthlySummary(summary, month.data, services.settings.centreName);
    const name = `podsumowanie-${month.data.year}-${String(month.data.month).padStart(2, "0")}.pdf`;
    res.set({
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
    });
    res.send(pdf);
  });
  return router;
}
