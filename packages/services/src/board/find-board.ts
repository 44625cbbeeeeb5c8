import { Board, type Operation } from "@korki/board";
import { boardTexts } from "@korki/contracts/texts/board";
import { classroomTexts, doorText } from "@korki/contracts/texts/classroom";
import { type Executor, listRuledOperations } from "@korki/db";
import { blockEnd, isCancelled, roomDoor, roomHours } from "@korki/domain";
import { findOpenableRoom, type findOwnRoom } from "../classroom/find-room";
import type { ActorCtx } from "../context";
import { conflict, forbidden } from "../errors";

type OwnRoom = Awaited<ReturnType<typeof findOwnRoom>>;

/** For how long after its lesson a board can be written on. */
const WRITABLE_MS = 24 * 3_600_000;

/** Returns until when a lesson's board can be written on by its teacher and student. */
export function writableUntil({ date, block }: Pick<OwnRoom, "date" | "block">): Date {
  return new Date(blockEnd(date, block).getTime() + WRITABLE_MS);
}

/** Whether the actor, who may see a board, can write on it now. */
export function canWrite(ctx: ActorCtx, room: OwnRoom): boolean {
  const now = ctx.now();
  const isAuthor = room.role === "teacher" || room.role === "student";
  return (
    isAuthor && !isCancelled(room.status) && roomHours(room).opensAt <= now && now <= writableUntil(room)
  );
}

/**
 * Finds the board of a lesson for somebody who writes on it now (rules §31). Throws `not_found`, `forbidden` for who only
 * reads, `conflict` before the room opens, 24 h after the lesson and for a cancelled one.
 */
export async function findWritableBoard(on: Executor, ctx: ActorCtx, lessonId: string): Promise<OwnRoom> {
  const room = await findOpenableRoom(on, ctx, lessonId);
  if (canWrite(ctx, room)) return room;
  if (isCancelled(room.status)) throw conflict(classroomTexts.cancelled);
  if (roomDoor(room, ctx.now()) === "early") throw conflict(doorText("early", roomHours(room), ctx.now()));
  if (ctx.now() > writableUntil(room)) throw conflict(boardTexts.ended);
  throw forbidden(boardTexts.onlyRead);
}

/** Throws as `findWritableBoard` does for who cannot write on a board now. */
export async function requireWritableBoard(ctx: ActorCtx, lessonId: string): Promise<void> {
  await findWritableBoard(ctx.db, ctx, lessonId);
}

/** Operations of all boards that one process keeps. */
const KEPT_OPERATIONS_MAX = 100_000;
/** What the rules ask about boards, by lesson, those asked last at the end. */
const kept = new Map<string, Board>();

/** Returns what the log of a room's board comes to, strokes without their points. */
export async function loadBoard(on: Executor, { lessonId, lastSeq }: OwnRoom): Promise<Board> {
  const known = kept.get(lessonId);
  // Shorter than known: another database, or a board that was begun anew.
  const board = known && known.lastSeq <= lastSeq ? known : new Board();
  if (board.lastSeq < lastSeq) {
    for (const operation of await listRuledOperations(on, lessonId, board.lastSeq)) {
      // Another call may have brought it up to date meanwhile.
      if (operation.seq === board.lastSeq + 1) board.apply(operation);
    }
  }
  keep(lessonId, board);
  return board;
}

/** Brings what is kept of a board up to date with operations that were added to its log. */
export function keepAdded(lessonId: string, operations: readonly Operation[]): void {
  const board = kept.get(lessonId);
  if (!board) return;
  for (const operation of operations) {
    // Another call may have applied it already, or not yet those before it.
    if (operation.seq === board.lastSeq + 1) board.apply(withoutPoints(operation));
  }
}

/** No rule asks for a stroke's points. */
function withoutPoints(operation: Operation): Operation {
  return operation.kind === "stroke" ? { ...operation, body: { ...operation.body, points: [] } } : operation;
}

function keep(lessonId: string, board: Board): void {
  kept.delete(lessonId);
  kept.set(lessonId, board);
  let operations = 0;
  for (const { lastSeq } of kept.values()) operations += lastSeq;
  for (const [oldest, { lastSeq }] of kept) {
    if (operations <= KEPT_OPERATIONS_MAX) return;
    kept.delete(oldest);
    operations -= lastSeq;
  }
}
