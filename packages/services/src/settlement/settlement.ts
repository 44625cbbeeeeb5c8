import type { AdminSettlement, Settlement } from "@korki/contracts/settlement";
import { settlementTexts as texts } from "@korki/contracts/texts/settlement";
import {
  countVersions,
  type Executor,
  findSettlementSince,
  listDue,
  listObjections,
  listSettlements,
  lockSettlement,
  markProposed,
  type SettlementRow,
  switchSettlement,
  type Tx,
  takeProposal,
  transact,
} from "@korki/db";
import {
  addDays,
  addMonths,
  instantOf,
  laterDate,
  monthBounds,
  monthName,
  monthNamed,
  monthOf,
  today,
} from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import { type ActorCtx, type Ctx, type Services, systemCtx } from "../context";
import { conflict, ServiceError } from "../errors";
import { recordHistory } from "../history";
import { alone } from "../in-groups";
import { notify } from "../outbox";
import {
  acceptAllSilent,
  acceptSilent,
  fingerprintOf,
  freezeMonth,
  listUnfrozen,
  namesOf,
  readMonth,
  refreshMonth,
  requireSettlement,
} from "./month-statement";

/** Days that a teacher has at least. */
const DAYS = 7;
const LAST_DAY = 7;
const PROPOSED_AT_MINUTES = 9 * 60;
/** Teachers whose months an administrator's list freezes itself. */
const FROZEN_BY_A_LOOK = 100;

/** Whether months are settled. */
export async function getSettlementSwitch({ db }: Services): Promise<{ on: boolean }> {
  return { on: (await findSettlementSince(db)) !== null };
}

/** An administrator switches settlement on or off. */
export async function saveSettlementSwitch(ctx: ActorCtx, { on }: { on: boolean }): Promise<{ on: boolean }> {
  return transact(ctx.db, async (tx) => {
    if (await switchSettlement(tx, on ? ctx.now() : null))
      await recordHistory(tx, ctx, {
        entity: "centre",
        entityId: "settings",
        action: "save",
        changes: { settlement: { from: !on, to: on } },
      });
    return { on };
  });
}

/** A teacher's own month. Throws `not_found` where months are not settled. */
export async function getMySettlement(ctx: ActorCtx, { month }: { month: string }): Promise<Settlement> {
  await requireSettlement(ctx);
  return transact(ctx.db, (tx) => readMonth(tx, ctx, month, ctx.actor.id));
}

/** A teacher's month for an administrator. */
export async function getTeacherSettlement(
  ctx: ActorCtx,
  { teacherId, month }: { teacherId: string; month: string },
): Promise<Settlement> {
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  return transact(ctx.db, (tx) => readMonth(tx, ctx, month, teacherId));
}

/**
 * All teachers who have a month, by name. What silence accepts counts as accepted; the worker freezes what is more than
 * a look can (rules §37).
 */
export async function listMonth(ctx: ActorCtx, { month }: { month: string }): Promise<AdminSettlement[]> {
  await acceptAllSilent(ctx, FROZEN_BY_A_LOOK);
  return transact(ctx.db, async (tx) => {
    const first = `${month}-01`;
    await refreshMonth(tx, first);
    const unfrozen = await listUnfrozen(tx, ctx, first);
    const rows = await listSettlements(tx, first);
    const objections = (await listObjections(tx, first)).filter(({ state }) => state === "open");
    const names = await namesOf(
      tx,
      rows.map(({ teacherId }) => teacherId),
    );
    return rows
      .map(({ teacherId, state, version, total, until }) => ({
        teacherId,
        teacherName: names.get(teacherId) ?? "",
        state: unfrozen.has(teacherId) ? "accepted" : state,
        version,
        total,
        until,
        objections: objections.filter((each) => each.teacherId === teacherId).length,
      }))
      .sort(
        (a, b) => a.teacherName.localeCompare(b.teacherName, "pl") || (a.teacherId < b.teacherId ? -1 : 1),
      );
  });
}

/**
 * An administrator proposes an ended month to the teachers to whom nobody has: they are told, and have until the 7th, at
 * least seven days (rules §37). Throws `conflict` for a month that has not ended and where months are not settled.
 */
export async function proposeMonth(
  ctx: ActorCtx,
  { month }: { month: string },
): Promise<{ proposed: number; until: string }> {
  if ((await findSettlementSince(ctx.db)) === null) throw conflict(texts.off);
  if (monthBounds(monthNamed(month)).to > today(ctx.now())) throw conflict(texts.notEnded);
  return transact(ctx.db, (tx) => propose(tx, ctx, month));
}

