import { closureBody, closurePreview, holiday, substituteInput } from "@korki/contracts/closures";
import * as field from "@korki/contracts/fields";
import { lessonRef } from "@korki/contracts/lessons";
import { adminLessonToWire } from "@korki/contracts/wire/admin-lesson";
import {
  closurePreviewToWire,
  wireClosure,
  wireClosurePreview,
  wireNewClosure,
} from "@korki/contracts/wire/closure";
import { wireLesson, wirePairChoice } from "@korki/contracts/wire/lesson";
import { pageQuery, queryNumber } from "@korki/contracts/wire/query";
import { z } from "zod";
import { type RestRoute, route } from "./route";

const period = pageQuery({ from: field.civilDate.optional(), to: field.civilDate.optional() });

/** Closed days, absences and substitutes (rules §12). */
export const CLOSURE_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/closures",
    procedure: "closures.list",
    summary: "Closed days of the centre and absences that concern the caller",
    query: period,
    answer: wireClosure.array(),
    paged: true,
  }),
  route({
    method: "POST",
    path: "/closures/preview",
    procedure: "closures.preview",
    summary: "The planned lessons that a closure would affect, each with proposals",
    body: closureBody,
    answer: wireClosurePreview,
    toAnswer: closurePreviewToWire,
  }),
  route({
    method: "PUT",
    path: "/closures",
    procedure: "closures.add",
    summary:
      "Add a closure with a decision for every affected lesson; 409 with a fresh `preview` where one is missing",
    body: wireNewClosure,
    answer: wireClosure,
    toErrorDetails: ({ preview, ...details }) => ({
      ...details,
      ...(preview !== undefined && { preview: closurePreviewToWire(closurePreview.parse(preview)) }),
    }),
  }),
  route({
    method: "DELETE",
    path: "/closures/{id}",
    procedure: "closures.delete",
    summary: "Remove a closure: its slots are free again",
    params: z.object({ id: field.id }),
  }),
  route({
    method: "GET",
    path: "/admin/public_holidays/{year}",
    procedure: "closures.holidays",
    summary: "The public holidays of Poland in a year",
    params: z.object({ year: queryNumber(z.number().int()) }),
    answer: holiday.array(),
  }),
  route({
    method: "PUT",
    path: "/admin/lesson/{lessonId}/substitute",
    procedure: "adminLessons.substitute",
    summary: "Give a planned lesson, with `pair=both` both of a double one, another teacher",
    params: lessonRef.pick({ lessonId: true }),
    query: wirePairChoice,
    body: substituteInput.omit({ lessonId: true, version: true, pair: true, undoId: true }),
    answer: wireLesson,
    toAnswer: adminLessonToWire,
  }),
];
