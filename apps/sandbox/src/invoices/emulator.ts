import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Changes } from "../changes";
import { Faults } from "../faults";

/** A document as Fakturownia keeps it; of what was sent, the fields that matter. */
export interface EmulatedInvoice {
  readonly id: number;
  readonly number: string;
  readonly kind: string;
  readonly oid: string;
  readonly issue_date: string;
  readonly sell_date: string;
  readonly paid_date: string;
  readonly payment_type: string;
  readonly price_gross: string;
  readonly buyer_name: string;
  readonly buyer_tax_no: string;
  readonly buyer_street: string;
  readonly buyer_post_code: string;
  readonly buyer_city: string;
  readonly buyer_email: string;
  readonly invoice_id: string | null;
  readonly positions: readonly { name: string; total_price_gross: string }[];
  gov_status: string | null;
  gov_id: string | null;
  gov_error_messages: string[] | null;
  /** How often it was sent to KSeF. */
  govSent: number;
}

/**
 * Makes the next `times` calls fail: no answer before or after the document is saved, a server's error, too many
 * requests, a refused token, an error in an answer 200, or a slow answer.
 */
const invoiceFault = z.object({
  call: z.enum(["check", "create", "read", "pdf"]),
  how: z.enum(["error", "silence", "lost", "busy", "unauthorised", "ok-with-error", "slow"]),
  times: z.int().min(1).max(10_000).default(1),
});
export type InvoiceFault = z.infer<typeof invoiceFault>;

/** What is sent, before it is saved. */
export type SentInvoice = Record<string, unknown>;

/** NIPs that decide what KSeF says of the buyer's documents. */
export const MAGIC_NIPS = {
  "1111111111": "ok",
  "2222222222": "send_error",
  "3333333333": "server_error",
  "4444444444": "server_error_once",
  "5555555555": "processing",
} as const;

const FIRST_ID = 100_001;
const REQUIRED = ["buyer_name", "buyer_street", "buyer_post_code", "buyer_city", "positions"];

/** Fakturownia as the product meets it. Kept in one file. */
export class InvoicesEmulator {
  readonly changes = new Changes();
  readonly faults = new Faults(invoiceFault);
  readonly #invoices = new Map<number, EmulatedInvoice>();
  readonly #byOid = new Map<string, EmulatedInvoice>();
  readonly #file: string | null;

