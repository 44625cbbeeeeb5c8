import { invoiceTexts } from "@korki/contracts/texts/invoices";
import { type CivilDate, type InvoiceLine, isCivilDate, lineChanges } from "@korki/domain";
import { z } from "zod";
import {
  InvoiceExists,
  type InvoiceProvider,
  InvoiceRefused,
  InvoicesForbidden,
  InvoicesUnavailable,
  type InvoiceToIssue,
  type IssuedInvoice,
} from "./invoice-provider";

export type FakturowniaOptions = {
  /** Of the account, without a slash at its end. */
  readonly apiRoot: string;
  readonly token: string;
  /** How long an answer may take. */
  readonly timeoutMs?: number;
};

const CALL_TIMEOUT_MS = 10_000;
/** A PDF is made when it is first asked for. */
const PDF_TIMEOUT_MS = 30_000;
/** Longest list that the API returns, and lists that are read for one day. */
const PER_PAGE = 100;
const PAGES_MAX = 100;
const WORDS_MAX = 500;
/** Longest phone number and reason that KSeF takes, in characters. */
const PHONE_MAX = 16;

const PAYMENT_TYPES = { gotowka: "cash", przelew: "transfer", online: "płatność online", inne: "inna" };

const issued = z.object({
  id: z.union([z.int(), z.string().min(1)]).transform(String),
  number: z.string().min(1),
  oid: z.string().nullish(),
  issue_date: z.string().nullish(),
  gov_status: z.string().nullish(),
  gov_error_messages: z.unknown(),
});

/** Fakturownia's API, as documented at github.com/fakturownia/API. */
export class Fakturownia implements InvoiceProvider {
  readonly #options: FakturowniaOptions;

  constructor(options: FakturowniaOptions) {
    this.#options = options;
  }

  async check(): Promise<void> {
    await this.#list({ period: "this_month", page: "1", per_page: "1" });
  }

