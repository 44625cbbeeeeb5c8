import { dateParts } from "@korki/domain";
import { z } from "zod";
import * as field from "../fields";
import { type addTrialInput, type TrialLesson, trialRequestInput, trialStatus } from "../trial-lessons";
import { slotFromWire, wireSlotFields } from "./slot";

/** A trial lesson with the specification's names (§3); what is not decided yet is null. */
export const wireTrialLesson = z.object({
  _id: field.id,
  teacherId: field.id.nullable(),
  dateDay: z.int().nullable(),
  dateMonth: z.int().nullable().meta({ description: "1–12" }),
  dateYear: z.int().nullable(),
  blockIndex: field.block.nullable(),
  subject: field.subject,
  subjectLevel: field.level,
  name: z.string(),
  studentPhone: z.string(),
  parentPhone: z.string(),
  email: z.string(),
  status: trialStatus,
  description: z.string(),
});

export function trialLessonToWire(trial: TrialLesson): z.infer<typeof wireTrialLesson> {
  const { id, teacher, date, block, subject, level, name, studentPhone, parentPhone, email } = trial;
  const parts = date === null ? null : dateParts(date);
  return {
    _id: id,
    teacherId: teacher?.id ?? null,
    dateDay: parts?.day ?? null,
    dateMonth: parts?.month ?? null,
    dateYear: parts?.year ?? null,
    blockIndex: block,
    subject,
    subjectLevel: level,
    name,
    studentPhone,
    parentPhone,
    email,
    status: trial.status,
    description: trial.description,
  };
}

/** The body of `PUT /admin/add_trial_lesson`. */
export const wireNewTrial = z.object({
  teacherId: field.id,
  ...wireSlotFields,
  subject: field.subject,
  subjectLevel: field.level,
  overrideClosure: z.boolean().optional(),
  overrideBusy: z.boolean().optional(),
});

export function newTrialFromWire(wire: z.output<typeof wireNewTrial>): z.input<typeof addTrialInput> {
  const { teacherId, subject, subjectLevel, overrideClosure, overrideBusy } = wire;
  return { teacherId, ...slotFromWire(wire), subject, level: subjectLevel, overrideClosure, overrideBusy };
}

const form = trialRequestInput.shape;

/** The body of `POST /other/add_form_trial_lesson`: one of the two phones is needed (rules §22). */
export const wireTrialRequest = z.object({
  subject: form.subject,
  subjectLevel: form.level,
  email: form.email,
  description: field.description.nullish(),
  studentPhone: form.studentPhone.nullish(),
  parentPhone: form.parentPhone.nullish(),
});

export function trialRequestFromWire(
  wire: z.output<typeof wireTrialRequest>,
): z.input<typeof trialRequestInput> {
  const { subject, subjectLevel, email, description, studentPhone, parentPhone } = wire;
  return {
    subject,
    level: subjectLevel,
    email,
    description: description ?? "",
    studentPhone: studentPhone ?? "",
    parentPhone: parentPhone ?? "",
  };
}
