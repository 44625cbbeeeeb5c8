import type { Invoicing, InvoicingInput } from "@korki/contracts/invoices";
import { commonTexts } from "@korki/contracts/texts/common";
import { invoiceTexts as texts } from "@korki/contracts/texts/invoices";
import { findInvoicing, type InvoicingRow, lockInvoicing, transact, updateInvoicing } from "@korki/db";
import type { ActorCtx, Services } from "../context";
import { conflict, invalidInput, unavailable } from "../errors";
import { diff, recordHistory } from "../history";
import { openSecret, SecretUnreadable, sealSecret } from "../sealed-secret";
import { Fakturownia } from "./fakturownia";
import {
  type InvoiceProvider,
  InvoiceRefused,
  InvoicesForbidden,
  InvoicesUnavailable,
} from "./invoice-provider";

const PURPOSE = "invoicing";

/**
 * Returns the account at the invoice provider that is saved; null where there is none. Throws `SecretUnreadable` where
 * AUTH_SECRET is another than when the token was saved.
 */
export function openInvoiceProvider(
  { settings }: Services,
  { domain, token }: Pick<InvoicingRow, "domain" | "token">,
): InvoiceProvider | null {
  if (domain === null || token === null) return null;
  const apiRoot = settings.fakturowniaApiRoot.replace("{domain}", domain);
  return new Fakturownia({ apiRoot, token: openSecret(settings.authSecret, PURPOSE, domain, token) });
}

/** Returns how the centre makes invoices; never the token. */
export async function getInvoicing(ctx: ActorCtx): Promise<Invoicing> {
  return toInvoicing(await findInvoicing(ctx.db));
}

/**
 * An administrator says how invoices are made. The provider is asked first: throws `input` with its words where it
 * refuses the account, `unavailable` where it does not answer; nothing is saved then (rules §36).
 */
export async function saveInvoicing(ctx: ActorCtx, input: InvoicingInput): Promise<Invoicing> {
  const before = await findInvoicing(ctx.db);
  const next = withInput(ctx, before, input);
  if (next.mode !== "off") {
    await askProvider(async () => {
      const provider = openInvoiceProvider(ctx, next);
      if (!provider) throw invalidInput(texts.token);
      await provider.check();
    });
  }
  return transact(ctx.db, async (tx) => {
    const current = await lockInvoicing(tx);
    if (current.token !== before.token || current.domain !== before.domain)
      throw conflict(commonTexts.changedMeanwhile);
    await updateInvoicing(tx, next);
    const changes = diff(
      { ...shown(current), isTokenNew: false },
      { ...shown(next), isTokenNew: next.token !== current.token },
    );
    if (Object.keys(changes).length > 0)
      await recordHistory(tx, ctx, { entity: "centre", entityId: "invoicing", action: "save", changes });
    return toInvoicing(next);
  });
}

/** Throws `unavailable` and `input` where the provider does not answer or refuses, or the token cannot be opened. */
export async function askProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof SecretUnreadable) throw invalidInput(texts.token);
    if (error instanceof InvoicesUnavailable) throw unavailable(texts.providerAway);
    if (error instanceof InvoicesForbidden || error instanceof InvoiceRefused)
      throw invalidInput(texts.providerRefused(error.message || texts.noWords));
    throw error;
  }
}

function withInput(
  ctx: ActorCtx,
  before: InvoicingRow,
  { domain: given, token, mode, tax, exemption, ksef }: InvoicingInput,
): Omit<InvoicingRow, "stoppedUntil" | "stoppedWords"> {
  const domain = given ?? before.domain;
  if (!token && domain !== before.domain && mode !== "off") throw invalidInput(texts.token);
  const kept = domain === before.domain ? before.token : null;
  const nextTax = tax ?? before.tax;
  return {
    domain,
    token: token && domain ? sealSecret(ctx.settings.authSecret, PURPOSE, domain, token) : kept,
    mode,
    tax: nextTax,
    exemption: nextTax === "zw" ? (exemption ?? before.exemption) : null,
    ksef: ksef ?? before.ksef,
    since: mode !== "off" && mode !== before.mode ? ctx.now() : before.since,
  };
}

function shown({ domain, mode, tax, exemption, ksef }: Omit<InvoicingRow, "stoppedUntil" | "stoppedWords">) {
  return { domain, mode, tax, exemption, ksef };
}

function toInvoicing(row: Omit<InvoicingRow, "stoppedUntil" | "stoppedWords">): Invoicing {
  const { domain, mode, tax, exemption, ksef, token } = row;
  return {
    domain,
    hasToken: token !== null,
    on: mode !== "off",
    mode,
    tax: tax === null || tax === "zw" ? tax : Number(tax),
    exemption,
    ksef,
  };
}
