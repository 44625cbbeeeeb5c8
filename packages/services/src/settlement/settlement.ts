import { createHash } from "node:crypto";
import type { AdminSettlement, Settlement, SettlementLine } from "@korki/contracts/settlement";
import { settlementTexts as texts } from "@korki/contracts/texts/settlement";
import {
  ANSWER_DAYS,
  countVersions,
  type Executor,
  findLesson,
  findSettlementSince,
  listDue,
  listFrozenLines,
  listNames,
  listObjections,
  listOpenLines,
  listSettlements,
  listSilent,
  lockSettlement,
  markAccepted,
  answerObjection as markAnswered,
  markProposed,
  newId,
  type ObjectionRow,
  type SettlementRow,
  type StatementLineRow,
  saveObjection,
  switchSettlement,
  type Tx,
  takeProposal,
  transact,
} from "@korki/db";
import {
  addDays,
  addMonths,
  fullName,
  instantOf,
  laterDate,
  monthBounds,
  monthOf,
  today,
} from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import { type ActorCtx, type Ctx, type Services, systemCtx } from "../context";
import { conflict, notFound, ServiceError } from "../errors";
import { recordHistory } from "../history";
import { notify } from "../outbox";

/** Days that a teacher has at least. */
const DAYS = 7;
const LAST_DAY = 7;
const PROPOSED_AT_MINUTES = 9 * 60;
/** Missing lessons that a teacher names in a month. */
const MISSING_MAX = 50;

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
  await requireOn(ctx);
  return transact(ctx.db, (tx) => read(tx, ctx, month, ctx.actor.id));
}

/** A teacher's month for an administrator. */
export async function getTeacherSettlement(
  ctx: ActorCtx,
  { teacherId, month }: { teacherId: string; month: string },
): Promise<Settlement> {
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  return transact(ctx.db, (tx) => read(tx, ctx, month, teacherId));
}

