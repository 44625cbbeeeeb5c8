import { billRef } from "@korki/contracts/bills";
import { invoiceRef } from "@korki/contracts/invoices";
import { commonTexts } from "@korki/contracts/texts/common";
import { type ActorCtx, invalidInput, type Services } from "@korki/services";
import { renderBillFile } from "@korki/services/bills/render-bill";
import { getInvoicePdf } from "@korki/services/invoices/list-invoices";
import { type Request, type Response, Router } from "express";
import { createContext, requireRole } from "../context";
import { callerOf, nameRoute } from "./request";

type PdfFile = { fileName: string; content: Uint8Array };
type Wanted = { id: string };

/** `GET /api/invoice/{id}/pdf` and `GET /api/bill/{id}/pdf`: documents as files, for their payer and administrators. */
export function documentPdfRouter(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const answer =
    (
      path: string,
      read: (params: unknown) => Wanted | undefined,
      find: (ctx: ActorCtx, wanted: Wanted) => Promise<PdfFile>,
    ) =>
    async (req: Request, res: Response) => {
      nameRoute(req, res, path);
      const ctx = await createContext(services, callerOf(req, res, services.settings));
      const actor = requireRole(ctx, ["Student", "Parent", "Admin"]);
      const wanted = read(req.params);
      if (!wanted) throw invalidInput(commonTexts.invalidInput);
      const { fileName, content } = await find({ ...ctx, actor }, wanted);
      res.set({
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="${fileName}"`,
        "Cache-Control": "private, no-store",
      });
      res.send(content);
    };
  router.get(
    "/api/invoice/:id/pdf",
    answer("/api/invoice/{id}/pdf", (params) => invoiceRef.safeParse(params).data, getInvoicePdf),
  );
  router.get(
    "/api/bill/:id/pdf",
    answer("/api/bill/{id}/pdf", (params) => billRef.safeParse(params).data, renderBillFile),
  );
  return router;
}
