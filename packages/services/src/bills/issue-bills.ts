import { createHash } from "node:crypto";
import type { BillsPreview, IssueBillsInput, IssuedBills } from "@korki/contracts/bills";
import { billTexts } from "@korki/contracts/texts/bills";
import {
  advanceBillPreview,
  advanceBillRun,
  type BilledPayerRow,
  type Executor,
  findBilledPayers,
  findBilling,
  insertBillPayments,
  insertBills,
  insertExclusions,
  isBillRunFinished,
  isDatabaseAway,
  lockBalances,
  lockBilledAccounts,
  lockBilling,
  moveBalances,
  newId,
  type Tx,
  takeBillPreview,
  takeBillRun,
  transact,
} from "@korki/db";
import {
  addMonths,
  BILLED_MODES,
  type BilledMode,
  billIssueTime,
  isBillableMonth,
  lastIssueDay,
  monthBounds,
  monthName,
  monthNamed,
  monthOf,
  today,
  type YearMonth,
} from "@korki/domain";
import { type ActorCtx, type Ctx, type Services, systemCtx } from "../context";
import { conflict, invalidInput, ServiceError } from "../errors";
import { diff, recordHistory } from "../history";
import { alone } from "../in-groups";
import { wantInvoice } from "../invoices/want-invoice";
import { notifyOfPayments } from "../notify-payments";
import { notify } from "../outbox";
import { readPreview, signPreview } from "../previews/preview-token";
import { changeBills, type DraftBill, draftBills, lessonsInOrder, toPreview } from "./make-bills";

/** Payers whose bills one transaction issues: bookings of these wait for it. */
const PAYERS_AT_ONCE = 100;
/** Looking through all bills of a centre, on a small machine. */
const LOOK_TIMEOUT_MS = 120_000;

/**
 * Returns the bills of a month that would be issued now, and the token that issues them. Throws `input` beyond 12 months.
 */
export async function previewBills(ctx: ActorCtx, { month: name }: { month: string }): Promise<BillsPreview> {
  const month = billableMonth(ctx, name);
  const { payers, dueDay } = await payersOf(ctx.db, ctx, month);
  const drafts = await draftBills(ctx.db, payers, month);
  const bills = drafts.map((draft) => toPreview(draft, { month, dueDay, issuedOn: today(ctx.now()) }));
  return {
    bills,
    token: signPreview(ctx, subjectOf(name), groupsOf(payers, drafts).flatMap(digestsOf).join(" ")),
  };
}

/**
 * Issues the bills of a preview, with what was changed, except of payers who are left out, or whose every line was changed
 * to nothing: the worker leaves them out, too, and those whose balance pays for all that their changed bill asks for: it
 * buys that at once. The same token again has the same answer. Throws `conflict` with a fresh
 * preview for a stale, foreign or expired token, `input` for a change of what is not there; nothing is issued then.
 *
 * The bills of 100 payers are one transaction. A call that ends in between leaves whole bills, and the same token issues the
 * rest. If what later payers owe changes once the first bills are issued, these payers are left for the next preview, and
 * the answer counts what was issued.
 */
