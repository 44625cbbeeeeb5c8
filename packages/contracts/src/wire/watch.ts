import { z } from "zod";
import * as field from "../fields";
import { type AddWatchInput, addWatchInput, type Watch, watch } from "../watches";

const { teacherId, subject, weekdays, fromBlock, toBlock, until, studentId } = addWatchInput.shape;
const wanted = { teacherId, subject, subjectLevel: field.level, weekdays, fromBlock, toBlock, until };

/** The body of `PUT /student/watches`. */
export const wireNewWatch = z.object({ ...wanted, studentId });

export function newWatchFromWire({ subjectLevel, ...body }: z.output<typeof wireNewWatch>): AddWatchInput {
  return { ...body, level: subjectLevel };
}

/** A watch with the specification's names (rules §34). */
export const wireWatch = z.object({
  _id: field.id,
  studentId: field.id,
  ...wanted,
  place: watch.shape.place,
  held: z.object({ date: field.civilDate, blockIndex: field.block, until: field.timestamp }).nullable(),
});

export function watchToWire({ id, level, teacherName: _, held, ...rest }: Watch): z.input<typeof wireWatch> {
  return {
    ...{ ...rest, _id: id, subjectLevel: level },
    held: held && { date: held.date, blockIndex: held.block, until: held.until },
  };
}
