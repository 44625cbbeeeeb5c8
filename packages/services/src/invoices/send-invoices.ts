import { invoiceTexts as texts } from "@korki/contracts/texts/invoices";
import {
  beginSending,
  deleteUnsent,
  findBillingData,
  findBuyerContact,
  findInvoice,
  findInvoicing,
  type InvoiceContent,
  type InvoiceRow,
  type InvoicingRow,
  isDatabaseAway,
  listDocumentsOf,
  listPaidParts,
  lockInvoice,
  lockNextInvoice,
  markFailed,
  markIssued,
  moveFollowUp,
  postponeInvoice,
  resumeInvoices,
  stopInvoices,
  type Tx,
  takeFollowUp,
  transact,
} from "@korki/db";
import { type KsefState, lineChanges, linesSum, today } from "@korki/domain";
import { type Services, systemCtx } from "../context";
import { notify } from "../outbox";
import { SecretUnreadable } from "../sealed-secret";
import {
  InvoiceExists,
  type InvoiceProvider,
  InvoiceRefused,
  InvoicesForbidden,
  InvoicesUnavailable,
  type InvoiceToIssue,
  type IssuedInvoice,
} from "./invoice-provider";
import { openInvoiceProvider } from "./invoicing";
import { readInvoiceFile } from "./list-invoices";
import { linesOf, namedPart, settleDifference } from "./want-invoice";

/** Documents that one process sends at a time. */
const AT_ONCE = 8;
/** A document whose process was killed is taken up again after so long. */
const LEASE_MS = 30_000;
const FOLLOW_LEASE_MS = 60_000;
/** How long nothing is sent after the provider refused the token. */
const STOP_MS = 5 * 60_000;
/** Longest pause between two looks at what KSeF says. */
const KSEF_LOOK_MS = 10_000;
const KSEF_TRIES_MAX = 3;

/** Sends the documents that wait, and does what comes after issuing. Returns how many steps were taken. */
export async function processInvoices(services: Services): Promise<number> {
  const lanes = await Promise.all(Array.from({ length: AT_ONCE }, () => runLane(services)));
  return lanes.reduce((sum, steps) => sum + steps, 0);
}

async function runLane(services: Services): Promise<number> {
  let steps = 0;
  while (true) {
    const account = await openAccount(services);
    if (!account) return steps;
    if (!((await sendNext(services, account)) || (await followUpNext(services, account)))) return steps;
    steps += 1;
  }
}

type Account = { provider: InvoiceProvider; settings: InvoicingRow };

/** Null while invoices are off, or the provider refuses the token, or it cannot be opened, which stops the queue, too. */
async function openAccount(services: Services): Promise<Account | null> {
  const settings = await findInvoicing(services.db);
  if (settings.mode === "off" || (settings.stoppedUntil && settings.stoppedUntil > services.now()))
    return null;
  try {
    const provider = openInvoiceProvider(services, settings);
    if (settings.stoppedWords === texts.unreadableToken) await resumeInvoices(services.db);
    return provider && { provider, settings };
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    await stopInvoices(services.db, new Date(services.now().getTime() + STOP_MS), texts.unreadableToken);
    services.log.warn("the invoice provider's token cannot be opened: AUTH_SECRET is another");
    return null;
  }
}

async function sendNext(services: Services, { provider, settings }: Account): Promise<boolean> {
  let next: InvoiceRow | null = null;
  const claimed = await transact(services.db, async (tx) => {
    next = await lockNextInvoice(tx, services.now());
    return next && claim(tx, services, settings, next);
  }).catch(async (error: unknown) => {
    if (next === null) throw error;
    const { id } = next;
    await recordFailure(services, next, error, {
      again: (until) => postponeInvoice(services.db, id, until),
      refused: (words) => markFailed(services.db, id, words),
    });
    return "put-off" as const;
  });
  if (claimed === null) return false;
  if (claimed === "nothing-left" || claimed === "put-off") return true;
  const { row, document } = claimed;
  try {
    // An answer may have been lost: what was saved is not sent again.
    const known = row.tries > 1 ? await provider.find(daysOf(row, document)) : null;
    const issued = known ?? (await provider.create(document));
    await recordIssued(services, row, issued, document.ksef);
    if (settings.stoppedWords !== null) await resumeInvoices(services.db);
  } catch (error) {
    await recordFailure(services, row, error, {
      again: (until) => postponeInvoice(services.db, row.id, until),
      refused: (words) => markFailed(services.db, row.id, words),
    });
  }
  return true;
}

function daysOf({ id, sentFrom }: InvoiceRow, { issuedOn }: InvoiceToIssue) {
  return { id, from: sentFrom ?? issuedOn, to: issuedOn };
}