/** All teachers who have a month, by name. */
export async function listMonth(ctx: ActorCtx, { month }: { month: string }): Promise<AdminSettlement[]> {
  return transact(ctx.db, async (tx) => {
    const first = `${month}-01`;
    await acceptSilent(tx, ctx);
    await refresh(tx, first);
    const rows = await listSettlements(tx, first);
    const objections = (await listObjections(tx, first)).filter(({ state }) => state === "open");
    const names = await namesOf(
      tx,
      rows.map(({ teacherId }) => teacherId),
    );
    return rows
      .map(({ teacherId, state, version, total, until }) => ({
        ...{ teacherId, teacherName: names.get(teacherId) ?? "", state, version, total, until },
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
  const [year = 0, number = 1] = month.split("-").map(Number);
  if (monthBounds({ year, month: number }).to > today(ctx.now())) throw conflict(texts.notEnded);
  return transact(ctx.db, (tx) => propose(tx, ctx, month));
}

/** Proposes the month before at 9:00 of the 1st, and accepts by silence. */
export async function planSettlements(services: Services): Promise<void> {
  const now = services.now();
  const present = monthOf(today(now));
  const { from: first } = monthBounds(present);
  const moment = instantOf(first, PROPOSED_AT_MINUTES);
  const ended = monthBounds(addMonths(present, -1)).from;
  await transact(services.db, async (tx) => {
    if (now >= moment && (await takeProposal(tx, ended, moment)))
      await propose(tx, systemCtx(services), ended.slice(0, 7));
  });
  await transact(services.db, (tx) => acceptSilent(tx, services));
}

/** The teacher accepts a month as last seen. Throws `conflict` with the present month where it is another one. */
export async function acceptSettlement(
  ctx: ActorCtx,
  { month, version }: { month: string; version: number },
): Promise<Settlement> {
  await requireOn(ctx);
  return transact(ctx.db, async (tx) => {
    const first = `${month}-01`;
    const teacherId = ctx.actor.id;
    await lockSettlement(tx, first, teacherId);
    await acceptSilent(tx, ctx, teacherId);
    const lines = await refresh(tx, first, teacherId);
    const [row] = await listSettlements(tx, first, teacherId);
    const seen = await read(tx, ctx, month, teacherId);
    if (row?.version !== version) throw outdated(seen);
    if (row.state === "accepted") return seen;
    if (row.state === "open") throw conflict(texts.notProposed);
    if (seen.lines.some(({ objection }) => objection?.state === "open")) throw conflict(texts.openObjection);
    // What was seen is frozen, not what has changed since.
    await freeze(tx, ctx, first, teacherId, lines);
    return read(tx, ctx, month, teacherId);
  });
}

/** The teacher objects to a line of a proposed month. Throws `not_found` for a line that is not in it. */
export async function objectToLine(
  ctx: ActorCtx,
  { month, lineId, text }: { month: string; lineId: string; text: string },
): Promise<SettlementLine> {
  await requireOn(ctx);
  return transact(ctx.db, async (tx) => {
    const line = (await read(tx, ctx, month, ctx.actor.id)).lines.find(({ id }) => id === lineId);
    if (!line) throw notFound();
    return object(tx, ctx, month, { lineId, kind: line.kind, lessonId: line.lessonId, text });
  });
}

/** The teacher names a lesson that is missing. The same words again are the same line. */
export async function objectToMissing(
  ctx: ActorCtx,
  { month, lessonId = null, text }: { month: string; lessonId?: string | null | undefined; text: string },
): Promise<SettlementLine> {
  await requireOn(ctx);
  return transact(ctx.db, async (tx) => {
    if (lessonId !== null && (await findLesson(tx, lessonId))?.teacherId !== ctx.actor.id) throw notFound();
    await read(tx, ctx, month, ctx.actor.id);
    const missing = (await listObjections(tx, `${month}-01`, ctx.actor.id)).filter(
      ({ kind }) => kind === "missing",
    );
    const known = missing.find((each) =>
      lessonId === null ? each.text === text : each.lessonId === lessonId,
    );
    if (!known && missing.length >= MISSING_MAX) throw conflict(texts.tooMany);
    return object(tx, ctx, month, { lineId: known?.lineId ?? newId(), kind: "missing", lessonId, text });
  });
}

async function object(
  tx: Tx,
  ctx: ActorCtx,
  month: string,
  objection: Pick<ObjectionRow, "lineId" | "kind" | "lessonId" | "text">,
): Promise<SettlementLine> {
  const first = `${month}-01`;
  const teacherId = ctx.actor.id;
  const row = await lockSettlement(tx, first, teacherId);
  if (row?.state !== "proposed")
    throw conflict(row?.state === "accepted" ? texts.accepted : texts.notProposed);
  if (!(await saveObjection(tx, first, { ...objection, teacherId, createdAt: ctx.now() })))
    throw conflict(texts.answered);
  return lineOf(await read(tx, ctx, month, teacherId), objection.lineId);
}

/** An administrator answers an objection; that changes no lesson. Throws `conflict` where it was answered. */
export async function answerObjection(
  ctx: ActorCtx,
  input: { teacherId: string; month: string; lineId: string; answer: string; accepted: boolean },
): Promise<SettlementLine> {
  const { teacherId, month, lineId, answer, accepted } = input;
  return transact(ctx.db, async (tx) => {
    const first = `${month}-01`;
    await lockSettlement(tx, first, teacherId);
    const known = (await listObjections(tx, first, teacherId)).find((each) => each.lineId === lineId);
    if (!known) throw notFound();
    if (!(await markAnswered(tx, { lineId, answer, accepted, at: ctx.now(), by: ctx.actor.id })))
      throw conflict(texts.answered);
    await notify(tx, ctx, {
      kind: "settlement-answered",
      to: { userId: teacherId },
      facts: { month, text: known.text, answer, accepted },
    });
    return lineOf(await read(tx, ctx, month, teacherId), lineId);
  });
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

async function requireOn({ db }: Services): Promise<void> {
  if ((await findSettlementSince(db)) === null) throw notFound();
}

function outdated(settlement: Settlement): ServiceError {
  return new ServiceError("conflict", texts.outdated, undefined, { settlement });
}

function lineOf({ lines }: Settlement, lineId: string): SettlementLine {
  const line = lines.find(({ id }) => id === lineId);
  if (!line) throw notFound();
  return line;
}

/** Brings a month's versions up to date with the lessons, and returns its lines. */
async function refresh(tx: Tx, first: string, teacherId?: string): Promise<StatementLineRow[]> {
  const lines = await listOpenLines(tx, first, teacherId);
  const byTeacher = new Map<string, StatementLineRow[]>();
  for (const line of lines) byTeacher.set(line.teacherId, [...(byTeacher.get(line.teacherId) ?? []), line]);
  const known = await listSettlements(tx, first, teacherId);
  const teachers = new Set([...byTeacher.keys(), ...known.map((row) => row.teacherId)]);
  const found = [...teachers].map((id) => {
    const own = byTeacher.get(id) ?? [];
    return { teacherId: id, fingerprint: fingerprintOf(own), total: sumOf(own) };
  });
  if (found.length > 0) await countVersions(tx, first, found);
  return lines;
}

function fingerprintOf(lines: readonly StatementLineRow[]): string {
  const facts = lines.map(({ lessonId, kind, amount, date, block, studentId, status }) => [
    ...[lessonId, kind, amount, date, block, studentId, status],
  ]);
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
}

function sumOf(lines: readonly { amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

async function read(tx: Tx, services: Services, month: string, teacherId: string): Promise<Settlement> {
  const first = `${month}-01`;
  await acceptSilent(tx, services, teacherId);
  const open = await refresh(tx, first, teacherId);
  const [row] = await listSettlements(tx, first, teacherId);
  const isFrozen = row?.state === "accepted";
  const lines = isFrozen ? await listFrozenLines(tx, first, teacherId) : open;
  const objections = await listObjections(tx, first, teacherId);
  const all = withObjections(lines, objections, { teacherId, month: first });
  const names = await namesOf(
    tx,
    all.flatMap(({ studentId }) => studentId ?? []),
  );
  return {
    state: row?.state ?? "open",
    version: row?.version ?? 0,
    until: row?.until ?? null,
    lines: all.map((line) => ({ ...line, studentName: names.get(line.studentId ?? "") ?? null })),
    total: sumOf(lines),
  };
}

/** Returns the full names of people by their ids. */
async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const people = await listNames(tx, [...new Set(ids)]);
  return new Map(people.map((person) => [person.id, fullName(person)]));
}

/** A line that was objected to stays to be answered, though its lesson no longer counts. */
function withObjections(
  lines: readonly StatementLineRow[],
  objections: readonly ObjectionRow[],
  of: { teacherId: string; month: string },
): Omit<SettlementLine, "studentName">[] {
  const byLine = new Map(objections.map((each) => [each.lineId, each]));
  const shown = lines.map((line) => {
    const id = lineIdOf({ ...of, ...line });
    const objection = byLine.get(id);
    byLine.delete(id);
    return { id, ...line, objection: objection ? toObjection(objection) : null };
  });
  const others = [...byLine.values()].map((each) => ({
    ...{ id: each.lineId, lessonId: each.lessonId, kind: each.kind, amount: 0 },
    ...{ date: each.date, block: each.block, studentId: each.studentId, status: each.status },
    objection: toObjection(each),
  }));
  return [...shown, ...others];
}

function toObjection({ text, answer, state }: ObjectionRow) {
  return { text, answer, state };
}

/** A line's id follows from what it is: it is the same before and after it is stored. */
function lineIdOf({
  teacherId,
  month,
  kind,
  lessonId,
}: {
  teacherId: string;
  month: string;
  kind: string;
  lessonId: string;
}) {
  const hash = createHash("sha256").update(`${teacherId} ${month} ${kind} ${lessonId}`).digest("hex");
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

async function propose(tx: Tx, ctx: Ctx, month: string): Promise<{ proposed: number; until: string }> {
  const first = `${month}-01`;
  const until = deadlineOf(first, today(ctx.now()));
  const lines = await refresh(tx, first);
  const [year = 0, number = 1] = month.split("-").map(Number);
  const due = await listDue(tx, monthBounds({ year, month: number }));
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

/** Accepts what nobody objected to in time; nothing while settlement is off, when nobody can object (rules §37). */
async function acceptSilent(tx: Tx, services: Services, teacherId?: string): Promise<void> {
  if ((await findSettlementSince(tx)) === null) return;
  const now = services.now();
  const answeredBefore = new Date(now.getTime() - ANSWER_DAYS * 86_400_000);
  for (const silent of await listSilent(tx, { day: today(now), answeredBefore, teacherId })) {
    const row = await lockSettlement(tx, silent.month, silent.teacherId);
    if (row?.state !== "proposed") continue;
    const lines = await refresh(tx, silent.month, silent.teacherId);
    await freeze(tx, systemCtx(services), silent.month, silent.teacherId, lines);
  }
}

async function freeze(
  tx: Tx,
  ctx: Ctx,
  first: string,
  teacherId: string,
  lines: readonly StatementLineRow[],
): Promise<void> {
  const withIds = lines.map((line) => ({ ...line, id: lineIdOf({ month: first, ...line }) }));
  await markAccepted(tx, first, teacherId, withIds, { at: ctx.now(), by: ctx.actor?.id ?? null });
  await recordHistory(tx, ctx, {
    entity: "payout",
    entityId: teacherId,
    action: "acceptSettlement",
    changes: { month: { from: null, to: first.slice(0, 7) }, moneyAmount: { from: null, to: sumOf(lines) } },
    teacherId,
  });
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
