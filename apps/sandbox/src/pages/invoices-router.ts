import { Router } from "express";
import { type EmulatedInvoice, type InvoicesEmulator, MAGIC_NIPS } from "../invoices/emulator";
import { type Html, html } from "./html";
import { serveFaults } from "./requests";
import { type Page, page } from "./shell";

/** `/dev/invoices`: what was issued at the emulated Fakturownia, and the switches for drills. */
export function invoicesRouter(emulator: InvoicesEmulator, sections: readonly Page["section"][]): Router {
  const router = Router();

  router.get("/invoices", (_request, response) => {
    const main = html`<main class="payments">${invoiceList(emulator.list())}</main>`;
    response.send(page({ title: "Faktury", section: "invoices", main }, sections));
  });

  router.get("/invoices.json", (_request, response) => void response.json(emulator.list()));

  serveFaults(router, "/invoices/faults", emulator.faults);

  return router;
}

function invoiceList(invoices: readonly EmulatedInvoice[]): Html {
  return html`<section class="sheet" aria-labelledby="invoices-heading">
<h1 id="invoices-heading">Faktury</h1>
<p class="soft">Piaskownica zastępuje tu Fakturownię. Włącz faktury w aplikacji: Firma → Faktury, konto „demo”, dowolny kod API (zaczynający się od „zly” zostanie odrzucony).</p>
<p class="soft">Odpowiedź KSeF zależy od NIP-u nabywcy: ${Object.entries(MAGIC_NIPS)
    .map(([nip, answer]) => `${nip} – ${answer}`)
    .join(", ")}.</p>
${
  invoices.length === 0
    ? html`<p class="empty">Nie ma jeszcze żadnej faktury.</p>`
    : html`<ol class="rows">${invoices.map(
        (invoice) => html`<li><div class="row">
<span class="row-top"><strong>${invoice.number}</strong><span>${invoice.price_gross} zł</span></span>
<span class="row-title">${invoice.buyer_name}${invoice.buyer_tax_no ? `, NIP ${invoice.buyer_tax_no}` : ""}</span>
<span class="row-text">${invoice.buyer_street}, ${invoice.buyer_post_code} ${invoice.buyer_city} · ${invoice.issue_date}${invoice.gov_status ? ` · KSeF: ${invoice.gov_status}` : ""}</span>
<span class="row-text">${invoice.positions.map(({ name }) => name).join("; ")}</span>
</div></li>`,
      )}</ol>`
}
</section>`;
}