type Claimed = { row: InvoiceRow; document: InvoiceToIssue };

/** Takes a locked document. What it says is fixed when it is taken for the first time. */
async function claim(
  tx: Tx,
  services: Services,
  settings: InvoicingRow,
  waiting: InvoiceRow,
): Promise<Claimed | "nothing-left"> {
  const now = services.now();
  const day = today(now);
  const until = new Date(now.getTime() + LEASE_MS);
  const documents = waiting.correctsId === null ? [] : await listDocumentsOf(tx, waiting.correctsId);
  const parts = await listPaidParts(tx, waiting);
  let content: InvoiceContent = waiting;
  if (waiting.state === "wanted") {
    const fresh = await freshContent(tx, settings, waiting, documents, linesOf(parts));
    if (!fresh) {
      await deleteUnsent(tx, waiting.id);
      return "nothing-left";
    }
    content = { ...fresh, paymentId: namedPart(parts)?.id ?? waiting.paymentId };
  }
  const row = await beginSending(tx, waiting.id, { ...content, day, until });
  const { buyer, tax, lines, before } = row;
  if (!buyer || !tax) throw new Error("an invoice that is sent has a buyer and a tax");
  const [corrected] = documents;
  const paid = parts.find((part) => part.id === row.paymentId) ?? namedPart(parts);
  const document: InvoiceToIssue = {
    id: row.id,
    issuedOn: day,
    paidOn: paid?.paidOn ?? day,
    method: paid?.method ?? "inne",
    buyer,
    tax,
    lines,
    exemption: row.exemption,
    ksef: settings.ksef && buyer.kind === "company",
    corrects: corrected?.providerId
      ? { providerId: corrected.providerId, before: before ?? [], reason: row.reason }
      : null,
  };
  return { row, document };
}

/** What a document says that nobody has sent yet; null: nothing is left. */
async function freshContent(
  tx: Tx,
  settings: InvoicingRow,
  waiting: InvoiceRow,
  documents: readonly InvoiceRow[],
  lines: InvoiceRow["lines"],
) {
  const [corrected] = documents;
  if (!corrected) {
    if (lines.length === 0) return null;
    const data = (await findBillingData(tx, waiting.payerId)) ?? waiting.buyer;
    const buyer = data && { ...data, ...(await findBuyerContact(tx, waiting.payerId)) };
    const { tax, exemption } = settings;
    return { amount: linesSum(lines), lines, before: null, buyer, tax, exemption };
  }
  const before = documents.findLast(({ state }) => state === "issued")?.lines ?? [];
  const amount = linesSum(lines) - linesSum(before);
  if (amount === 0 || lineChanges(before, lines).length === 0) return null;
  // A correction names the buyer and the tax of its invoice.
  const { buyer, tax, exemption } = corrected;
  return { amount, lines, before, buyer, tax, exemption };
}

/** Records an issued document, and that it may already say too much: what it corrects is locked meanwhile. */
async function recordIssued(
  services: Services,
  { id, correctsId }: InvoiceRow,
  { providerId, number, issuedOn, ksef, words }: IssuedInvoice,
  goesToKsef: boolean,
): Promise<void> {
  // A document that was found again may never have been sent on.
  const isToSend = ksef === "none" && goesToKsef;
  const step = isToSend
    ? { ksef: "processing" as const, error: null, followAt: services.now() }
    : nextKsefStep(services, { ksef, words }, 1);
  await transact(services.db, async (tx) => {
    const invoice = await lockInvoice(tx, correctsId ?? id);
    const ksefTries = ksef === "none" ? 0 : 1;
    const marked = await markIssued(tx, id, { providerId, number, issuedOn, ksefTries, ...step });
    if (invoice && marked) await settleDifference(tx, services, { ...invoice, state: "issued" });
  });
}

/** One step after issuing: what KSeF says, then the file, then the message. */
async function followUpNext(services: Services, { provider, settings }: Account): Promise<boolean> {
  const now = services.now();
  const until = new Date(now.getTime() + FOLLOW_LEASE_MS);
  const row = await takeFollowUp(services.db, { now, until });
  if (!row) return false;
  try {
    if (row.ksef === "processing") await askKsef(services, provider, row);
    else await tellPayer(services, row);
    if (settings.stoppedWords !== null) await resumeInvoices(services.db);
  } catch (error) {
    await recordFailure(services, row, error, {
      again: (followAt) => moveFollowUp(services.db, row.id, { ...stepOf(row), followAt }),
      refused: (words) => moveFollowUp(services.db, row.id, refusedStep(services, row, words)),
    });
  }
  return true;
}

