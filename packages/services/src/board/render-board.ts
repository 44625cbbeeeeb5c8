import { Board } from "@korki/board";
import type { BoardRef } from "@korki/contracts/board";
import type { PdfFile } from "@korki/contracts/exports";
import { boardTexts } from "@korki/contracts/texts/board";
import { longSlot } from "@korki/contracts/texts/dates";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { findBoardTitle, findPictureIds, findPictures, listOperations } from "@korki/db";
import { type PaperPicture, renderBoard } from "@korki/documents";
import { keptDocument } from "../centre/kept-documents";
import { findOwnRoom } from "../classroom/find-room";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { loadSharp } from "../pictures/open-picture";

type NamedFile = { fileName: string; content: Buffer };

/**
 * Returns a lesson's board as a PDF file. The log is read only for a file that is not kept, in the person's turn. Throws
 * `not_found` and `rate_limited` (rules §31).
 */
export async function renderBoardPdf(ctx: ActorCtx, { lessonId }: BoardRef): Promise<NamedFile> {
  const { lastSeq } = await findOwnRoom(ctx.db, ctx, lessonId);
  const [title, pictureIds] = await Promise.all([
    findBoardTitle(ctx.db, lessonId),
    findPictureIds(ctx.db, lessonId),
  ]);
  if (!title) throw notFound();
  // The log only grows; erasing a person changes names and texts, and takes pictures away.
  const facts = { lessonId, lastSeq, ...title, pictures: pictureIds.toSorted() };
  const content = await keptDocument(ctx, "board", facts, async (letterhead) => {
    const board = new Board();
    const log = { lessonId, since: 0, most: lastSeq };
    for (const operation of await listOperations(ctx.db, log)) board.apply(operation);
    const heading = {
      title: boardTexts.pdfTitle(longSlot(title.date, title.block)),
      people: `${subjectWithLevel(title)} · ${title.teacherName} · ${title.studentName}`,
    };
    return renderBoard(board, heading, await picturesOnPaper(ctx, lessonId, board), letterhead);
  });
  return { fileName: `tablica-${title.date}.pdf`, content };
}

async function picturesOnPaper(
  ctx: ActorCtx,
  lessonId: string,
  board: Board,
): Promise<Map<string, PaperPicture>> {
  const shown = board.pages.flatMap(({ no }) => board.visible(no));
  const ids = shown.flatMap(({ operation }) =>
    operation.kind === "picture" ? [operation.body.pictureId] : [],
  );
  const onPaper = new Map<string, PaperPicture>();
  for (const { id, content } of await findPictures(ctx.db, lessonId, ids)) {
    onPaper.set(id, await toPaper(content));
  }
  return onPaper;
}

/** Returns the same as text that tRPC can carry. */
export async function getBoardPdf(ctx: ActorCtx, input: BoardRef): Promise<PdfFile> {
  const { fileName, content } = await renderBoardPdf(ctx, input);
  return { fileName, base64: content.toString("base64") };
}

/** A PDF holds JPEG, which has no transparency. */
async function toPaper(webp: Buffer): Promise<PaperPicture> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(webp)
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, ratio: info.height / info.width };
}
