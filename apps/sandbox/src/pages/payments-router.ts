import { Router } from "express";
import { PAYMENT_METHODS, type PaymentsEmulator, PLAIN_PAYMENT } from "../payments/emulator";
import { html } from "./html";
import { openTransaction, transactionList } from "./payments-views";
import { bodyText, serveFaults, wholeNumber } from "./requests";
import { type Page, page } from "./shell";

/** `/dev/payments`: the payer's pages of Przelewy24, and the switches for drills. */
export function paymentsRouter(emulator: PaymentsEmulator, sections: readonly Page["section"][]): Router {
  const router = Router();

  router.get("/payments", (_request, response) => {
    const main = html`<main class="payments">${transactionList(emulator.list())}</main>`;
    response.send(page({ title: "Płatności", section: "payments", main }, sections));
  });

  router.get("/payments.json", (_request, response) => void response.json(emulator.list()));

  serveFaults(router, "/payments/faults", emulator.faults);

  router.get("/payments/:token", (request, response, next) => {
    const transaction = emulator.findByToken(request.params.token);
    if (!transaction) return next();
    const main = html`<main class="payments">${openTransaction(transaction)}</main>`;
    // Without a referrer, browsers send the form with the origin `null`, which is refused as another site's.
    response.set("referrer-policy", "same-origin");
    response.send(page({ title: "Płatność", section: "payments", main }, sections));
  });

  router.post("/payments/:token", (request, response, next) => {
    const transaction = emulator.findByToken(request.params.token);
    if (!transaction) return next();
    const method = PAYMENT_METHODS.find((each) => each === bodyText(request, "method"));
    const outcome = bodyText(request, "outcome");
    if (outcome !== "left") {
      emulator.pay(transaction, {
        method: method ?? PLAIN_PAYMENT.method,
        outcome: outcome === "refused" ? "refused" : "paid",
        delaySeconds: Math.min(600, wholeNumber(bodyText(request, "delay")) ?? 0),
        times: Math.max(0, Math.min(50, wholeNumber(bodyText(request, "times")) ?? 1)),
        amount: wholeNumber(bodyText(request, "amount")) ?? null,
        currency: bodyText(request, "currency") || null,
        wrongSignature: ["on", "true"].includes(bodyText(request, "wrongSignature")),
      });
    }
    response.redirect(303, transaction.urlReturn);
  });

  return router;
}
