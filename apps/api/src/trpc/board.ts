import * as contract from "@korki/contracts/board";
import { pdfFile } from "@korki/contracts/exports";
import { drawOnBoard } from "@korki/services/board/draw-on-board";
import { getBoard, getBoardView, getPackedBoard, listBoardsOf } from "@korki/services/board/read-board";
import { getBoardPdf } from "@korki/services/board/render-board";
import { takeLastBoard } from "@korki/services/board/take-last-board";
import { procedureFor, router } from "./init";

const readProcedure = procedureFor("Student", "Teacher", "Parent", "Admin").meta({
  about: "confirmedLesson",
  scope: "own",
});
/** It is written on around its lesson only. */
const writeProcedure = procedureFor("Student", "Teacher", "Parent").meta({
  about: "confirmedLesson",
  scope: "own-409",
});

/** The boards of lessons (rules §31); in a room they are drawn on over the socket `/room`. */
export const boardRouter = router({
  get: readProcedure
    .input(contract.getBoardInput)
    .output(contract.boardLog)
    .query(({ ctx, input }) => getBoard(ctx, input)),

  packed: readProcedure
    .input(contract.getBoardInput)
    .output(contract.packedLog)
    .query(({ ctx, input }) => getPackedBoard(ctx, input)),

  view: readProcedure
    .input(contract.boardRef)
    .output(contract.boardView)
    .query(({ ctx, input }) => getBoardView(ctx, input)),

  pdf: readProcedure
    .input(contract.boardRef)
    .output(pdfFile)
    .query(({ ctx, input }) => getBoardPdf(ctx, input)),

  draw: writeProcedure
    .input(contract.drawInput)
    .output(contract.drawAnswer)
    .mutation(async ({ ctx, input }) => {
      const { seqs } = await drawOnBoard(ctx, input);
      return { seqs };
    }),

  takeLast: writeProcedure
    .input(contract.boardRef)
    .output(contract.drawAnswer)
    .mutation(async ({ ctx, input }) => {
      const taken = await takeLastBoard(ctx, input);
      return { seqs: taken.map(({ seq }) => seq) };
    }),

  list: procedureFor("Student", "Parent", "Teacher", "Admin")
    .meta({ about: "student", scope: { Student: "yes", Parent: "own", Teacher: "related" } })
    .input(contract.boardListInput)
    .output(contract.boardPage)
    .query(({ ctx, input }) => listBoardsOf(ctx, input)),
});
