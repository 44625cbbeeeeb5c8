import { SERIES_STATUSES } from "@korki/domain";
import { z } from "zod";
import * as field from "../fields";
import {
  createSeriesInput,
  extendSeriesInput,
  moveSeriesInput,
  previewDate,
  previewMoveInput,
  type Series,
  seriesBody,
  seriesDate,
  seriesPreview,
  seriesWeekday,
} from "../series";
import { commonTexts } from "../texts/common";
import { toWire } from "./names";

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
  blocks: body.blocks,
  description: field.description.optional(),
  changes: z
    .array(z.object({ date: field.civilDate, blockIndex: field.block.nullable() }), {
      error: commonTexts.invalidInput,
    })
    .optional(),
});

/** The body of `PUT /series`. */
export const wireNewSeries = wireSeriesBody.extend({
  token: createSeriesInput.shape.token,
  status: createSeriesInput.shape.status,
});

const wireSlot = z.object({ date: field.civilDate, blockIndex: field.block });

/** A preview with the wire's names. */
export const wireSeriesPreview = seriesPreview.extend({
  dates: z.array(
    previewDate.omit({ block: true, was: true }).extend({
      blockIndex: field.block.optional(),
      was: wireSlot.optional(),
    }),
  ),
});

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
  blocks: field.blockSpan,
  status: z.enum(SERIES_STATUSES),
  planned: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  skipped: z.array(seriesDate),
  lessons: z.array(field.id),
  move: z
    .object({
      _id: field.id,
      from: field.civilDate,
      weekday: seriesWeekday,
      blockIndex: field.block,
      expiresAt: field.timestamp,
      dates: z.array(seriesDate.extend({ was: wireSlot.nullable() })),
    })
    .nullable(),
});

const translate = toWire(wireSeries);

export function seriesToWire(series: Series): z.infer<typeof wireSeries> {
  return translate({ ...series, lessons: series.lessons.map(({ id }) => id) });
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
export const wireFill = z.object({
  date: field.lessonDate,
  blockIndex: field.block,
  overrideBusy: z.boolean().optional(),
});
