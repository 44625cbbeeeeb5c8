import type { RequestListener } from "node:http";
import express from "express";
import { invoicesApi } from "./invoices/api-router";
import { devRouter, type SandboxParts } from "./pages/dev-router";
import { paymentsApi } from "./payments/api-router";

/**
 * The Bot API at `/bot…`, the push service at `/dev/push/…/messages`, the payment provider at `/api/v1` and `/trnRequest`,
 * the invoice provider at `/invoices…`, everything else under `/dev/`.
 */
export function createSandboxHandler(parts: SandboxParts): RequestListener {
  const pages = express();
  pages.disable("x-powered-by");
  if (parts.payments) {
    pages.use(paymentsApi(parts.payments));
    pages.get("/trnRequest/:token", (request, response) =>
      response.redirect(`${parts.publicUrl ?? ""}/dev/payments/${encodeURIComponent(request.params.token)}`),
    );
  }
  if (parts.invoices) pages.use(invoicesApi(parts.invoices));
  pages.use("/dev", devRouter(parts));
  pages.use((_request, response) => {
    response.status(404).json({ error: "Nie ma takiej strony." });
  });
  return (request, response) => {
    if (parts.telegram?.takes(request.url ?? "")) void parts.telegram.handleBotApi(request, response);
    else if (parts.push?.takes(request)) void parts.push.handleMessage(request, response);
    else pages(request, response);
  };
}