function stepOf({ ksef, ksefTries, error }: InvoiceRow) {
  return { ksef, ksefTries, error };
}

/** A refusal about KSeF is an error to show; a file that is refused is asked for again later. */
function refusedStep({ now, settings }: Services, row: InvoiceRow, words: string) {
  if (row.ksef === "processing")
    return { ...stepOf(row), ksef: "error" as const, error: words, followAt: null };
  return { ...stepOf(row), followAt: new Date(now().getTime() + 10_000 * settings.invoiceRetrySeconds) };
}

/**
 * Reads what became of a document in KSeF. Where KSeF itself failed, it is sent again after one and after five times the
 * retry's pause, and then it is an error (rules §36). While it waits for that, `error` holds the provider's words.
 */
async function askKsef(services: Services, provider: InvoiceProvider, row: InvoiceRow): Promise<void> {
  const { providerId, error, ksefTries } = row;
  if (providerId === null) return;
  const known = await provider.read(providerId);
  const isDue =
    ksefTries === 0 ? !["ok", "processing"].includes(known.ksef) : known.ksef === "retry" && error !== null;
  const state = isDue ? await provider.sendToKsef(providerId) : known;
  const tries = isDue ? ksefTries + 1 : Math.max(1, ksefTries);
  await moveFollowUp(services.db, row.id, { ...nextKsefStep(services, state, tries), ksefTries: tries });
}

/** @param tries how often it was sent on so far */
function nextKsefStep(
  { now, settings }: Services,
  { ksef, words }: Pick<IssuedInvoice, "ksef" | "words">,
  tries: number,
): { ksef: KsefState; error: string | null; followAt: Date | null } {
  const pauseMs = settings.invoiceRetrySeconds * 1000;
  const after = (ms: number) => new Date(now().getTime() + ms);
  switch (ksef) {
    case "none":
    case "ok":
      return { ksef, error: null, followAt: now() };
    case "processing":
      return { ksef, error: null, followAt: after(Math.min(pauseMs, KSEF_LOOK_MS)) };
    case "retry":
      if (tries < KSEF_TRIES_MAX)
        return {
          ksef: "processing",
          error: words ?? texts.noWords,
          followAt: after(tries === 1 ? pauseMs : 5 * pauseMs),
        };
      return { ksef: "error", error: words ?? texts.noWords, followAt: null };
    case "error":
      return { ksef, error: words ?? texts.noWords, followAt: null };
  }
}

/** Fetches the file, keeps it, and tells the payer. */
async function tellPayer(services: Services, row: InvoiceRow): Promise<void> {
  await readInvoiceFile(services, row);
  await transact(services.db, async (tx) => {
    const current = await findInvoice(tx, row.id);
    if (current?.state !== "issued" || current.number === null) return;
    await moveFollowUp(tx, row.id, { ...stepOf(current), followAt: null });
    await notify(tx, systemCtx(services), {
      kind: "invoice-issued",
      to: { userId: row.payerId },
      facts: { invoiceId: row.id, documentKind: row.kind, number: current.number, amount: row.amount },
      dedupeKey: `invoice-issued:${row.id}`,
    });
  });
}

async function recordFailure(
  services: Services,
  { id, tries }: InvoiceRow,
  error: unknown,
  outcome: { again(until: Date): Promise<void>; refused(words: string): Promise<void> },
): Promise<void> {
  const now = services.now().getTime();
  const pauseMs = services.settings.invoiceRetrySeconds * 1000;
  // Who refuses a document takes the token.
  if (error instanceof InvoiceRefused || error instanceof InvoiceExists) await resumeInvoices(services.db);
  if (error instanceof InvoiceRefused) return outcome.refused(error.message || texts.noWords);
  if (error instanceof InvoicesForbidden) {
    const until = new Date(now + STOP_MS);
    await stopInvoices(services.db, until, error.message || texts.noWords);
    services.log.warn({ invoice: id }, "the invoice provider refuses the token");
    return outcome.again(until);
  }
  if (error instanceof InvoicesUnavailable || error instanceof InvoiceExists) {
    services.log.warn({ invoice: id, tries, reason: error.message }, "an invoice waits for the provider");
  } else {
    // Whatever is wrong with one document stops no other.
    if (isDatabaseAway(error)) throw error;
    const reason = error instanceof Error ? error.message : "unknown";
    services.log.error({ invoice: id, tries, reason }, "an invoice cannot be processed");
  }
  const isToLookUp = error instanceof InvoiceExists && tries === 1;
  return outcome.again(new Date(now + (isToLookUp ? 0 : pauseMs)));
}