export async function issueBills(ctx: ActorCtx, input: IssueBillsInput): Promise<IssuedBills> {
  const month = billableMonth(ctx, input.month);
  const { from } = monthBounds(month);
  const tokenHash = createHash("sha256").update(input.token).digest("base64url");
  const taken = { tokenHash, month: from, createdById: ctx.actor.id, createdAt: ctx.now() };
  const stale = conflict(billTexts.previewOutdated);
  const shown = readPreview(ctx, subjectOf(input.month), input.token)?.shown.split(" ") ?? null;
  const without = new Set(input.without);

  const changesOf = (drafts: readonly DraftBill[]) => {
    const payerIds = new Set(drafts.map(({ payer }) => payer.payerId));
    return (input.changes ?? []).filter(({ payerId }) => payerIds.has(payerId));
  };

  /** Changes a group as was asked, if it is as it was shown. Returns the payers whose bills ask for nothing by it. */
  const change = (drafts: readonly DraftBill[]): string[] => {
    const [whole, asked] = digestsOf(drafts);
    const isAsShown = shown?.includes(whole) ?? false;
    if (!isAsShown && !shown?.includes(asked)) throw stale;
    const { emptied, asksForMore } = changeBills(drafts, changesOf(drafts), month);
    if (asksForMore && !isAsShown) throw stale;
    return emptied;
  };
  /** Payers who get no bill. Stored with the first group, so that the worker leaves them out if the call ends early. */
  let leftOut: string[] = [];
  const begin = async (tx: Tx): Promise<void> => {
    await lockBilling(tx);
    const progress = await takeBillPreview(tx, taken);
    if (progress && (progress.after !== null || progress.issued !== null)) return;
    const { payers } = await payersOf(tx, ctx, month);
    const drafts = await draftBills(tx, payers, month);
    const groups = groupsOf(payers, drafts);
    if (groups.flatMap(digestsOf).length !== shown?.length) throw stale;
    const emptied = groups.flatMap(change);
    const known = new Set(drafts.map(({ payer }) => payer.payerId));
    changeBills(
      [],
      (input.changes ?? []).filter(({ payerId }) => !known.has(payerId)),
      month,
    );
    leftOut = [...payers.map(({ payerId }) => payerId).filter((id) => without.has(id)), ...emptied];
  };

  /** Issues the bills of the next payers. Returns the answer once nobody is left. */
  const issueGroup = async (tx: Tx): Promise<IssuedBills | null> => {
    await lockBilling(tx);
    const progress = await takeBillPreview(tx, taken);
    if (!progress) throw stale;
    if (progress.issued !== null) return { issued: progress.issued };
    const group = { after: progress.after, limit: PAYERS_AT_ONCE };
    const { payers, dueDay, halves } = await payersOf(tx, ctx, month, group);
    const drafts = await draftLocked(tx, payers, month);
    try {
      if (payers.length > 0) change(drafts);
    } catch (error) {
      if (error !== stale || progress.after === null) throw error;
      const { after, made } = progress;
      await advanceBillPreview(tx, tokenHash, { after, made, issued: made });
      return { issued: made };
    }
    if (progress.after === null) await insertExclusions(tx, from, leftOut);
    const wanted = drafts.filter(({ payer }) => !without.has(payer.payerId));
    const { issued } = await insertDrafts(tx, ctx, wanted, { month, dueDay, halves });
    const changed = new Set(changesOf(drafts).map(({ payerId }) => payerId));
    const settled = await useBalances(
      tx,
      ctx,
      wanted.filter(({ payer }) => changed.has(payer.payerId)),
      month,
    );
    await insertExclusions(tx, from, settled);
    const made = progress.made + issued;
    const isLast = payers.length < PAYERS_AT_ONCE;
    const after = payers.at(-1)?.payerId ?? progress.after;
    await advanceBillPreview(tx, tokenHash, { after, made, issued: isLast ? made : null });
    return isLast ? { issued: made } : null;
  };

  try {
    await transact(ctx.db, begin, { timeoutMs: LOOK_TIMEOUT_MS });
    for (;;) {
      const answer = await transact(ctx.db, issueGroup);
      if (answer) return answer;
    }
  } catch (error) {
    if (error !== stale) throw error;
    const preview = await previewBills(ctx, input);
    throw new ServiceError("conflict", billTexts.previewOutdated, undefined, { preview });
  }
}

/** Splits drafts into the groups of payers that one transaction issues each. Without payers there is one empty group. */
function groupsOf(payers: readonly BilledPayerRow[], drafts: readonly DraftBill[]): DraftBill[][] {
  const places = new Map(payers.map(({ payerId }, at) => [payerId, Math.floor(at / PAYERS_AT_ONCE)]));
  const groups: DraftBill[][] = Array.from(
    { length: Math.ceil(payers.length / PAYERS_AT_ONCE) || 1 },
    () => [],
  );
  for (const draft of drafts) groups[places.get(draft.payer.payerId) ?? 0]?.push(draft);
  return groups;
}

/**
 * Issues the bills whose day has come and that were not issued, or left out, before (rules §32). Any number of processes
 * may do it, and one that is killed is made up for: a bill and the place of its payer in the run are one transaction.
 */
export async function issueDueBills(services: Services): Promise<{ issued: number }> {
  const settings = await findBilling(services.db);
  const now = services.now();
  const day = today(now);
  const present = monthOf(day);
  const months = (mode: BilledMode) =>
    mode === "advance" ? [present, addMonths(present, 1)] : [addMonths(present, -1)];
  let issued = 0;
  for (const mode of BILLED_MODES) {
    for (const month of months(mode)) {
      const since = billIssueTime(mode, month, settings.issueDay);
      if (now < since || day > lastIssueDay(mode, month)) continue;
      await alone(services, { bills: mode, month: monthName(month) }, async () => {
        issued += await run(services, { mode, month, since, settings });
      });
    }
  }
  return { issued };
}

type Run = { mode: BilledMode; month: YearMonth; since: Date; settings: { dueDay: number; halves: boolean } };

