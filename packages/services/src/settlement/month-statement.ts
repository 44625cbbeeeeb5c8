import { createHash } from "node:crypto";
import type { Settlement, SettlementLine } from "@korki/contracts/settlement";
import {
  ANSWER_DAYS,
  countVersions,
  findSettlementSince,
  listFrozenLines,
  listNames,
  listObjections,
  listOpenLines,
  listSettlements,
  listSilent,
  lockSettlement,
  markAccepted,
  type ObjectionRow,
  type StatementLineRow,
  type Tx,
  transact,
} from "@korki/db";
import { fullName, today } from "@korki/domain";
import { type Ctx, type Services, systemCtx } from "../context";
import { notFound } from "../errors";
import { recordHistory } from "../history";
import { alone } from "../in-groups";

/** Throws `not_found` where months are not settled. */
export async function requireSettlement({ db }: Services): Promise<void> {
  if ((await findSettlementSince(db)) === null) throw notFound();
}

/** Brings a month's versions up to date with the lessons, and returns its lines. */
export async function refreshMonth(tx: Tx, first: string, teacherId?: string): Promise<StatementLineRow[]> {
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

export function fingerprintOf(lines: readonly StatementLineRow[]): string {
  const facts = lines.map(({ lessonId, kind, amount, date, block, studentId, status }) => [
    lessonId,
    kind,
    amount,
    date,
    block,
    studentId,
    status,
  ]);
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
}

function sumOf(lines: readonly { amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

export async function readMonth(
  tx: Tx,
  services: Services,
  month: string,
  teacherId: string,
): Promise<Settlement> {
  const first = `${month}-01`;
  await acceptSilent(tx, services, teacherId);
  const open = await refreshMonth(tx, first, teacherId);
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
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
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
    id: each.lineId,
    lessonId: each.lessonId,
    kind: each.kind,
    amount: 0,
    date: each.date,
    block: each.block,
    studentId: each.studentId,
    status: each.status,
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

/** Accepts what nobody objected to in time; nothing while settlement is off, when nobody can object (rules §37). */
export async function acceptSilent(tx: Tx, services: Services, teacherId: string): Promise<void> {
  if ((await findSettlementSince(tx)) === null) return;
  for (const silent of await listSilent(tx, { ...silenceNow(services), teacherId })) {
    const row = await lockSettlement(tx, silent.month, silent.teacherId);
    if (row?.state !== "proposed") continue;
    const lines = await refreshMonth(tx, silent.month, silent.teacherId);
    await freezeMonth(tx, systemCtx(services), silent.month, silent.teacherId, lines);
  }
}

/** Accepts silent months of all teachers, or of `atMost`. One transaction for each teacher: what is done stays done. */
export async function acceptAllSilent(services: Services, atMost = Number.POSITIVE_INFINITY): Promise<void> {
  if ((await findSettlementSince(services.db)) === null) return;
  const silent = await listSilent(services.db, silenceNow(services));
  const teachers = new Set(silent.map(({ teacherId }) => teacherId));
  for (const teacherId of [...teachers].slice(0, atMost))
    await alone(services, { teacherId }, () =>
      transact(services.db, (tx) => acceptSilent(tx, services, teacherId)),
    );
}

/** Returns the teachers whose month silence accepts, but that nobody has frozen yet. */
export async function listUnfrozen(tx: Tx, services: Services, first: string): Promise<Set<string>> {
  if ((await findSettlementSince(tx)) === null) return new Set();
  const silent = await listSilent(tx, silenceNow(services));
  return new Set(silent.flatMap(({ teacherId, month }) => (month === first ? [teacherId] : [])));
}

function silenceNow({ now }: Services): { day: string; answeredBefore: Date } {
  return { day: today(now()), answeredBefore: new Date(now().getTime() - ANSWER_DAYS * 86_400_000) };
}

export async function freezeMonth(
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
