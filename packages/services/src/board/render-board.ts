import { Board } from "@korki/board";
import type { BoardRef } from "@korki/contracts/board";
import type { PdfFile } from "@korki/contracts/exports";
import { boardTexts } from "@korki/contracts/texts/board";
import { longSlot } from "@korki/contracts/texts/dates";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { findBoardTitle, findPictures, listOperations } from "@korki/db";
import { type PaperPicture, renderBoard } from "@korki/documents";
import { keptDocument } from "../centre/kept-documents";
import { findOwnRoom } from "../classroom/find-room";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { loadSharp } from "../pictures/open-picture";

type NamedFile = { fileName: string; content: Buffer };

/** Returns a lesson's board as a PDF file. Throws `not_found` and `rate_limited` (rules §31). */
export async function renderBoardPdf(ctx: ActorCtx, { lessonId }: BoardRef): Promise<NamedFile> {
  await findOwnRoom(ctx.db, ctx, lessonId);
  const [title, operations] = await Promise.all([
    findBoardTitle(ctx.db, lessonId),
    listOperations(ctx.db, { lessonId, since: 0, most: null }),
  ]);
  if (!title) throw notFound();
  const board = new Board();
  for (const operation of operations) board.apply(operation);
  const shown = board.pages.flatMap(({ no }) => board.visible(no));
  const pictureIds = shown.flatMap(({ operation }) =>
    operation.kind === "picture" ? [operation.body.pictureId] : [],
  );
  const pictures = await findPictures(ctx.db, lessonId, pictureIds);
  const facts = { ...title, pages: board.pages, shown, pictures: pictures.map(({ id }) => id) };
  const content = await keptDocument(ctx, "board", facts, async (letterhead) => {
    const onPaper = new Map<string, PaperPicture>();
    for (const { id, content: webp } of pictures) onPaper.set(id, await toPaper(webp));
    const heading = {
      title: boardTexts.pdfTitle(longSlot(title.date, title.block)),
      people: `${subjectWithLevel(title)} · ${title.teacherName} · ${title.studentName}`,
    };
    return renderBoard(board, heading, onPaper, letterhead);
  });
  return { fileName: `tablica-${title.date}.pdf`, content };
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
