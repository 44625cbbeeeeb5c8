import { createHash } from "node:crypto";
import { BOARD_LIMITS } from "@korki/board";
import { boardRefusals, boardTexts } from "@korki/contracts/texts/board";
import { findPictureSpace, findPictures, insertPicture, lockRoom, newId, transact } from "@korki/db";
import { findOwnRoom } from "../classroom/find-room";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound, ServiceError } from "../errors";
import { openPicture, type PictureFault } from "../pictures/open-picture";
import { findWritableBoard, loadBoard } from "./find-board";

/** WebP's quality: the second where the first gives too large a file. */
const QUALITIES = [80, 60] as const;

const FAULTS: Record<PictureFault, string> = {
  "wrong-kind": boardTexts.pictureWrongKind,
  damaged: boardTexts.pictureDamaged,
  "too-many-pixels": boardTexts.pictureTooManyPixels,
};

/**
 * Keeps a picture for a lesson's board, decoded and encoded again; the same file of the same person is one picture (rules
 * §31). Throws `not_found`, `forbidden`, `input` for what is no picture, `too_large` and `conflict` where it cannot be
 * written on or has 20 pictures.
 */
export async function savePicture(
  ctx: ActorCtx,
  { lessonId, file }: { lessonId: string; file: Buffer },
): Promise<{ pictureId: string }> {
  await findWritableBoard(ctx.db, ctx, lessonId);
  await ctx.limits.consume("boardPicture", ctx.actor.id);
  const content = await encode(file);
  const digest = createHash("sha256").update(file).digest("hex");
  return transact(ctx.db, async (tx) => {
    await lockRoom(tx, lessonId);
    const room = await findWritableBoard(tx, ctx, lessonId);
    const board = await loadBoard(tx, room);
    if (room.role === "student" && board.isLocked) throw conflict(boardRefusals.locked);
    const picture = { lessonId, authorId: ctx.actor.id, digest };
    const { count, same } = await findPictureSpace(tx, picture);
    if (same !== null) return { pictureId: same };
    if (count >= BOARD_LIMITS.pictures) throw conflict(boardTexts.fullOfPictures);
    const id = newId();
    await insertPicture(tx, { ...picture, id, content, now: ctx.now() });
    return { pictureId: id };
  });
}

async function encode(file: Buffer): Promise<Buffer> {
  const opened = await openPicture(file);
  if (typeof opened === "string") throw invalidInput(FAULTS[opened]);
  const side = BOARD_LIMITS.pictureSide;
  const small = opened.picture.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
  for (const quality of QUALITIES) {
    const content = await small
      .clone()
      .webp({ quality })
      .toBuffer()
      .catch(() => {
        throw invalidInput(boardTexts.pictureDamaged);
      });
    if (content.length <= BOARD_LIMITS.pictureBytes) return content;
  }
  throw new ServiceError("too_large", boardTexts.pictureTooBig);
}

/** Returns a picture of a board as WebP. Throws `not_found`, also for one whose time is over. */
export async function getPicture(
  ctx: ActorCtx,
  { lessonId, pictureId }: { lessonId: string; pictureId: string },
): Promise<Buffer> {
  await findOwnRoom(ctx.db, ctx, lessonId);
  const [picture] = await findPictures(ctx.db, lessonId, [pictureId]);
  if (!picture) throw notFound();
  return picture.content;
}
