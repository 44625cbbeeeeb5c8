import type { CivilDate, InvoiceBuyer, InvoiceLine, InvoiceTax } from "@korki/domain";

/**
 * Where invoices are issued. Everything that is particular to one provider stays behind this port. Amounts are in whole
 * złoty, tax included.
 */
export interface InvoiceProvider {
  /** Makes a call that changes nothing. Throws as the others do. */
  check(): Promise<void>;
  /** Issues a document. Throws `InvoiceExists` where one with this id was issued before. */
  create(document: InvoiceToIssue): Promise<IssuedInvoice>;
  /** Finds what was issued for an id on these days, or null. */
  find(wanted: { id: string; from: CivilDate; to: CivilDate }): Promise<IssuedInvoice | null>;
  /** Returns what became of an issued document. */
  read(providerId: string): Promise<IssuedInvoice>;
  /** Sends an issued document on to KSeF. */
  sendToKsef(providerId: string): Promise<IssuedInvoice>;
  /** Returns the document as a PDF. */
  pdf(providerId: string): Promise<Buffer>;
}

/** What a document says. */
export type InvoiceToIssue = {
  readonly id: string;
  /** The day of sending. */
  readonly issuedOn: CivilDate;
  readonly paidOn: CivilDate;
  readonly method: "gotowka" | "przelew" | "online" | "inne";
  readonly buyer: InvoiceBuyer;
  readonly tax: InvoiceTax;
  readonly exemption: string | null;
  readonly lines: readonly InvoiceLine[];
  /** Sent on to KSeF. */
  readonly ksef: boolean;
  /** Of a correction: the provider's number of the invoice, its lines before, and why. */
  readonly corrects: {
    readonly providerId: string;
    readonly before: readonly InvoiceLine[];
    readonly reason: string;
  } | null;
};

export type IssuedInvoice = {
  readonly providerId: string;
  readonly number: string;
  readonly issuedOn: CivilDate;
  /** `retry`: KSeF itself failed. */
  readonly ksef: "none" | "processing" | "ok" | "retry" | "error";
  /** The provider's words about KSeF. */
  readonly words: string | null;
};

/** The provider did not answer, or not in a way that could be understood. Trying again may help. */
export class InvoicesUnavailable extends Error {
  override name = "InvoicesUnavailable";
}

/** The provider does not take the account's token. The message is the provider's. */
export class InvoicesForbidden extends Error {
  override name = "InvoicesForbidden";
}

/** The provider refuses what it was asked for. The message is the provider's. */
export class InvoiceRefused extends Error {
  override name = "InvoiceRefused";
}

/** A document of this id was issued before. */
export class InvoiceExists extends Error {
  override name = "InvoiceExists";
}
