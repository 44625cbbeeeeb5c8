import type { Transaction } from "../payments/emulator";
import { type Html, html } from "./html";
import { wholeMoment } from "./moments";

const STATES: Readonly<Record<Transaction["state"], string>> = {
  registered: "czeka na płatność",
  refused: "odrzucona",
  paid: "zapłacona, niezweryfikowana",
  verified: "zapłacona",
};

const zloty = new Intl.NumberFormat("pl-PL", { style: "currency", currency: "PLN" });
const amountOf = (grosze: number) => zloty.format(grosze / 100);

/** Every transaction, newest first. */
export function transactionList(transactions: readonly Transaction[]): Html {
  return html`<section class="sheet" aria-labelledby="payments-heading">
<h1 id="payments-heading">Płatności</h1>
<p class="soft">Piaskownica zastępuje tu Przelewy24: nikt niczego naprawdę nie płaci.</p>
${
  transactions.length === 0
    ? html`<p class="empty">Nie ma jeszcze żadnej płatności. Pojawi się tu, gdy ktoś doładuje lekcje w aplikacji.</p>`
    : html`<ol class="rows">${transactions.map(
        (transaction) => html`<li><a class="row" href="/dev/payments/${transaction.token}">
<span class="row-top"><strong>${amountOf(transaction.amount)}</strong><span>${stateOf(transaction)}</span></span>
<span class="row-title">${transaction.description}</span>
<span class="row-text">${transaction.email} · ${wholeMoment(new Date(transaction.registeredAt))}</span>
</a></li>`,
      )}</ol>`
}
</section>`;
}

/** What a payer sees, and below it what a tester may choose. */
export function openTransaction(transaction: Transaction): Html {
  return html`<section class="sheet" aria-labelledby="payment-heading">
<a class="to-list" href="/dev/payments">← Płatności</a>
<h1 id="payment-heading">Do zapłaty: ${amountOf(transaction.amount)}</h1>
<p>${transaction.description}</p>
<p class="soft">Stan: ${stateOf(transaction)}</p>
<form method="post" action="/dev/payments/${transaction.token}" class="pay">
<fieldset><legend>Sposób płatności</legend>
<label><input type="radio" name="method" value="blik" checked> BLIK</label>
<label><input type="radio" name="method" value="card"> karta</label>
<label><input type="radio" name="method" value="transfer"> przelew</label>
</fieldset>
<details><summary>Dla testujących</summary>
<label>Powiadomienie po (s) <input name="delay" inputmode="numeric" value="0"></label>
<label>Ile razy wysłać powiadomienie <input name="times" inputmode="numeric" value="1"></label>
<label>Inna kwota (grosze) <input name="amount" inputmode="numeric" value=""></label>
<label>Inna waluta <input name="currency" maxlength="3" value=""></label>
<label><input type="checkbox" name="wrongSignature"> błędny podpis</label>
</details>
<p class="actions">
<button name="outcome" value="paid">Zapłać ${amountOf(transaction.amount)}</button>
<button class="quiet" name="outcome" value="refused">Odrzuć płatność</button>
<button class="quiet" name="outcome" value="left">Wróć bez płacenia</button>
</p>
</form>
</section>`;
}

function stateOf({ state, refunded }: Transaction): string {
  return refunded > 0 ? `zwrócono ${amountOf(refunded)}` : STATES[state];
}