async function run(services: Services, { mode, month, since, settings }: Run): Promise<number> {
  const { from } = monthBounds(month);
  if (await isBillRunFinished(services.db, { month: from, mode, since })) return 0;
  let issued = 0;
  let group: string[] = [];
  /** The payer before this group; null: it is the first of the run. */
  let before: string | null = null;
  /**
   * Issues the bills of the next payers, or of those after `after` (null: from the first one). Returns whether somebody may
   * be left.
   */
  const issueNext = async (limit: number, after?: string | null): Promise<boolean> => {
    const { made, isLast } = await transact(services.db, async (tx) => {
      const taken = await takeBillRun(tx, { month: from, mode, since });
      if (!taken) return { made: 0, isLast: true };
      await lockBilling(tx);
      const payers = await findBilledPayers(tx, {
        ...{ month: from, modes: [mode], byItself: { since } },
        group: { after: after === undefined ? taken.after : after, limit },
      });
      if (limit > 1) {
        group = payers.map(({ payerId }) => payerId);
        before = taken.after;
      }
      const drafts = await draftLocked(tx, payers, month);
      const ctx = systemCtx(services);
      const { issued: made } = await insertDrafts(tx, ctx, drafts, { month, ...settings });
      await useBalances(tx, ctx, drafts, month);
      const isLast = limit > 1 && payers.length < limit;
      const reached = payers.at(-1)?.payerId ?? null;
      await advanceBillRun(tx, {
        ...{ month: from, mode },
        after: reached,
        finishedAt: isLast ? services.now() : null,
      });
      return { made, isLast };
    });
    issued += made;
    return !isLast;
  };
  for (;;) {
    group = [];
    try {
      if (!(await issueNext(PAYERS_AT_ONCE))) return issued;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      // One payer's bill that cannot be made stops no other; it can be issued by hand. If all fail, it is not theirs, unless
      // these are the few that are left of a run.
      const isEnd = before !== null && group.length > 0 && group.length < PAYERS_AT_ONCE;
      const failed: number[] = [];
      for (const at of group.keys()) {
        await issueNext(1, group[at - 1] ?? before).catch((reason: unknown) => {
          if (isDatabaseAway(reason)) throw reason;
          failed.push(at);
        });
      }
      if (failed.length === group.length && !isEnd) throw error;
      for (const at of failed) {
        const about = { payerId: group[at] ?? "", month: monthName(month) };
        await alone(services, about, () => issueNext(1, group[at - 1] ?? before));
      }
      await transact(services.db, async (tx) => {
        if (!(await takeBillRun(tx, { month: from, mode, since }))) return;
        await advanceBillRun(tx, { month: from, mode, after: group.at(-1) ?? null, finishedAt: null });
      });
    }
  }
}

/** Drafts bills of what the payers' lessons and balances are until the transaction ends. */
async function draftLocked(
  tx: Tx,
  payers: readonly BilledPayerRow[],
  month: YearMonth,
): Promise<DraftBill[]> {
  const payerIds = payers.map(({ payerId }) => payerId);
  await lockBilledAccounts(tx, payerIds);
  // What it waited for may have moved them.
  const balances = await lockBalances(tx, payerIds);
  const current = payers.map((payer) => ({ ...payer, balance: balances.get(payer.payerId) ?? 0 }));
  return draftBills(tx, current, month);
}

type Terms = { month: YearMonth; dueDay: number; halves: boolean };

/** Issues those drafts that leave something to pay; their payers are notified. */
async function insertDrafts(
  tx: Tx,
  ctx: Ctx,
  drafts: readonly DraftBill[],
  { month, dueDay, halves }: Terms,
): Promise<{ issued: number }> {
  const issuedAt = ctx.now();
  const shown = drafts
    .map((draft) => ({ draft, bill: toPreview(draft, { month, dueDay, issuedOn: today(issuedAt) }) }))
    .filter(({ bill }) => bill.amount > 0);
  const bills = shown.map(({ draft, bill: { payerId, mode, dueOn, amount, balance, lines } }) => {
    const rows = lines.map(({ studentName: _, prices: __, morePrice: ___, ...line }) => ({
      ...line,
      id: newId(),
    }));
    return {
      id: newId(),
      payerId,
      month: monthBounds(month).from,
      mode,
      dueOn,
      amount,
      balance,
      halves,
      issuedAt,
      issuedById: ctx.actor?.id ?? null,
      lines: rows,
      lessons: lessonsInOrder(draft).map(({ line, price }) => ({ lineId: rows[line]?.id ?? "", price })),
    };
  });
  if (bills.length === 0) return { issued: 0 };
  const ids = await insertBills(tx, bills);
  const made = bills.filter(({ id }) => ids.has(id));
  await recordHistory(
    tx,
    ctx,
    ...made.map(({ id, amount, lines }) => ({
      entity: "bill" as const,
      entityId: id,
      action: "issue" as const,
      changes: { moneyAmount: { from: null, to: amount } },
      studentId: lines[0]?.studentId ?? null,
    })),
  );
  await notify(
    tx,
    ctx,
    ...made.map(({ id: billId, payerId, amount, dueOn }) => ({
      kind: "bill-issued" as const,
      to: { userId: payerId },
      facts: { billId, month: monthName(month), amount, dueOn },
      dedupeKey: `bill-issued:${billId}`,
    })),
  );
  return { issued: made.length };
}

