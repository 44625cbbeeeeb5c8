import * as field from "@korki/contracts/fields";
import { summaryMonth } from "@korki/contracts/reports";
import { commonTexts } from "@korki/contracts/texts/common";
import { invalidInput, type Services } from "@korki/services";
import { renderOwnSummary } from "@korki/services/reports/render-summary";
import { type Request, type Response, Router } from "express";
import { createContext, requireRole } from "../context";
import { callerOf, nameRoute } from "./request";

const params = summaryMonth.extend({ studentId: field.id.optional() });

/** `GET /api/student/summary/{year}/{month}.pdf`, and a parent's for a child: a student's month as a file. */
export function summaryPdfRouter(services: Services): Router {
  const { settings } = services;
  async function answer(req: Request, res: Response, role: "Student" | "Parent"): Promise<void> {
    const ctx = await createContext(services, callerOf(req, res, settings));
    const actor = requireRole(ctx, [role]);
    const { year, month, studentId } = req.params;
    const wanted = params.safeParse({ year: Number(year), month: Number(month), studentId });
    if (!wanted.success) throw invalidInput(commonTexts.invalidInput);
    const { fileName, content } = await renderOwnSummary({ ...ctx, actor }, wanted.data);
    res.set({
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    });
    res.send(content);
  }
  const router = Router({ caseSensitive: true });
  router.get("/api/student/summary/:year/:month.pdf", (req, res) => {
    nameRoute(req, res, "/api/student/summary/{year}/{month}.pdf");
    return answer(req, res, "Student");
  });
  router.get("/api/parent/summary/:studentId/:year/:month.pdf", (req, res) => {
    nameRoute(req, res, "/api/parent/summary/{studentId}/{year}/{month}.pdf");
    return answer(req, res, "Parent");
  });
  return router;
}
