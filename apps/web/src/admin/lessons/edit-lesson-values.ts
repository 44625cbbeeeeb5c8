import type { AdminLesson, UpdateLessonInput } from "@korki/contracts/admin-lessons";
import type { LessonStatus } from "@korki/domain";
import { readDate, type TypedDate, typedDate } from "./date-fields";

/** The edit form's fields as the screen has them. */
export type EditValues = { date: TypedDate; block: number; description: string; status: LessonStatus };
type Editable = Pick<AdminLesson, "date" | "block" | "description" | "status">;
type Changes = Pick<UpdateLessonInput, "date" | "block" | "description" | "status">;

/** Returns the field values of a lesson. */
export function editValues({ date, block, description, status }: Editable): EditValues {
  return { date: typedDate(date), block, description, status };
}

/** Only what differs from the lesson; a date that is none yet counts as unchanged. */
export function changedFields(values: EditValues, lesson: Editable): Changes {
  const date = readDate(values.date);
  return {
    ...(date !== null && date !== lesson.date ? { date } : {}),
    ...(values.block !== lesson.block ? { block: values.block } : {}),
    ...(values.description !== lesson.description ? { description: values.description } : {}),
    ...(values.status !== lesson.status ? { status: values.status } : {}),
  };
}

/** The newer lesson's values with what the person has edited since the older one. */
export function keepEdits(values: EditValues, older: Editable, newer: Editable): EditValues {
  const { date, ...edits } = changedFields(values, older);
  return { ...editValues(newer), ...edits, ...(date ? { date: values.date } : {}) };
}
