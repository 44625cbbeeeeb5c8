import { freeDay } from "@korki/contracts/availability";
import * as field from "@korki/contracts/fields";
import { lesson } from "@korki/contracts/lessons";
import { pageOf } from "@korki/contracts/paging";
import * as contract from "@korki/contracts/series";
import { answerMove, withdrawMove } from "@korki/services/series/answer-move";
import { confirmSeries } from "@korki/services/series/confirm-series";
import { createSeries, previewSeries } from "@korki/services/series/create-series";
import { endSeries, previewEnd } from "@korki/services/series/end-series";
import { extendSeries, previewExtension } from "@korki/services/series/extend-series";
import { fillDate } from "@korki/services/series/fill-date";
import { findDayHours, findFillSlots } from "@korki/services/series/find-slots";
import { getSeries, listSeries } from "@korki/services/series/list-series";
import { moveSeries, previewMove } from "@korki/services/series/move-series";
import { actWithUndo } from "@korki/services/undo/undo";
import { countedChange, procedureFor, router, teacherProcedure } from "./init";

/** Parents act for a child (rules §15). */
const peopleProcedure = procedureFor("Student", "Teacher", "Parent", "Admin");
const ownProcedure = peopleProcedure.meta({ about: "series", scope: "own", right: "book" });

const bookingProcedure = peopleProcedure.meta({
  about: "teacher",
  scope: { Student: "related", Teacher: "own", Parent: "related" },
  right: "book",
});

/** Weekly lessons (rules §11). */
export const seriesRouter = router({
  list: peopleProcedure
    .input(contract.listSeriesInput)
    .output(pageOf(contract.series))
    .query(({ ctx, input }) => listSeries(ctx, input)),
  get: peopleProcedure
    .meta({ about: "series", scope: "own" })
    .input(contract.seriesRef)
    .output(contract.series)
    .query(({ ctx, input }) => getSeries(ctx, input)),

  preview: bookingProcedure
    .input(contract.seriesBody)
    .output(contract.seriesPreview)
    .mutation(({ ctx, input }) => previewSeries(ctx, input)),
  dayHours: bookingProcedure
    .input(contract.dayHoursInput)
    .output(field.block.array())
    .query(({ ctx, input }) => findDayHours(ctx, input)),
  create: bookingProcedure
    .use(countedChange)
    .input(contract.createSeriesInput)
    .output(contract.series)
    .mutation(({ ctx, input }) => createSeries(ctx, input)),
  confirm: teacherProcedure
    .meta({ about: "series", scope: "own" })
    .input(contract.undoableSeriesRef)
    .output(contract.series)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => confirmSeries(on, input)),
    ),
  previewEnd: ownProcedure
    .input(contract.endSeriesInput)
    .output(contract.seriesEndPreview)
    .query(({ ctx, input }) => previewEnd(ctx, input)),
  end: ownProcedure
    .use(countedChange)
    .input(contract.endSeriesInput)
    .output(contract.seriesEnded)
    .mutation(({ ctx, input }) => endSeries(ctx, input)),
  previewMove: ownProcedure
    .input(contract.previewMoveInput)
    .output(contract.seriesPreview)
    .mutation(({ ctx, input }) => previewMove(ctx, input)),
  move: ownProcedure
    .use(countedChange)
    .input(contract.moveSeriesInput)
    .output(contract.series)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => moveSeries(on, input)),
    ),
  answerMove: procedureFor("Teacher", "Admin")
    .meta({ about: "movingSeries", scope: { Teacher: "own" } })
    .use(countedChange)
    .input(contract.answerMoveInput)
    .output(contract.series)
    .mutation(({ ctx, input: { undoId, ...input } }) =>
      actWithUndo(ctx, undoId, input, (on) => answerMove(on, input)),
    ),
  withdrawMove: procedureFor("Student", "Parent")
    .meta({ about: "movingSeries", scope: "own", right: "book" })
    .use(countedChange)
    .input(contract.moveRef)
    .output(contract.series)
    .mutation(({ ctx, input }) => withdrawMove(ctx, input)),
  previewExtension: ownProcedure
    .input(contract.previewExtensionInput)
    .output(contract.seriesPreview)
    .mutation(({ ctx, input }) => previewExtension(ctx, input)),
  extend: ownProcedure
    .use(countedChange)
    .input(contract.extendSeriesInput)
    .output(contract.series)
    .mutation(({ ctx, input }) => extendSeries(ctx, input)),
  fillSlots: ownProcedure
    .input(contract.fillSlotsInput)
    .output(freeDay.array())
    .query(({ ctx, input }) => findFillSlots(ctx, input)),
  fillDate: ownProcedure
    .use(countedChange)
    .input(contract.fillDateInput)
    .output(lesson)
    .mutation(({ ctx, input }) => fillDate(ctx, input)),
});
