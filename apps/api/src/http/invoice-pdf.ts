import { invoiceRef } from "@korki/contracts/invoices";
import { commonTexts } from "@korki/contracts/texts/common";
import { invalidInput, type Services } from "@korki/services";
import { getInvoicePdf } from "@korki/services/invoices/list-invoices";
import { Router } from "express";
import { createContext, requireRole } from "../context";
import { callerOf, nameRoute } from "./request";

/** `GET /api/invoice/{id}/pdf`: a document as a file, for its payer and administrators. */
export function invoicePdfRouter(services: Services): Router {
  const router = Router({ caseSensitive: true });
  router.get("/api/invoice/:id/pdf", async (req, res) => {
    nameRoute(req, res, "/api/invoice/{id}/pdf");
    const ctx = await createContext(services, callerOf(req, res, services.settings));
    const actor = requireRole(ctx, ["Student", "Parent", "Admin"]);
    const wanted = invoiceRef.safeParse(req.params);
    if (!wanted.success) throw invalidInput(commonTexts.invalidInput);
    const { fileName, content } = await getInvoicePdf({ ...ctx, actor }, wanted.data);
    res.set({
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    });
    res.send(content);
  });
  return router;
}
