import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Payout, PayoutRunInput, PayoutRunPreview } from "@korki/contracts/payments";
import { monthText } from "@korki/contracts/texts/dates";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { settlementTexts } from "@korki/contracts/texts/settlement";
import {
  type DueRow,
  type Executor,
  findRun,
  insertRunPayouts,
  listDue,
  lockPeopleForShare,
  newId,
  type Tx,
  takeRunToken,
  transact,
} from "@korki/db";
import { monthBounds, monthName, type YearMonth } from "@korki/domain";
import type { ActorCtx, Services } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { notify } from "../outbox";
import { acceptAllSilent } from "../settlement/month-statement";
import { settledTeachers } from "../settlement/settlement";

/**
 * What every teacher is due for a month, and the token that confirms these figures once. Months that silence accepts are
 * frozen first, so that nobody waits for the worker's next round (rules §37).
 */
export async function previewPayoutRun(ctx: ActorCtx, month: YearMonth): Promise<PayoutRunPreview> {
  await acceptAllSilent(ctx);
  const { rows, waiting } = await dueOf(ctx.db, month);
  const nonce = randomBytes(12).toString("base64url");
  return { rows, waiting, token: tokenOf(ctx, month, rows, nonce) };
}

/** What is due to whom, and who waits and why: where months are settled, only accepted ones are paid (rules §37). */
async function dueOf(on: Executor, month: YearMonth) {
  const reasonOf = await settledTeachers(on, monthName(month));
  const due = await listDue(on, monthBounds(month), undefined, reasonOf !== null);
  const rows = due.filter(({ teacherId }) => !reasonOf?.(teacherId));
  const waiting = due.flatMap(({ teacherId, teacherName }) => {
    const reason = reasonOf?.(teacherId);
    return reason ? [{ teacherId, teacherName, reason }] : [];
  });
  return { rows, waiting, reasonOf };
}

/**
 * Pays a month out: one payout per teacher, as previewed, changed or left out, all or none. The same call again, even
 * at the same moment, returns the same result and pays nothing more. Throws `conflict` if what is due has changed
 * since the preview or the token was used with other rows, and `not_found` for a person who is not a teacher.
 */
export async function confirmPayoutRun(ctx: ActorCtx, input: PayoutRunInput): Promise<Payout[]> {
  const { token, rows, month, year } = input;
  const requestHash = hashOf({ month, year, rows });
  const payoutsSoFar = async (on: Tx) => {
    const run = await findRun(on, token);
    if (run && run.requestHash !== requestHash) throw conflict(paymentTexts.runUsed);
    return run?.payouts ?? [];
  };
  return transact(ctx.db, async (tx) => {
    const run = { token, year, month, requestHash, createdById: ctx.actor.id, createdAt: ctx.now() };
    if (!(await takeRunToken(tx, run))) return payoutsSoFar(tx);
    if (!isTokenOf(ctx, { year, month }, token)) throw invalidInput(paymentTexts.runOutdated);
    const [nonce = ""] = token.split(".");
    const { rows: due, reasonOf } = await dueOf(tx, { year, month });
    if (rows.some(({ teacherId }) => reasonOf?.(teacherId))) throw conflict(settlementTexts.waits);
    if (tokenOf(ctx, { year, month }, due, nonce) !== token) throw conflict(paymentTexts.runOutdated);
    await pay(tx, ctx, input);
    return payoutsSoFar(tx);
  });
}

async function pay(tx: Tx, ctx: ActorCtx, { token, rows, month, year }: PayoutRunInput): Promise<void> {
  const people = await lockPeopleForShare(
    tx,
    rows.map(({ teacherId }) => teacherId),
  );
  if (rows.some(({ teacherId }) => people.get(teacherId)?.role !== "Teacher")) throw notFound();
  const byDefault = paymentTexts.runDescription(monthText({ year, month }));
  const payouts = rows.map(({ teacherId, moneyAmount, description }) => ({
    id: newId(),
    teacherId,
    moneyAmount,
    description: description ?? byDefault,
  }));
  const { from } = monthBounds({ year, month });
  const run = { token, month: from, createdById: ctx.actor.id, createdAt: ctx.now() };
  await insertRunPayouts(tx, run, payouts);
  await recordHistory(
    tx,
    ctx,
    ...payouts.map(({ id, teacherId, moneyAmount, description }) => ({
      entity: "payout" as const,
      entityId: id,
      action: "add" as const,
      changes: diff(null, { moneyAmount, description }),
      teacherId,
    })),
  );
  await notify(
    tx,
    ctx,
    ...payouts.map(({ id: payoutId, teacherId, moneyAmount, description }) => ({
      kind: "payout-noted" as const,
      to: { userId: teacherId },
      facts: { payoutId, moneyAmount, description },
    })),
  );
}

/**
 * `nonce.figures.signature`: the token names its month and the amounts that were due, so that figures that changed are
 * noticed, and cannot be made by anybody else.
 */
function tokenOf(ctx: Services, month: YearMonth, rows: readonly DueRow[], nonce: string): string {
  const figures = hashOf(rows.map(({ teacherId, due }) => [teacherId, due]));
  return `${nonce}.${figures}.${signatureOf(ctx, month, `${nonce}.${figures}`)}`;
}

function isTokenOf(ctx: Services, month: YearMonth, token: string): boolean {
  const [nonce = "", figures = "", signature = ""] = token.split(".");
  const expected = Buffer.from(signatureOf(ctx, month, `${nonce}.${figures}`));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function signatureOf({ settings }: Services, { year, month }: YearMonth, text: string): string {
  return createHmac("sha256", `payout-run:${settings.authSecret}`)
    .update(`${year}-${month}.${text}`)
    .digest("base64url");
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
