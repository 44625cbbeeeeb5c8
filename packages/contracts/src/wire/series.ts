import { z } from "zod";
import * as field from "../fields";
import {
  answerMoveInput,
  createSeriesInput,
  extendSeriesInput,
  fillDateInput,
  moveSeriesInput,
  previewExtensionInput,
  previewMoveInput,
  type Series,
  series,
  seriesBody,
  seriesPreview,
} from "../series";
import { toWire, wireOf } from "./names";

/** The bodies of `POST /series/preview` and `PUT /series`. */
export const wireSeriesBody = wireOf(seriesBody);
export const wireNewSeries = wireOf(createSeriesInput);

export const wireSeriesPreview = wireOf(seriesPreview);

/** A series; its lessons by their ids. */
export const wireSeries = wireOf(
  series
    .omit({ teacherName: true, studentName: true, description: true })
    .extend({ lessons: z.array(field.id) }),
);

const translate = toWire(wireSeries);

export function seriesToWire(of: Series): z.infer<typeof wireSeries> {
  return translate({ ...of, lessons: of.lessons.map(({ id }) => id) });
}

/** The bodies of `POST /series/{id}/move/preview` and `/move`. */
export const wireMovePreview = wireOf(previewMoveInput.omit({ seriesId: true }));
export const wireMove = wireOf(moveSeriesInput.omit({ seriesId: true, undoId: true }));

/** The bodies of `POST /series/{id}/extend/preview` and `/extend`. */
export const wireExtensionPreview = previewExtensionInput.omit({ seriesId: true });
export const wireExtension = extendSeriesInput.omit({ seriesId: true });

/** What the teacher who agrees to a move may say with it. */
export const wireMoveAcceptance = wireOf(answerMoveInput.pick({ overrideBusy: true }));

/** The body of `POST /series/{id}/dates/{date}`. */
export const wireFill = wireOf(fillDateInput.omit({ seriesId: true, skippedDate: true }));
