import { BOARD_LIMITS, Board, type Draft } from "@korki/board";
import type { DrawInput } from "@korki/contracts/board";
import { boardRefusals, boardTexts } from "@korki/contracts/texts/board";
import {
  addOperations,
  type Database,
  findPictureIds,
  type LoggedOperation,
  throughRestart,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, forbidden } from "../errors";
import { findWritableBoard, keepAdded, loadBoard } from "./find-board";

/** What drawing gave: the number of each operation, and those that were not in the log before. */
type Drawn = { seqs: number[]; stored: LoggedOperation[] };

/**
 * Adds operations to the log of a lesson's board, all or none; one whose key is in the log already keeps its number (rules
 * §31). Authors write one after another. Throws `not_found`, `forbidden` for who only reads and for what is the teacher's,
 * `rate_limited`, and `conflict` for what the board does not take.
 *
 * @param shownBy the process that shows what is stored to its own windows; the others are told of it
 */
export async function drawOnBoard(ctx: ActorCtx, input: DrawInput, shownBy?: string): Promise<Drawn> {
  const refusals = await ctx.limits.consumeEach(
    "board",
    input.operations.map(() => ctx.actor.id),
  );
  const tooMany = refusals.at(-1);
  if (tooMany) throw tooMany;
  for (;;) {
    // By its key an operation is stored once, however often it is sent.
    const drawn = await throughRestart(() => drawOnce(ctx, input, shownBy));
    if (drawn) return drawn;
  }
}

/** Returns null, and has done nothing, where somebody else drew meanwhile. */
async function drawOnce(
  ctx: ActorCtx,
  { lessonId, operations }: DrawInput,
  shownBy?: string,
): Promise<Drawn | null> {
  const author = ctx.actor.id;
  const room = await findWritableBoard(ctx.db, ctx, lessonId);
  await requirePictures(ctx.db, lessonId, operations);
  const board = await loadBoard(ctx.db, room);
  const before = board.lastSeq;
  const after = new Board(board);
  const added: (Draft & { seq: number; authorId: string })[] = [];
  const seqs: number[] = [];
  let { bytes } = room;
  for (const operation of operations) {
    const known = after.find(operation.key);
    if (known && known.authorId !== author) throw conflict(boardTexts.keyTaken);
    if (known) {
      seqs.push(known.seq);
      continue;
    }
    const refusal = after.refusal(operation, { id: author, isTeacher: room.role === "teacher" });
    if (refusal === "teacher-only") throw forbidden(boardRefusals[refusal]);
    if (refusal) throw conflict(boardRefusals[refusal]);
    const next = { ...operation, seq: after.lastSeq + 1, authorId: author };
    bytes += Buffer.byteLength(JSON.stringify(next.body));
    if (next.seq > BOARD_LIMITS.operations) throw conflict(boardTexts.fullOfOperations);
    if (bytes > BOARD_LIMITS.bytes) throw conflict(boardTexts.fullOfBytes);
    after.apply(next);
    added.push(next);
    seqs.push(next.seq);
  }
  if (added.length === 0) return { seqs, stored: [] };
  const now = ctx.now();
  if (!(await addOperations(ctx.db, { lessonId, after: before, operations: added, now, shownBy })))
    return null;
  keepAdded(lessonId, added);
  return { seqs, stored: added.map((operation) => ({ ...operation, at: now.toISOString() })) };
}

/** Throws `conflict` if an operation shows a picture that the board does not have. */
async function requirePictures(db: Database, lessonId: string, operations: readonly Draft[]): Promise<void> {
  const wanted = operations.flatMap((operation) =>
    operation.kind === "picture" ? [operation.body.pictureId] : [],
  );
  if (wanted.length === 0) return;
  const there = new Set(await findPictureIds(db, lessonId));
  if (wanted.some((id) => !there.has(id))) throw conflict(boardTexts.noPicture);
}
