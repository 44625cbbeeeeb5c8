import { DESCRIPTION_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "../fields";
import {
  type AvailableLessons,
  bookLessonInput,
  type Lesson,
  lateCancellation,
  lessonStatus,
  pairChoice,
} from "../lessons";
import { lessonTexts } from "../texts/lessons";
import { slotFromWire, slotToWire, wireSlotFields } from "./slot";

/** A lesson with the specification's names (§3, "Lesson"). */
export const wireLesson = z.object({
  _id: field.id,
  teacherId: field.id,
  studentId: field.id,
  ...wireSlotFields,
  subject: field.subject,
  subjectLevel: field.level,
  title: z.string(),
  description: z.string(),
  status: lessonStatus,
  cancelMessage: z.string().optional(),
  meetingLink: z.string(),
  seriesId: field.id.nullable(),
  pairId: field.id.nullable(),
  closureOverridden: z.boolean(),
  ...lateCancellation,
});
export type WireLesson = z.infer<typeof wireLesson>;

/** The fields of a lesson that every role sees. */
type ShownLesson = Omit<
  Lesson,
  | "teacherName"
  | "studentName"
  | "version"
  | "createdAt"
  | "proposal"
  | "outcomeAt"
  | "partnerBlock"
  | "partnerStatus"
  | "studentContactId"
>;

export function lessonToWire(lesson: ShownLesson): WireLesson {
  return {
    _id: lesson.id,
    teacherId: lesson.teacherId,
    studentId: lesson.studentId,
    ...slotToWire(lesson),
    subject: lesson.subject,
    subjectLevel: lesson.level,
    title: lesson.title,
    description: lesson.description,
    status: lesson.status,
    ...(lesson.cancelMessage === null ? {} : { cancelMessage: lesson.cancelMessage }),
    meetingLink: lesson.meetingLink,
    seriesId: lesson.seriesId,
    pairId: lesson.pairId,
    closureOverridden: lesson.closureOverridden,
    charged: lesson.charged,
    lateDecision: lesson.lateDecision,
  };
}

/** The body of `PUT /student/reserve_lesson`; `title` is taken and left aside: it is the subject. */
export const wireBooking = z.codec(
  z.object({
    teacherId: field.id,
    studentId: field.id.optional(),
    ...wireSlotFields,
    description: field.description.optional(),
    subject: field.subject,
    subjectLevel: field.level,
    title: field.plainText(DESCRIPTION_MAX).optional(),
    blocks: field.blockSpan.optional(),
  }),
  bookLessonInput,
  {
    decode: ({ teacherId, studentId, subject, subjectLevel, description, blocks, ...slot }) => ({
      teacherId,
      studentId,
      blocks,
      ...slotFromWire(slot),
      subject,
      level: subjectLevel,
      description,
    }),
    encode: ({ teacherId, studentId, date, block, blocks, subject, level, description }) => ({
      teacherId,
      studentId,
      blocks,
      ...slotToWire({ date, block }),
      subject,
      subjectLevel: level,
      description,
      title: subject,
    }),
  },
);

/** `?pair=one`: this lesson of a double one alone. */
export const wirePairChoice = z.object(pairChoice);

/** The body of `PUT /student/lesson_status/{lessonId}`. */
export const wireStudentStatus = z.object({ status: lessonStatus });

/** The body of `PUT /teacher/lesson_status/{lessonId}`. */
export const wireTeacherStatus = z.object({
  status: lessonStatus,
  cancelMessage: field.plainText(DESCRIPTION_MAX, lessonTexts.reasonTooLong).nullish(),
});

/** Lessons left, spelled as specified. */
export const wireAvailableLessons = z.object({
  subject: field.subject,
  subjectLevel: field.level,
  avaiableLessons: z.int(),
});

export function availableLessonsToWire(row: AvailableLessons): z.infer<typeof wireAvailableLessons> {
  return { subject: row.subject, subjectLevel: row.level, avaiableLessons: row.available };
}
