import express, { type Response, Router } from "express";
import type { EmulatedInvoice, InvoiceFault, InvoicesEmulator } from "./emulator";

/** How long a slow answer takes. */
const SLOW_MS = 3_000;
/** A socket without an answer is closed after so long, whoever waits. */
const SILENT_MS = 60_000;
const PER_PAGE_MAX = 100;

/** Fakturownia's API, as far as the product calls it. */
export function invoicesApi(emulator: InvoicesEmulator): Router {
  const router = Router();
  router.use(
    ["/invoices.json", "/invoices/:file"],
    express.json({ limit: "1mb" }),
    (request, response, next) => {
      const token = String(request.query.api_token ?? request.body?.api_token ?? "");
      if (token !== "" && !token.startsWith("zly")) return next();
      response.status(401).json({ code: "error", message: "Nieprawidłowy kod autoryzacyjny API" });
    },
  );

  router.get("/invoices.json", (request, response) => {
    const { period, date_from: from = "", date_to: to = "9999" } = request.query;
    const perPage = Math.min(PER_PAGE_MAX, Number(request.query.per_page) || PER_PAGE_MAX);
    const page = Math.max(1, Number(request.query.page) || 1);
    const rows = emulator
      .list()
      .filter(
        ({ issue_date }) => period !== "more" || (issue_date >= String(from) && issue_date <= String(to)),
      );
    const found = rows.slice((page - 1) * perPage, page * perPage).map(shown);
    answer(emulator, "check", response, () => response.json(found));
  });

  router.post("/invoices.json", (request, response) => {
    const fault = emulator.takeFault("create");
    if (fault && fault !== "lost" && fault !== "slow") return fail(fault, response);
    const sent = request.body?.invoice ?? {};
    const faults = emulator.faultsOf(sent);
    if (faults) return void response.status(422).json({ code: "error", message: faults });
    const { gov_save_and_send: sends } = { ...request.query, ...request.body };
    const invoice = emulator.save(sent, [true, "true", 1, "1", "yes"].includes(sends));
    if (fault === "lost") return void response.destroy();
    const saved = () => response.status(201).json(shown(invoice));
    if (fault === "slow") setTimeout(saved, SLOW_MS);
    else saved();
  });

  router.get("/invoices/:file", (request, response, next) => {
    const [, id, kind] = /^(\d+)\.(json|pdf)$/.exec(request.params.file) ?? [];
    if (!id) return next();
    const invoice = emulator.find(Number(id));
    answer(emulator, kind === "pdf" ? "pdf" : "read", response, () => {
      if (!invoice)
        return void response.status(404).json({ code: "error", message: "Nie ma takiej faktury" });
      if (kind === "pdf") return sendPdf(invoice, response);
      if (request.query.send_to_ksef === "yes") emulator.sendToKsef(invoice);
      else emulator.settleKsef(invoice);
      response.json(shown(invoice));
    });
  });
  return router;
}

/** Answers, or plays the fault that is planned for the call; a slow answer comes late. */
function answer(
  emulator: InvoicesEmulator,
  call: InvoiceFault["call"],
  response: Response,
  give: () => void,
): void {
  const fault = emulator.takeFault(call);
  if (fault === null) give();
  else if (fault === "slow") setTimeout(give, SLOW_MS);
  else fail(fault, response);
}

function fail(fault: Exclude<InvoiceFault["how"], "slow">, response: Response): void {
  switch (fault) {
    case "error":
      return void response.status(500).send("<html>Internal Server Error</html>");
    case "busy":
      return void response.status(429).json({ code: "error", message: "Za dużo zapytań" });
    case "unauthorised":
      return void response.status(401).json({ code: "error", message: "Kod autoryzacyjny API wygasł" });
    case "ok-with-error":
      return void response.json({ code: "error", message: "Konto zablokowane: brak opłaconego abonamentu" });
    case "lost":
      return void response.destroy();
    case "silence":
      // No answer; the caller's own limit ends the wait.
      response.socket?.setTimeout(SILENT_MS, () => response.destroy());
  }
}

function shown({ govSent: _, ...invoice }: EmulatedInvoice) {
  return invoice;
}

/** A small file with the number and the sum, which is all that a demo needs. */
function sendPdf({ number, price_gross }: EmulatedInvoice, response: Response): void {
  const line = `Faktura ${number}: ${price_gross} PLN`;
  const content = `BT /F1 18 Tf 72 760 Td (${line}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  body += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.indexOf("xref\n0")}\n%%EOF\n`;
  response.type("application/pdf").send(Buffer.from(body, "latin1"));
}
