import { SERIES_STATUSES } from "@korki/domain";
import { z } from "zod";
import * as field from "../fields";
import {
  createSeriesInput,
  extendSeriesInput,
  moveSeriesInput,
  previewMoveInput,
  type Series,
  seriesBody,
  seriesDate,
  seriesWeekday,
} from "../series";

const body = seriesBody.shape;

/** The body of `POST /series/preview`. */
export const wireSeriesBody = z.object({
  teacherId: body.teacherId,
  studentId: body.studentId,
  weekday: body.weekday,
  blockIndex: field.block,
  subject: field.subject,
  subjectLevel: field.level,
  from: body.from,
  to: body.to,
  everyWeeks: body.everyWeeks.unwrap().optional(),
  description: field.description.optional(),
});

/** The body of `PUT /series`. */
export const wireNewSeries = wireSeriesBody.extend({
  token: createSeriesInput.shape.token,
  status: createSeriesInput.shape.status,
});

type WireBody = z.output<typeof wireSeriesBody>;

export function seriesBodyFromWire({
  blockIndex,
  subjectLevel,
  ...wire
}: WireBody): z.input<typeof seriesBody> {
  return { ...wire, block: blockIndex, level: subjectLevel };
}

export function newSeriesFromWire(wire: z.output<typeof wireNewSeries>): z.input<typeof createSeriesInput> {
  const { token, status, ...series } = wire;
  return { ...seriesBodyFromWire(series), token, status };
}

/** A series with the wire's names. */
export const wireSeries = z.object({
  _id: field.id,
  teacherId: field.id,
  studentId: field.id,
  weekday: seriesWeekday,
  blockIndex: field.block,
  subject: field.subject,
  subjectLevel: field.level,
  from: field.civilDate,
  to: field.civilDate,
  everyWeeks: z.int(),
  status: z.enum(SERIES_STATUSES),
  planned: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  skipped: z.array(seriesDate),
  lessons: z.array(field.id),
});

export function seriesToWire(series: Series): z.infer<typeof wireSeries> {
  return {
    _id: series.id,
    teacherId: series.teacherId,
    studentId: series.studentId,
    weekday: series.weekday,
    blockIndex: series.block,
    subject: series.subject,
    subjectLevel: series.level,
    from: series.from,
    to: series.to,
    everyWeeks: series.everyWeeks,
    status: series.status,
    planned: series.planned,
    delivered: series.delivered,
    cancelled: series.cancelled,
    skipped: series.skipped,
    lessons: series.lessons.map(({ id }) => id),
  };
}

/** The bodies of `POST /series/{id}/move/preview` and `/move`. */
export const wireMovePreview = z.object({
  from: previewMoveInput.shape.from,
  weekday: seriesWeekday,
  blockIndex: field.block,
});
export const wireMove = wireMovePreview.extend({ token: moveSeriesInput.shape.token });

/** The bodies of `POST /series/{id}/extend/preview` and `/extend`. */
export const wireExtensionPreview = z.object({ to: extendSeriesInput.shape.to });
export const wireExtension = wireExtensionPreview.extend({ token: extendSeriesInput.shape.token });

/** The body of `POST /series/{id}/dates/{date}`. */
export const wireFill = z.object({ date: field.lessonDate, blockIndex: field.block });
