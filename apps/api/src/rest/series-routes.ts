import * as field from "@korki/contracts/fields";
import { seriesEnded, seriesEndPreview, seriesPreview } from "@korki/contracts/series";
import { lessonToWire, wireLesson } from "@korki/contracts/wire/lesson";
import { toWire } from "@korki/contracts/wire/names";
import { pageQuery } from "@korki/contracts/wire/query";
import {
  seriesToWire,
  wireExtension,
  wireExtensionPreview,
  wireFill,
  wireMove,
  wireMoveAcceptance,
  wireMovePreview,
  wireNewSeries,
  wireSeries,
  wireSeriesBody,
  wireSeriesPreview,
} from "@korki/contracts/wire/series";
import { z } from "zod";
import { EXAMPLE_ID, type RestRoute, route } from "./route";

const params = z.object({ id: field.id }).transform(({ id: seriesId }) => ({ seriesId }));
const moveParams = z
  .object({ id: field.id, moveId: field.id })
  .transform(({ id: seriesId, moveId }) => ({ seriesId, moveId }));
const dateParams = z
  .object({ id: field.id, date: field.civilDate })
  .transform(({ id: seriesId, date: skippedDate }) => ({ seriesId, skippedDate }));
const example = {
  teacherId: EXAMPLE_ID,
  weekday: "wt" as const,
  blockIndex: 9,
  subject: "Fizyka" as const,
  subjectLevel: "liceumP" as const,
  from: "2026-11-24",
  to: "2027-06-29",
};

const translatePreview = toWire(wireSeriesPreview);

/** The preview that a refusal carries. */
const freshPreview = (details: Readonly<Record<string, unknown>>) => {
  const preview = seriesPreview.safeParse(details.preview);
  return preview.success ? { ...details, preview: translatePreview(preview.data) } : { ...details };
};

/** Weekly lessons (rules §11). */
export const SERIES_ROUTES: readonly RestRoute[] = [
  route({
    method: "POST",
    path: "/series/preview",
    procedure: "series.preview",
    summary: "Every date of a weekly lesson with its outcome, and a token that books exactly the free ones",
    body: wireSeriesBody,
    example,
    answer: wireSeriesPreview,
  }),
  route({
    method: "PUT",
    path: "/series",
    procedure: "series.create",
    summary:
      "Book exactly the free dates of a preview; 409 with a fresh `preview` where it does not hold any more",
    body: wireNewSeries,
    answer: wireSeries,
    toAnswer: seriesToWire,
    toErrorDetails: freshPreview,
  }),
  route({
    method: "GET",
    path: "/series",
    procedure: "series.list",
    summary:
      "The caller's own series, or a parent's child's; an administrator's list is narrowed by teacher and student",
    query: pageQuery({ teacherId: field.id.optional(), studentId: field.id.optional() }),
    answer: wireSeries.array(),
    paged: true,
    toAnswer: ({ items }) => items.map(seriesToWire),
  }),
  route({
    method: "POST",
    path: "/series/{id}/confirm",
    procedure: "series.confirm",
    summary: "Confirm every lesson of a series that waits for it",
    params,
    answer: wireSeries,
    toAnswer: seriesToWire,
  }),
  route({
    method: "POST",
    path: "/series/{id}/end/preview",
    procedure: "series.previewEnd",
    summary: "What ending a series from a day on means: how many lessons, and what is charged nevertheless",
    params,
    body: z.object({ from: field.civilDate }),
    answer: seriesEndPreview,
  }),
  route({
    method: "POST",
    path: "/series/{id}/end",
    procedure: "series.end",
    summary: "End a series from a day on: unconfirmed lessons are deleted, confirmed ones cancelled",
    params,
    body: z.object({ from: field.civilDate }),
    answer: seriesEnded,
  }),
  route({
    method: "POST",
    path: "/series/{id}/move/preview",
    procedure: "series.previewMove",
    summary: "Every new date of a series that moves from a day on, with its outcome",
    params,
    body: wireMovePreview,
    answer: wireSeriesPreview,
  }),
  route({
    method: "POST",
    path: "/series/{id}/move",
    procedure: "series.move",
    summary:
      "Move a series as its preview showed; lessons whose new slot is not free keep theirs. A student's or parent's is a proposal: `move` in the answer",
    params,
    body: wireMove,
    answer: wireSeries,
    toAnswer: seriesToWire,
    toErrorDetails: freshPreview,
  }),
  route({
    method: "POST",
    path: "/series/{id}/move/{moveId}/withdraw",
    procedure: "series.withdrawMove",
    summary: "Withdraw a proposed move: the slots that were kept are free again",
    params: moveParams,
    answer: wireSeries,
    toAnswer: seriesToWire,
  }),
  route({
    method: "POST",
    path: "/series/{id}/move/{moveId}/accept",
    procedure: "series.answerMove",
    summary: "The teacher agrees to a proposed move: the lessons go to the slots that were kept",
    params: moveParams,
    body: wireMoveAcceptance,
    answer: wireSeries,
    toInput: ({ params: move, body }) => ({ ...move, ...body, answer: "accept" }),
    toAnswer: seriesToWire,
  }),
  route({
    method: "POST",
    path: "/series/{id}/move/{moveId}/decline",
    procedure: "series.answerMove",
    summary: "The teacher declines a proposed move: everything stays where it is",
    params: moveParams,
    answer: wireSeries,
    toInput: ({ params: move }) => ({ ...move, answer: "decline" }),
    toAnswer: seriesToWire,
  }),
  route({
    method: "POST",
    path: "/series/{id}/extend/preview",
    procedure: "series.previewExtension",
    summary: "Every date that a longer series gains, with its outcome",
    params,
    body: wireExtensionPreview,
    answer: wireSeriesPreview,
  }),
  route({
    method: "POST",
    path: "/series/{id}/extend",
    procedure: "series.extend",
    summary: "Make a series longer by exactly the free dates of its preview",
    params,
    body: wireExtension,
    answer: wireSeries,
    toAnswer: seriesToWire,
    toErrorDetails: freshPreview,
  }),
  route({
    method: "POST",
    path: "/series/{id}/dates/{date}",
    procedure: "series.fillDate",
    summary:
      "Fill a skipped date of a series with a lesson at another slot; 409 where the date is not skipped",
    params: dateParams,
    body: wireFill,
    answer: wireLesson,
    toAnswer: lessonToWire,
  }),
];
