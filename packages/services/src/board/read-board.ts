import { BOARD_LIMITS, pack } from "@korki/board";
import type {
  BoardListInput,
  BoardLog,
  BoardOfLesson,
  BoardRef,
  BoardView,
  GetBoardInput,
  PackedLog,
} from "@korki/contracts/board";
import type { Page } from "@korki/contracts/paging";
import { findBoardTitle, findEarlierBoard, isOwnStudent, listBoards, listOperations } from "@korki/db";
import { requirePersonOfRole } from "../accounts/get-person";
import { actFor, studentOf } from "../act-for";
import { findOwnRoom } from "../classroom/find-room";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { canWrite, loadBoard, writableUntil } from "./find-board";

/** Returns the next part of a board's log after a number. Throws `not_found` for who may not enter its room (rules §31). */
export async function getBoard(ctx: ActorCtx, { lessonId, since }: GetBoardInput): Promise<BoardLog> {
  const board = await loadBoard(ctx.db, await findOwnRoom(ctx.db, ctx, lessonId));
  // Others go on drawing: the answer is what there is now.
  const { pages, lastSeq } = board;
  const most = Math.min(BOARD_LIMITS.operationsPerAnswer, Math.max(0, lastSeq - since));
  return { pages, operations: await listOperations(ctx.db, { lessonId, since, most }), lastSeq };
}

/** Returns all of a board's log after a number, packed. Throws `not_found` as `getBoard` does. */
export async function getPackedBoard(ctx: ActorCtx, { lessonId, since }: GetBoardInput): Promise<PackedLog> {
  await findOwnRoom(ctx.db, ctx, lessonId);
  return { operations: pack(await listOperations(ctx.db, { lessonId, since, most: null })) };
}

/** Returns what stands over a board, and what the actor can do with it. Throws `not_found`. */
export async function getBoardView(ctx: ActorCtx, { lessonId }: BoardRef): Promise<BoardView> {
  const room = await findOwnRoom(ctx.db, ctx, lessonId);
  const isWritable = canWrite(ctx, room);
  const [title, earlier] = await Promise.all([
    findBoardTitle(ctx.db, lessonId),
    isWritable ? findEarlierBoard(ctx.db, lessonId) : null,
  ]);
  if (!title) throw notFound();
  return {
    ...title,
    userId: ctx.actor.id,
    isTeacher: room.role === "teacher",
    writableUntil: isWritable ? writableUntil(room).toISOString() : null,
    earlier: earlier && { date: earlier.date, block: earlier.block },
  };
}

/**
 * Lists the boards of a student's lessons, the newest first: of the student who asks, of a parent's child, of a teacher's
 * own lessons with a student, for an administrator of anybody. Throws `not_found` for everybody else's student.
 */
export async function listBoardsOf(ctx: ActorCtx, input: BoardListInput): Promise<Page<BoardOfLesson>> {
  const { page, pageSize } = input;
  const { items, total } = await listBoards(ctx.db, { ...(await readersChoice(ctx, input)), page, pageSize });
  return { items, total, page, pageSize };
}

async function readersChoice(
  ctx: ActorCtx,
  { studentId }: Pick<BoardListInput, "studentId">,
): Promise<{ studentId: string; teacherId?: string }> {
  const { actor } = ctx;
  if (actor.role !== "Teacher" && actor.role !== "Admin") {
    return { studentId: studentOf(await actFor(ctx.db, ctx, studentId, "see")) };
  }
  if (studentId === undefined) throw notFound();
  if (actor.role === "Admin") {
    await requirePersonOfRole(ctx, studentId, "Student");
    return { studentId };
  }
  if (!(await isOwnStudent(ctx.db, actor.id, studentId))) throw notFound();
  return { studentId, teacherId: actor.id };
}
