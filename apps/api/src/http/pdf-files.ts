import { billRef } from "@korki/contracts/bills";
import { invoiceRef } from "@korki/contracts/invoices";
import { mySummaryInput } from "@korki/contracts/reports";
import { commonTexts } from "@korki/contracts/texts/common";
import { type ActorCtx, invalidInput, type Services } from "@korki/services";
import { renderBillFile } from "@korki/services/bills/render-bill";
import { getInvoicePdf } from "@korki/services/invoices/list-invoices";
import { renderOwnSummary } from "@korki/services/reports/render-summary";
import { Router } from "express";
import { createContext, requireRole } from "../context";
import { expressPath, FILE_ROUTES, type MembersFileRoute, routeName } from "./file-routes";
import { callerOf, nameRoute } from "./request";

type Params = Readonly<Record<string, unknown>>;
type PdfFile = { fileName: string; content: Uint8Array };

const invoiceOf = (params: Params) => invoiceRef.safeParse(params).data;
const billOf = (params: Params) => billRef.safeParse(params).data;
const monthOf = ({ year, month, studentId }: Params) =>
  mySummaryInput.safeParse({ year: Number(year), month: Number(month), studentId }).data;

/** Documents as files: a student's month, also for the parent, and invoices and bills for payers and administrators. */
export function pdfFilesRouter(services: Services): Router {
  const router = Router({ caseSensitive: true });
  function serve<Wanted>(
    route: MembersFileRoute,
    read: (params: Params) => Wanted | undefined,
    find: (ctx: ActorCtx, wanted: Wanted) => Promise<PdfFile>,
  ): void {
    router.get(expressPath(route), async (req, res) => {
      nameRoute(req, res, routeName(route));
      const ctx = await createContext(services, callerOf(req, res, services.settings));
      const actor = requireRole(ctx, route.roles);
      const wanted = read(req.params);
      if (!wanted) throw invalidInput(commonTexts.invalidInput);
      const { fileName, content } = await find({ ...ctx, actor }, wanted);
      res.set({
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="${fileName}"`,
        "Cache-Control": "private, no-store",
      });
      res.send(content);
    });
  }
  serve(FILE_ROUTES.ownSummary, monthOf, renderOwnSummary);
  serve(FILE_ROUTES.childSummary, monthOf, renderOwnSummary);
  serve(FILE_ROUTES.invoice, invoiceOf, getInvoicePdf);
  serve(FILE_ROUTES.bill, billOf, renderBillFile);
  return router;
}