/** Proposes the month before at 9:00 of the 1st, and accepts by silence. */
export async function planSettlements(services: Services): Promise<void> {
  const now = services.now();
  const present = monthOf(today(now));
  const { from: first } = monthBounds(present);
  const moment = instantOf(first, PROPOSED_AT_MINUTES);
  const ended = addMonths(present, -1);
  await alone(services, { proposed: monthName(ended) }, () =>
    transact(services.db, async (tx) => {
      if (now >= moment && (await takeProposal(tx, monthBounds(ended).from, moment)))
        await propose(tx, systemCtx(services), monthName(ended));
    }),
  );
  await acceptAllSilent(services);
}

/** The teacher accepts a month as last seen. Throws `conflict` with the present month where it is another one. */
export async function acceptSettlement(
  ctx: ActorCtx,
  { month, version }: { month: string; version: number },
): Promise<Settlement> {
  await requireSettlement(ctx);
  return transact(ctx.db, async (tx) => {
    const first = `${month}-01`;
    const teacherId = ctx.actor.id;
    await lockSettlement(tx, first, teacherId);
    await acceptSilent(tx, ctx, teacherId);
    const lines = await refreshMonth(tx, first, teacherId);
    const [row] = await listSettlements(tx, first, teacherId);
    const seen = await readMonth(tx, ctx, month, teacherId);
    if (row?.version !== version) throw outdated(seen);
    if (row.state === "accepted") return seen;
    if (row.state === "open") throw conflict(texts.notProposed);
    if (seen.lines.some(({ objection }) => objection?.state === "open")) throw conflict(texts.openObjection);
    // What was seen is frozen, not what has changed since.
    await freezeMonth(tx, ctx, first, teacherId, lines);
    return readMonth(tx, ctx, month, teacherId);
  });
}

async function propose(tx: Tx, ctx: Ctx, month: string): Promise<{ proposed: number; until: string }> {
  const first = `${month}-01`;
  const until = deadlineOf(first, today(ctx.now()));
  const lines = await refreshMonth(tx, first);
  const due = await listDue(tx, monthBounds(monthNamed(month)));
  const known = await listSettlements(tx, first);
  const teachers = [...new Set([...lines, ...due, ...known].map(({ teacherId }) => teacherId))];
  const unknown = teachers.filter((id) => !known.some((row) => row.teacherId === id));
  // Who earned nothing in the month may have something left of the months before.
  if (unknown.length > 0)
    await countVersions(
      tx,
      first,
      unknown.map((teacherId) => ({ teacherId, fingerprint: fingerprintOf([]), total: 0 })),
    );
  const proposed = await markProposed(tx, first, teachers, until);
  await notify(
    tx,
    ctx,
    ...proposed.map(({ teacherId, total }) => ({
      kind: "settlement-proposed" as const,
      to: { userId: teacherId },
      facts: { month, total, until },
      dedupeKey: `settlement-proposed:${teacherId}:${month}`,
    })),
  );
  if (proposed.length > 0) return { proposed: proposed.length, until };
  // Nothing new: until when the teachers that were asked before have.
  const asked = known.flatMap((row) => row.until ?? []);
  return { proposed: 0, until: asked.length === 0 ? until : asked.reduce(laterDate) };
}

/** The 7th of the next month; for what is proposed later than on the 1st, at least seven days. */
function deadlineOf(first: string, day: string): string {
  const next = monthBounds(addMonths(monthOf(first), 1)).from;
  const seventh = addDays(next, LAST_DAY - 1);
  return day <= next ? seventh : laterDate(seventh, addDays(day, DAYS));
}

/** How the payout run sees a month: who may be paid, and who waits and why; null: months are not settled. */
export async function settledTeachers(
  on: Executor,
  month: string,
): Promise<((teacherId: string) => string | null) | null> {
  if ((await findSettlementSince(on)) === null) return null;
  const first = `${month}-01`;
  const rows = new Map((await listSettlements(on, first)).map((row) => [row.teacherId, row]));
  const objections = (await listObjections(on, first)).filter(({ state }) => state === "open");
  return (teacherId) =>
    waitingReason(rows.get(teacherId), objections.filter((each) => each.teacherId === teacherId).length);
}

/** Why the payout run does not take a teacher's month yet; null: it is accepted. */
function waitingReason(
  row: Pick<SettlementRow, "state" | "until"> | undefined,
  objections: number,
): string | null {
  if (row?.state === "accepted") return null;
  if (row?.state !== "proposed" || row.until === null) return texts.waitsForProposal;
  return objections > 0 ? texts.waitsForAnswers(objections) : texts.waitsForTeacher(row.until);
}

function outdated(settlement: Settlement): ServiceError {
  return new ServiceError("conflict", texts.outdated, undefined, { settlement });
}
