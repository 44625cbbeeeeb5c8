import { BOARD_LIMITS, Board, type Draft } from "@korki/board";
import type { DrawInput } from "@korki/contracts/board";
import { boardRefusals, boardTexts } from "@korki/contracts/texts/board";
import {
  findKeys,
  findPictureIds,
  insertOperations,
  type LoggedOperation,
  lockRoom,
  type Tx,
  transact,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, forbidden } from "../errors";
import { findWritableBoard, loadBoard } from "./find-board";

/** What drawing gave: the number of each operation, and those that were not in the log before. */
export type Drawn = { seqs: number[]; stored: LoggedOperation[] };

/**
 * Adds operations to the log of a lesson's board, all or none; one whose key is in the log already keeps its number (rules
 * §31). Authors write one after another. Throws `not_found`, `forbidden` for who only reads and for what is the teacher's,
 * `rate_limited`, and `conflict` for what the board does not take.
 */
export async function drawOnBoard(ctx: ActorCtx, { lessonId, operations }: DrawInput): Promise<Drawn> {
  const author = ctx.actor.id;
  const refusals = await ctx.limits.consumeEach(
    "board",
    operations.map(() => author),
  );
  const tooMany = refusals.at(-1);
  if (tooMany) throw tooMany;
  return transact(ctx.db, async (tx) => {
    await lockRoom(tx, lessonId);
    const { role } = await findWritableBoard(tx, ctx, lessonId);
    const { board, size } = await loadBoard(tx, lessonId);
    const known = await findKeys(
      tx,
      lessonId,
      operations.map(({ key }) => key),
    );
    if (known.some(({ authorId }) => authorId !== author)) throw conflict(boardTexts.keyTaken);
    const seqs = new Map(known.map(({ key, seq }) => [key, seq]));
    await requirePictures(tx, lessonId, operations);

    const after = new Board(board);
    const added: (Draft & { seq: number; authorId: string })[] = [];
    let bytes = size.bytes;
    for (const operation of operations) {
      if (seqs.has(operation.key)) continue;
      const refusal = after.refusal(operation, { id: author, isTeacher: role === "teacher" });
      if (refusal === "teacher-only") throw forbidden(boardRefusals[refusal]);
      if (refusal) throw conflict(boardRefusals[refusal]);
      const next = { ...operation, seq: after.lastSeq + 1, authorId: author };
      bytes += Buffer.byteLength(JSON.stringify(next.body));
      if (next.seq > BOARD_LIMITS.operations) throw conflict(boardTexts.fullOfOperations);
      if (bytes > BOARD_LIMITS.bytes) throw conflict(boardTexts.fullOfBytes);
      after.apply(next);
      added.push(next);
      seqs.set(next.key, next.seq);
    }
    const stored =
      added.length === 0 ? [] : await insertOperations(tx, { lessonId, operations: added, now: ctx.now() });
    return { seqs: operations.map(({ key }) => seqs.get(key) ?? 0), stored };
  });
}

/** Throws `conflict` if an operation shows a picture that the board does not have. */
async function requirePictures(tx: Tx, lessonId: string, operations: readonly Draft[]): Promise<void> {
  const wanted = operations.flatMap((operation) =>
    operation.kind === "picture" ? [operation.body.pictureId] : [],
  );
  if (wanted.length === 0) return;
  const there = new Set(await findPictureIds(tx, lessonId));
  if (wanted.some((id) => !there.has(id))) throw conflict(boardTexts.noPicture);
}
