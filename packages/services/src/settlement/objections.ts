import type { SettlementLine } from "@korki/contracts/settlement";
import { settlementTexts as texts } from "@korki/contracts/texts/settlement";
import {
  findLesson,
  listObjections,
  lockSettlement,
  answerObjection as markAnswered,
  newId,
  type ObjectionRow,
  saveObjection,
  type Tx,
  transact,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { notify } from "../outbox";
import { readMonth, requireSettlement } from "./month-statement";

/** Missing lessons that a teacher names in a month. */
const MISSING_MAX = 50;

/** The teacher objects to a line of a proposed month. Throws `not_found` for a line that is not in it. */
export async function objectToLine(
  ctx: ActorCtx,
  { month, lineId, text }: { month: string; lineId: string; text: string },
): Promise<SettlementLine> {
  await requireSettlement(ctx);
  return transact(ctx.db, async (tx) => {
    const line = (await readMonth(tx, ctx, month, ctx.actor.id)).lines.find(({ id }) => id === lineId);
    if (!line) throw notFound();
    return object(tx, ctx, month, { lineId, kind: line.kind, lessonId: line.lessonId, text });
  });
}

/** The teacher names a lesson that is missing. The same words again are the same line. */
export async function objectToMissing(
  ctx: ActorCtx,
  { month, lessonId = null, text }: { month: string; lessonId?: string | null | undefined; text: string },
): Promise<SettlementLine> {
  await requireSettlement(ctx);
  return transact(ctx.db, async (tx) => {
    if (lessonId !== null && (await findLesson(tx, lessonId))?.teacherId !== ctx.actor.id) throw notFound();
    await readMonth(tx, ctx, month, ctx.actor.id);
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
  return lineOf(await readMonth(tx, ctx, month, teacherId), objection.lineId);
}

/** Answers a teacher's objection, for administrators. Changes no lesson. Throws `conflict` if it has an answer already. */
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
    return lineOf(await readMonth(tx, ctx, month, teacherId), lineId);
  });
}

function lineOf({ lines }: { lines: SettlementLine[] }, lineId: string): SettlementLine {
  const line = lines.find(({ id }) => id === lineId);
  if (!line) throw notFound();
  return line;
}