  async create(document: InvoiceToIssue): Promise<IssuedInvoice> {
    const { status, body } = await this.#json(
      "POST",
      "/invoices.json",
      {},
      {
        ...(document.ksef ? { gov_save_and_send: true } : {}),
        invoice: documentOf(document),
      },
    );
    const fault = faultIn(status, body);
    if (fault === null) return toIssued(body, document.issuedOn);
    if (namesOid(body)) throw new InvoiceExists(fault);
    throw new InvoiceRefused(fault);
  }

  async find({
    id,
    from,
    to,
  }: {
    id: string;
    from: CivilDate;
    to: CivilDate;
  }): Promise<IssuedInvoice | null> {
    const days = { period: "more", date_from: from, date_to: to, per_page: String(PER_PAGE) };
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const rows = await this.#list({ ...days, page: String(page) });
      const row = rows.find((each) => issued.safeParse(each).data?.oid === id);
      if (row !== undefined) return toIssued(row, to);
      if (rows.length < PER_PAGE) return null;
    }
    throw new InvoicesUnavailable("the provider lists more documents than are read");
  }

  read(providerId: string): Promise<IssuedInvoice> {
    return this.#document(providerId, {});
  }

  sendToKsef(providerId: string): Promise<IssuedInvoice> {
    return this.#document(providerId, { send_to_ksef: "yes" });
  }

  async pdf(providerId: string): Promise<Buffer> {
    const response = await this.#call(
      "GET",
      `/invoices/${encodeURIComponent(providerId)}.pdf`,
      {},
      undefined,
      PDF_TIMEOUT_MS,
    );
    if (response.status >= 400) throw new InvoiceRefused(`HTTP ${response.status}`);
    if (response.content.subarray(0, 5).toString() !== "%PDF-")
      throw new InvoicesUnavailable("the provider answered no PDF");
    return response.content;
  }

  async #document(providerId: string, query: Record<string, string>): Promise<IssuedInvoice> {
    const { status, body } = await this.#json(
      "GET",
      `/invoices/${encodeURIComponent(providerId)}.json`,
      query,
    );
    const fault = faultIn(status, body);
    if (fault !== null) throw new InvoiceRefused(fault);
    return toIssued(body, "");
  }

  async #list(query: Record<string, string>): Promise<unknown[]> {
    const { status, body } = await this.#json("GET", "/invoices.json", query);
    const fault = faultIn(status, body);
    if (fault !== null) throw new InvoiceRefused(fault);
    if (!Array.isArray(body)) throw new InvoicesUnavailable("the provider answered no list");
    return body;
  }

  /** Returns the answer of a call that the provider understood, as JSON. */
  async #json(method: string, path: string, query: Record<string, string>, body?: object) {
    const { status, content } = await this.#call(method, path, query, body);
    const text = content.toString();
    if (status >= 300) return { status, body: parsed(text) ?? text.slice(0, WORDS_MAX) };
    const answer = parsed(text);
    if (answer === undefined) throw new InvoicesUnavailable("the provider answered no JSON");
    return { status, body: answer };
  }

  /** Throws `InvoicesForbidden` and `InvoicesUnavailable`. */
  async #call(
    method: string,
    path: string,
    query: Record<string, string>,
    body?: object,
    timeoutMs = this.#options.timeoutMs ?? CALL_TIMEOUT_MS,
  ): Promise<{ status: number; content: Buffer }> {
    const { apiRoot, token } = this.#options;
    const inQuery = body ? query : { ...query, api_token: token };
    let answer: { status: number; content: Buffer };
    try {
      const response = await fetch(`${apiRoot}${path}?${new URLSearchParams(inQuery)}`, {
        method,
        redirect: "manual",
        headers: { accept: "application/json", ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify({ api_token: token, ...body }) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      });
      answer = { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
    } catch {
      // The cause may name the address, and with it the token: it stays here.
      throw new InvoicesUnavailable("the provider did not answer");
    }
    const { status, content } = answer;
    if (status >= 500 || status === 408 || status === 429)
      throw new InvoicesUnavailable(`the provider answered ${status}`);
    if (status === 401 || status === 403)
      throw new InvoicesForbidden(wordsOf(parsed(content.toString())) || `HTTP ${status}`);
    return answer;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the provider's words where it refuses; it may do so in an answer 200. */
function faultIn(status: number, body: unknown): string | null {
  const isError =
    typeof body === "object" &&
    body !== null &&
    !Array.isArray(body) &&
    (("code" in body && body.code === "error") ||
      ("status" in body && body.status === "error") ||
      (!("id" in body) && ("error" in body || "errors" in body)));
  if (status < 300 && !isError) return null;
  return wordsOf(body) || `HTTP ${status}`;
}

/** The words of an error in any of its shapes: a text, texts by field, a list of them. */
function wordsOf(body: unknown): string {
  return flat(body).slice(0, WORDS_MAX);
}

function flat(value: unknown): string {
  if (typeof value === "string")
    return value
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  if (Array.isArray(value)) return value.map(flat).filter(Boolean).join(", ");
  if (typeof value !== "object" || value === null) return "";
  const words = ["message", "errors", "error"].map((name) =>
    name in value ? flat(Reflect.get(value, name)) : "",
  );
  const said = words.filter(Boolean).join("; ");
  if (said) return said;
  return Object.entries(value)
    .filter(([name]) => name !== "code" && name !== "status")
    .map(([name, each]) => [name, flat(each).replace(/^- /, "")] as const)
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `${name}: ${text}`)
    .join("; ");
}

/** Whether an error is about `oid`, which every document has once. */
function namesOid(body: unknown): boolean {
  return /"oid"|\boid\b/i.test(JSON.stringify(body) ?? "");
}

function toIssued(body: unknown, day: CivilDate): IssuedInvoice {
  const answer = issued.safeParse(body);
  if (!answer.success) throw new InvoicesUnavailable("the provider answered without a number");
  const { id: providerId, number, issue_date, gov_status, gov_error_messages } = answer.data;
  const words = wordsOf(gov_error_messages);
  return {
    providerId,
    number,
    issuedOn: isCivilDate(issue_date) ? issue_date : day,
    ksef: ksefOf(gov_status ?? ""),
    words: words === "" ? null : words,
  };
}

function ksefOf(status: string): IssuedInvoice["ksef"] {
  switch (status.replace(/^demo_/, "")) {
    case "":
    case "not_applicable":
      return "none";
    case "ok":
      return "ok";
    case "server_error":
      return "retry";
    case "send_error":
    case "not_connected":
      return "error";
    default:
      return "processing";
  }
}

/**
 * The document as the API takes it. Every field of the buyer is given: what is left out, the provider takes from a
 * client of the same name.
 */
function documentOf(document: InvoiceToIssue): object {
  const { id, issuedOn, paidOn, method, buyer, tax, exemption, corrects } = document;
  const isCompany = buyer.kind === "company";
  const [first, last] = namesOf(buyer.name);
  return {
    kind: corrects ? "correction" : "vat",
    income: "1",
    ...(corrects
      ? {
          correction_reason: corrects.reason,
          invoice_id: corrects.providerId,
          from_invoice_id: corrects.providerId,
        }
      : {}),
    issue_date: issuedOn,
    sell_date: corrects ? issuedOn : paidOn,
    payment_type: PAYMENT_TYPES[method],
    payment_to_kind: "off",
    status: "paid",
    paid_date: corrects ? issuedOn : paidOn,
    currency: "PLN",
    lang: "pl",
    oid: id,
    oid_unique: "yes",
    buyer_company: isCompany,
    buyer_name: buyer.name,
    buyer_first_name: isCompany ? "" : first,
    buyer_last_name: isCompany ? "" : last,
    buyer_person: "",
    buyer_tax_no: buyer.nip ?? "",
    buyer_tax_no_kind: isCompany ? "" : "empty",
    buyer_street: buyer.street,
    buyer_post_code: buyer.postCode,
    buyer_city: buyer.city,
    buyer_country: "PL",
    buyer_email: buyer.email ?? "",
    buyer_phone: (buyer.phone ?? "").slice(0, PHONE_MAX),
    buyer_note: "",
    ...(tax === "zw" ? { exempt_tax_kind: exemption ?? "" } : {}),
    // Sums are what was paid, to the grosz.
    calculating_strategy: { position: "keep_gross", sum: "keep_gross", invoice_form_price_kind: "gross" },
    positions: corrects
      ? lineChanges(corrects.before, document.lines).map(({ before, after }) => {
          const difference = (after?.amount ?? 0) - (before?.amount ?? 0);
          return {
            name: nameOf(before ?? after),
            quantity: quantityOf(after) - quantityOf(before),
            total_price_gross: grosze(difference),
            tax,
            kind: "correction",
            correction_before_attributes: side(before, after, tax, "correction_before"),
            correction_after_attributes: side(after, before, tax, "correction_after"),
          };
        })
      : document.lines.map((line) => ({
          name: nameOf(line),
          quantity: 1,
          total_price_gross: grosze(line.amount),
          tax,
        })),
  };
}

/** One side of a corrected line; a line that is not there stands as none of the other side's. */
function side(line: InvoiceLine | null, other: InvoiceLine | null, tax: string, kind: string): object {
  return {
    name: nameOf(line ?? other),
    quantity: quantityOf(line),
    total_price_gross: grosze(line?.amount ?? 0),
    tax,
    kind,
  };
}

function nameOf(line: InvoiceLine | null): string {
  return line ? invoiceTexts.line(line) : "";
}

function quantityOf(line: InvoiceLine | null): number {
  return line ? 1 : 0;
}

function grosze(zloty: number): string {
  return zloty.toFixed(2);
}

/** The first and the last name of a private person. */
function namesOf(name: string): [string, string] {
  const words = name.split(/\s+/);
  return [words.slice(0, -1).join(" ") || name, words.length > 1 ? (words.at(-1) ?? "") : name];
}
