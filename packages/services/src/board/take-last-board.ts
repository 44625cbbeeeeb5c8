import { BOARD_LIMITS, Board, type Drawing, movedDrawing } from "@korki/board";
import type { BoardRef } from "@korki/contracts/board";
import { boardRefusals, boardTexts } from "@korki/contracts/texts/board";
import {
  addOperations,
  copyPictures,
  findEarlierBoard,
  findPictureIds,
  findPicturesOf,
  type LoggedOperation,
  listOperations,
  lockRoom,
  newId,
  transact,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { findWritableBoard, loadBoard } from "./find-board";

/**
 * Copies the last page of the last lesson of the same pair and subject to a new page, each object with its author (rules
 * §31). Pictures that the board already has are not copied. Throws `not_found`, `forbidden`, and `conflict` where there is
 * none or no room for it.
 */
export async function takeLastBoard(ctx: ActorCtx, { lessonId }: BoardRef): Promise<LoggedOperation[]> {
  return transact(ctx.db, async (tx) => {
    await lockRoom(tx, lessonId);
    const room = await findWritableBoard(tx, ctx, lessonId);
    const earlier = await findEarlierBoard(tx, lessonId);
    if (!earlier) throw conflict(boardTexts.nothingToTake);
    const board = await loadBoard(tx, room);
    if (room.role === "student" && board.isLocked) throw conflict(boardRefusals.locked);
    const before = new Board();
    for (const operation of await listOperations(tx, { lessonId: earlier.lessonId, since: 0, most: null })) {
      before.apply(operation);
    }
    const pictures = await findPicturesOf(tx, { from: earlier.lessonId, to: lessonId });
    const kept = new Map(pictures.map(({ id, same }) => [id, same]));
    // After their time pictures are gone from the earlier board.
    const shownOn = (no: number) =>
      before
        .visible(no)
        .filter(({ operation }) => operation.kind !== "picture" || kept.has(operation.body.pictureId));
    const last = before.pages.findLast(({ no }) => shownOn(no).length > 0);
    if (!last) throw conflict(boardTexts.nothingToTake);
    const pages = board.pages.length;
    const no = pages === 1 && board.objects.size === 0 ? 1 : pages + 1;
    if (no > BOARD_LIMITS.pages) throw conflict(boardRefusals["page-limit"]);

    const copies = new Map<string, string>();
    const drawings: (Drawing & { authorId: string })[] = [];
    for (const { operation, tenthsMoved } of shownOn(last.no)) {
      const drawing = { ...movedDrawing(operation, tenthsMoved), authorId: operation.authorId };
      if (drawing.kind === "picture") {
        const { pictureId } = drawing.body;
        const same = kept.get(pictureId) ?? null;
        const copy = same ?? copies.get(pictureId) ?? newId();
        if (same === null) copies.set(pictureId, copy);
        drawing.body.pictureId = copy;
      }
      drawings.push(drawing);
    }
    const there = await findPictureIds(tx, lessonId);
    if (there.length + copies.size > BOARD_LIMITS.pictures) throw conflict(boardTexts.fullOfPictures);
    const ground = { kind: "page" as const, body: { no, ground: last.ground }, authorId: ctx.actor.id };
    const operations = [ground, ...drawings].map((operation, at) => ({
      ...operation,
      key: newId(),
      page: no,
      seq: board.lastSeq + 1 + at,
    }));
    const bytes = operations.reduce(
      (sum, { body }) => sum + Buffer.byteLength(JSON.stringify(body)),
      room.bytes,
    );
    if (board.lastSeq + operations.length > BOARD_LIMITS.operations)
      throw conflict(boardTexts.fullOfOperations);
    if (bytes > BOARD_LIMITS.bytes) throw conflict(boardTexts.fullOfBytes);
    await copyPictures(tx, { from: earlier.lessonId, to: lessonId, ids: copies });
    const now = ctx.now();
    const isAdded = await addOperations(tx, { lessonId, after: board.lastSeq, operations, now });
    if (!isAdded) throw new Error("a board grew while its room was locked");
    return operations.map((operation) => ({ ...operation, at: now.toISOString() }));
  });
}
