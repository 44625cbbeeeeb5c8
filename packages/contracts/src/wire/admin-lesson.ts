import { z } from "zod";
import {
  type AdminLesson,
  type createLessonInput,
  filterDay,
  filterMonth,
  filterYear,
  type updateLessonInput,
} from "../admin-lessons";
import * as field from "../fields";
import { lessonStatus } from "../lessons";
import { adminLessonTexts } from "../texts/admin-lessons";
import { lessonToWire, type WireLesson } from "./lesson";
import { pageQuery, queryNumber } from "./query";
import { slotFromWire, wireSlotFields } from "./slot";

export function adminLessonToWire({ teacher, student, ...lesson }: AdminLesson): WireLesson {
  return lessonToWire({ ...lesson, teacherId: teacher.id, studentId: student.id });
}

/** Filters of `GET /admin/lessons`; one that is left out does not filter. */
export const wireLessonFilters = pageQuery({
  teacherId: field.id.optional(),
  studentId: field.id.optional(),
  day: queryNumber(filterDay).optional(),
  month: queryNumber(filterMonth).optional(),
  year: queryNumber(filterYear).optional(),
});

/** The body of `PUT /admin/lesson`. */
export const wireNewLesson = z.object({
  teacherId: field.id,
  studentId: field.id,
  ...wireSlotFields,
  subject: field.subject,
  subjectLevel: field.level,
  description: field.description.optional(),
  blocks: field.blockSpan.optional(),
  overrideClosure: z.boolean().optional(),
  overrideBusy: z.boolean().optional(),
});

export function newLessonFromWire(wire: z.output<typeof wireNewLesson>): z.input<typeof createLessonInput> {
  const { teacherId, studentId, subject, subjectLevel, description, blocks, ...overrides } = wire;
  const { overrideClosure, overrideBusy } = overrides;
  const slot = slotFromWire(wire);
  return {
    teacherId,
    studentId,
    ...slot,
    subject,
    level: subjectLevel,
    description,
    blocks,
    overrideClosure,
    overrideBusy,
  };
}

const { blockIndex, ...datePartFields } = wireSlotFields;

/** The body of `POST /admin/lesson/{lessonId}`; what is left out stays as it is, a date comes whole. */
export const wireLessonEdit = z
  .object({
    status: lessonStatus.optional(),
    description: field.description.optional(),
    blockIndex: blockIndex.optional(),
    overrideClosure: z.boolean().optional(),
    overrideBusy: z.boolean().optional(),
    ...z.object(datePartFields).partial().shape,
  })
  .refine(({ dateDay, dateMonth, dateYear }) => {
    const given = [dateDay, dateMonth, dateYear].filter((part) => part !== undefined);
    return given.length === 0 || given.length === 3;
  }, adminLessonTexts.invalidDay);

export function lessonEditFromWire(
  id: string,
  wire: z.output<typeof wireLessonEdit>,
): z.input<typeof updateLessonInput> {
  const {
    status,
    description,
    overrideClosure,
    overrideBusy,
    blockIndex: block,
    dateDay,
    dateMonth,
    dateYear,
  } = wire;
  const date =
    dateDay === undefined || dateMonth === undefined || dateYear === undefined
      ? undefined
      : slotFromWire({ dateDay, dateMonth, dateYear, blockIndex: 0 }).date;
  return { id, status, description, block, date, overrideClosure, overrideBusy };
}