/**
 * Buys the lessons of payers whose balance leaves nothing to pay, and returns these payers: they get no bill. Students and
 * payers are notified.
 */
async function useBalances(
  tx: Tx,
  ctx: Ctx,
  drafts: readonly DraftBill[],
  month: YearMonth,
): Promise<string[]> {
  const now = ctx.now();
  const covered = drafts.flatMap(({ payer, lines }) => {
    const bought = lines
      .filter(({ lessons }) => lessons.length > 0)
      .map(({ studentId, subject, level, lessons }) => ({
        studentId,
        subject,
        level,
        lessonAmount: lessons.length,
        moneyAmount: lessons.reduce((sum, { price }) => sum + price, 0),
      }));
    const sum = bought.reduce((total, { moneyAmount }) => total + moneyAmount, 0);
    return bought.length > 0 && sum <= payer.balance ? [{ payerId: payer.payerId, bought, sum }] : [];
  });
  if (covered.length === 0) return [];
  const payments = covered.flatMap(({ payerId, bought }) =>
    bought.map((line) => ({
      ...line,
      id: newId(),
      payerId,
      billId: null,
      description: billTexts.balanceUsed(monthName(month)),
      createdAt: now,
      createdById: null,
      paidOn: today(now),
      method: "inne" as const,
    })),
  );
  await insertBillPayments(tx, payments);
  await moveBalances(
    tx,
    covered.map(({ payerId, sum }) => ({ payerId, amount: -sum })),
  );
  await recordHistory(
    tx,
    ctx,
    ...payments.map(
      ({ id, studentId, moneyAmount, lessonAmount, subject, level, description, paidOn, method }) => ({
        entity: "payment" as const,
        entityId: id,
        action: "add" as const,
        changes: diff(null, { moneyAmount, lessonAmount, subject, level, description, paidOn, method }),
        studentId,
      }),
    ),
  );
  const balanceMonth = monthName(month);
  await notifyOfPayments(
    tx,
    ctx,
    payments.map(({ id, studentId, moneyAmount, lessonAmount, subject, level, payerId }) => ({
      ...{ id, studentId, moneyAmount, lessonAmount, subject, level, payerId },
      balanceMonth,
    })),
  );
  for (const { id } of payments) await wantInvoice(tx, ctx, id);
  return covered.map(({ payerId }) => payerId);
}

/** The payers of a month who have no bill of it, in arrears only after it, and how they are charged. */
async function payersOf(
  on: Executor,
  ctx: ActorCtx,
  month: YearMonth,
  group?: { after: string | null; limit: number },
) {
  const { from, to } = monthBounds(month);
  const { dueDay, halves } = await findBilling(on);
  const modes = today(ctx.now()) >= to ? BILLED_MODES : (["advance"] as const);
  const payers = await findBilledPayers(on, { month: from, modes, ...(group && { group }) });
  return { payers, dueDay, halves };
}

function billableMonth(ctx: ActorCtx, name: string): YearMonth {
  const month = monthNamed(name);
  if (!isBillableMonth(month, monthOf(today(ctx.now())))) throw invalidInput(billTexts.tooFar);
  return month;
}

function subjectOf(month: string) {
  return { action: "issue-bills", body: { month } };
}

/**
 * Digests of what a preview shows of a group: payers and the sums of each line. The first one includes the price of one more
 * lesson, which counts only where a line is changed to more lessons.
 */
function digestsOf(drafts: readonly DraftBill[]): [whole: string, asked: string] {
  const hashOf = (withMore: boolean) => {
    const figures = drafts.map(({ payer: { payerId, balance, mode }, lines }) => [
      payerId,
      balance,
      mode,
      lines.map(({ studentId, subject, level, prepaid, morePrice, lessons }) => [
        studentId,
        subject,
        level,
        prepaid,
        ...(withMore ? [morePrice] : []),
        lessons.map(({ date, block, price }) => [date, block, price]),
      ]),
    ]);
    return createHash("sha256").update(JSON.stringify(figures)).digest("base64url");
  };
  return [hashOf(true), hashOf(false)];
}
