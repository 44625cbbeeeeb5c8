import * as field from "@korki/contracts/fields";
import { boardTexts } from "@korki/contracts/texts/board";
import { commonTexts } from "@korki/contracts/texts/common";
import { type ActorCtx, invalidInput, type Services } from "@korki/services";
import { getPicture, savePicture } from "@korki/services/board/board-pictures";
import { requireWritableBoard } from "@korki/services/board/find-board";
import { renderBoardPdf } from "@korki/services/board/render-board";
import express, { type Request, type Response, Router } from "express";
import { createContext, requireRole } from "../context";
import { expressPath, FILE_ROUTES, type MembersFileRoute, routeName } from "./file-routes";
import { callerOf, nameRoute } from "./request";

/** The largest file taken, in bytes; the browser scales pictures before it sends them. */
const FILE_BYTES_MAX = 12_000_000;

/** What a lesson's board has as files (rules §31): its pictures, and the whole as a PDF. */
export function boardFilesRouter(services: Services): Router {
  const readBody = express.raw({ type: () => true, limit: FILE_BYTES_MAX });

  async function readerOf(req: Request, res: Response, route: MembersFileRoute): Promise<ActorCtx> {
    nameRoute(req, res, routeName(route));
    const ctx = await createContext(services, callerOf(req, res, services.settings));
    return { ...ctx, actor: requireRole(ctx, route.roles) };
  }
  const router = Router({ caseSensitive: true });

  router.get(expressPath(FILE_ROUTES.board), async (req, res) => {
    const ctx = await readerOf(req, res, FILE_ROUTES.board);
    const { fileName, content } = await renderBoardPdf(ctx, { lessonId: idOf(req.params.lessonId) });
    res.set({
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    });
    res.send(content);
  });

  router.put(expressPath(FILE_ROUTES.addBoardPicture), async (req, res) => {
    const ctx = await readerOf(req, res, FILE_ROUTES.addBoardPicture);
    const lessonId = idOf(req.params.lessonId);
    // Who may not is refused before the file is read.
    await requireWritableBoard(ctx, lessonId);
    await new Promise<void>((resolve, reject) =>
      readBody(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
    );
    const file: unknown = req.body;
    if (!Buffer.isBuffer(file)) throw invalidInput(boardTexts.pictureWrongKind);
    res.set("Cache-Control", "no-store");
    res.json(await savePicture(ctx, { lessonId, file }));
  });

  router.get(expressPath(FILE_ROUTES.boardPicture), async (req, res) => {
    const ctx = await readerOf(req, res, FILE_ROUTES.boardPicture);
    const { lessonId, pictureId } = req.params;
    const picture = { lessonId: idOf(lessonId), pictureId: idOf(pictureId) };
    res.set({ "Content-Type": "image/webp", "Cache-Control": "private, no-store" });
    res.send(await getPicture(ctx, picture));
  });
  return router;
}

function idOf(text: string | undefined): string {
  const id = field.id.safeParse(text);
  if (!id.success) throw invalidInput(commonTexts.invalidInput);
  return id.data;
}