  constructor(dir?: string) {
    this.#file = dir ? join(dir, "invoices.json") : null;
    if (dir) mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (this.#file && existsSync(this.#file))
      for (const kept of JSON.parse(readFileSync(this.#file, "utf8")) as EmulatedInvoice[]) this.#keep(kept);
  }

  /** Newest first. */
  list(): EmulatedInvoice[] {
    return [...this.#invoices.values()].reverse();
  }

  find(id: number): EmulatedInvoice | undefined {
    return this.#invoices.get(id);
  }

  /** Takes the fault that is planned for a call, if any. */
  takeFault(call: InvoiceFault["call"]): InvoiceFault["how"] | null {
    return this.faults.takeFirst((each) => each.call === call)?.how ?? null;
  }

  /** Returns what is wrong with a document, field by field; null: nothing. */
  faultsOf(sent: SentInvoice): Record<string, string[]> | null {
    const faults: Record<string, string[]> = {};
    for (const field of REQUIRED) if (isBlank(sent[field])) faults[field] = ["- nie może być puste"];
    if (sent.buyer_company === true && isBlank(sent.buyer_tax_no))
      faults.buyer_tax_no = ["- nie może być puste"];
    const positions = Array.isArray(sent.positions) ? sent.positions : [];
    if (positions.some((each) => Reflect.get(each, "tax") === "zw") && isBlank(sent.exempt_tax_kind))
      faults.exempt_tax_kind = ["- nie może być puste"];
    if (sent.kind === "correction" && !this.find(Number(sent.invoice_id)))
      faults.invoice_id = ["- nie ma takiej faktury"];
    if (sent.oid_unique === "yes" && this.#byOid.has(String(sent.oid)))
      faults.oid = ["- faktura o tym numerze zamówienia już istnieje"];
    return Object.keys(faults).length > 0 ? faults : null;
  }

  /** Saves a document. Gaps of the buyer are filled from an earlier buyer of the same name. */
  save(sent: SentInvoice, sendsToKsef: boolean): EmulatedInvoice {
    const name = text(sent.buyer_name);
    const known = this.list().find((each) => each.buyer_name === name);
    const positions = (Array.isArray(sent.positions) ? sent.positions : []).map((each) => ({
      name: text(Reflect.get(each, "name")),
      total_price_gross: text(Reflect.get(each, "total_price_gross")),
    }));
    const id = FIRST_ID + this.#invoices.size;
    const isCorrection = sent.kind === "correction";
    const count = this.list().filter((each) => (each.kind === "correction") === isCorrection).length + 1;
    const issueDate = text(sent.issue_date) || new Date().toISOString().slice(0, 10);
    const buyer = (
      field: "buyer_tax_no" | "buyer_street" | "buyer_post_code" | "buyer_city" | "buyer_email",
    ) => (sent[field] === undefined ? (known?.[field] ?? "") : text(sent[field]));
    const invoice: EmulatedInvoice = {
      id,
      number: `${isCorrection ? "K" : ""}${count}/${issueDate.slice(0, 4)}`,
      kind: text(sent.kind) || "vat",
      oid: text(sent.oid),
      issue_date: issueDate,
      sell_date: text(sent.sell_date),
      paid_date: text(sent.paid_date),
      payment_type: text(sent.payment_type),
      price_gross: positions.reduce((sum, each) => sum + Number(each.total_price_gross), 0).toFixed(2),
      buyer_name: name,
      buyer_tax_no: buyer("buyer_tax_no"),
      buyer_street: buyer("buyer_street"),
      buyer_post_code: buyer("buyer_post_code"),
      buyer_city: buyer("buyer_city"),
      buyer_email: buyer("buyer_email"),
      invoice_id: isCorrection ? text(sent.invoice_id) : null,
      positions,
      gov_status: null,
      gov_id: null,
      gov_error_messages: null,
      govSent: 0,
    };
    this.#keep(invoice);
    if (sendsToKsef) this.sendToKsef(invoice);
    this.#changed();
    return invoice;
  }

  /** What KSeF answers depends on the buyer's NIP. */
  sendToKsef(invoice: EmulatedInvoice): void {
    invoice.govSent += 1;
    const nip = invoice.buyer_tax_no;
    const planned = nip in MAGIC_NIPS ? MAGIC_NIPS[nip as keyof typeof MAGIC_NIPS] : "ok";
    const isDone = planned === "ok" || (planned === "server_error_once" && invoice.govSent > 1);
    invoice.gov_status = isDone || planned === "processing" ? "processing" : planned.replace("_once", "");
    invoice.gov_error_messages =
      invoice.gov_status === "send_error"
        ? ["NIP nabywcy - nie występuje w rejestrze"]
        : invoice.gov_status === "server_error"
          ? ["KSeF jest niedostępny"]
          : null;
    this.#changed();
  }

  /** KSeF has answered by the time a document is read again. */
  settleKsef(invoice: EmulatedInvoice): void {
    if (invoice.gov_status !== "processing" || invoice.buyer_tax_no === "5555555555") return;
    invoice.gov_status = "ok";
    invoice.gov_id = `5252445767-${invoice.issue_date.replaceAll("-", "")}-${randomUUID().slice(0, 12).toUpperCase()}`;
    this.#changed();
  }

  #keep(invoice: EmulatedInvoice): void {
    this.#invoices.set(invoice.id, invoice);
    if (invoice.oid) this.#byOid.set(invoice.oid, invoice);
  }

  #changed(): void {
    if (this.#file) {
      writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#invoices.values()]), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    }
    this.changes.bump();
  }
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function isBlank(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : text(value).trim() === "";
}
