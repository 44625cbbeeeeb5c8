import {
  CORRECTED_OUTCOMES,
  DESCRIPTION_MAX,
  LESSON_STATUSES,
  MAX_YEAR,
  MIN_YEAR,
  TRIAL_STATUSES,
} from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { PAGE_SIZE_MAX, paging } from "./paging";
import { commonTexts } from "./texts/common";
import { fieldTexts } from "./texts/fields";
import { lessonTexts } from "./texts/lessons";
import { undoable } from "./undo";

export const lessonStatus = z.enum(LESSON_STATUSES, { error: lessonTexts.unknownStatus });

/** Another block that one side of a planned lesson proposed and the other has not answered yet. */
const rescheduleProposal = z.object({
  id: field.id,
  by: z.enum(["Student", "Teacher"]),
  date: field.civilDate,
  block: field.block,
  /** 2: both lessons of a double one, the earlier to `block`. */
  blocks: field.blockSpan,
  createdAt: field.timestamp,
});

/** What became of a late cancellation (rules §13). */
export const lateCancellation = {
  /** It uses up the prepaid lesson. */
  charged: z.boolean(),
  /** The teacher has not decided yet. */
  lateDecision: z.literal("open").nullable(),
};

/** A lesson as its own student and teacher see it (rules §1). */
export const lesson = z.object({
  id: field.id,
  teacherId: field.id,
  studentId: field.id,
  teacherName: z.string(),
  studentName: z.string(),
  date: field.civilDate,
  block: field.block,
  subject: field.subject,
  level: field.level,
  /** The subject, set when the lesson is made. */
  title: z.string(),
  description: z.string(),
  status: lessonStatus,
  cancelMessage: z.string().nullable(),
  /** Empty while there is none. */
  meetingLink: z.string(),
  /** Grows with every change. */
  version: z.int(),
  createdAt: field.timestamp,
  /** Null: not of a series. */
  seriesId: field.id.nullable(),
  /** Common to the two lessons of a double lesson (rules §34). */
  pairId: field.id.nullable(),
  /** Where the other lesson of the pair is planned, next to this one: acts concern both unless one is named. */
  partnerBlock: field.block.nullable(),
  /** The status of that other lesson; null if `partnerBlock` is. */
  partnerStatus: lessonStatus.nullable(),
  /** Whom one writes with: the student, or a parent of a child without a login (rules §15); null: there is nobody. */
  studentContactId: field.id.nullable(),
  /** It takes place although its slot is closed (rules §12). */
  closureOverridden: z.boolean(),
  proposal: rescheduleProposal.nullable(),
  ...lateCancellation,
  /** When the outcome was first marked. */
  outcomeAt: field.timestamp.nullable(),
});
export type Lesson = z.infer<typeof lesson>;

/** A trial lesson in its teacher's schedule: no address and no phone of the visitor. */
export const scheduledTrial = z.object({
  id: field.id,
  date: field.civilDate,
  block: field.block,
  subject: field.subject,
  level: field.level,
  /** Empty where the visitor gave none. */
  name: z.string(),
  description: z.string(),
  status: z.enum(TRIAL_STATUSES),
  meetingLink: z.string(),
  version: z.int(),
});
export type ScheduledTrial = z.infer<typeof scheduledTrial>;

const whole = (message: string) => z.number({ error: message }).int(message);

/** Filters of the teacher's list: each on its own (rules §22, "Filters"). */
const lessonFilters = {
  day: whole(fieldTexts.date).min(1, fieldTexts.date).max(31, fieldTexts.date).optional(),
  month: whole(fieldTexts.month).min(1, fieldTexts.month).max(12, fieldTexts.month).optional(),
  year: whole(fieldTexts.year).min(MIN_YEAR, fieldTexts.year).max(MAX_YEAR, fieldTexts.year).optional(),
};

/** The delivered ones are among the finished ones; the others of those are cancelled. */
const LESSON_GROUPS = ["planned", "finished", "delivered"] as const;
const SORT_ORDERS = ["asc", "desc"] as const;
/** Lessons on one page, unless the caller asks for fewer or more. */
const LESSON_PAGE = 50;
const LESSON_PAGE_MAX = 200;

/** Own lessons, page by page; `order` is by date and block. A filter that is left out does not filter. */
export const myLessonsInput = z.object({
  group: z.enum(LESSON_GROUPS, { error: commonTexts.invalidInput }),
  /** Left out: the next lesson first among the planned, the latest first among the finished. */
  order: z.enum(SORT_ORDERS, { error: commonTexts.invalidInput }).optional(),
  ...lessonFilters,
  subject: field.subject.optional(),
  level: field.level.optional(),
  limit: whole(commonTexts.invalidInput)
    .min(1, commonTexts.invalidInput)
    .max(LESSON_PAGE_MAX, commonTexts.invalidInput)
    .default(LESSON_PAGE),
  /** A parent's child, or a teacher's student; left out: all of them. */
  studentId: field.id.optional(),
  /** `nextCursor` of the page before. */
  cursor: field.singleLine(100).nullish(),
});
export type MyLessonsInput = z.infer<typeof myLessonsInput>;

/** A long page of all one's lessons, the planned ones first. */
export const ownLessonsInput = z
  .object({ ...paging, pageSize: paging.pageSize.default(PAGE_SIZE_MAX), studentId: field.id.optional() })
  .prefault({});
export type OwnLessonsInput = z.infer<typeof ownLessonsInput>;

/** One page and where the next begins; null at the end. */
const lessonPage = z.object({ lessons: z.array(lesson), nextCursor: z.string().nullable() });
export type LessonPage = z.infer<typeof lessonPage>;

/** Planned lessons for which the other side has proposed another time. */
export const proposalCount = z.int();

/** Years that a calendar can be turned to. */
const CALENDAR_FIRST = "2000-01-01";
const CALENDAR_LAST = "2099-12-31";

/** The first day of what a calendar shows. */
export const calendarDay = field.civilDate.refine(
  (day) => CALENDAR_FIRST <= day && day <= CALENDAR_LAST,
  fieldTexts.date,
);

/** Seven days from `from`; trial lessons for teachers only. */
export const weekInput = z.object({
  from: calendarDay,
  studentId: field.id.optional(),
});
export type WeekInput = z.infer<typeof weekInput>;
const lessonWeek = z.object({ lessons: z.array(lesson), trials: z.array(scheduledTrial) });
export type LessonWeek = z.infer<typeof lessonWeek>;

/** A lesson; with `version`, only if it is still the one that the person saw (409 otherwise). */
export const lessonRef = z.object({
  lessonId: field.id,
  version: whole(commonTexts.invalidInput).min(0, commonTexts.invalidInput).optional(),
});
export type LessonRef = z.infer<typeof lessonRef>;

/** Booking (rules §25, `reserve_lesson`); the title is the subject, whatever the caller says. */
export const bookLessonInput = z.object({
  teacherId: field.id,
  /** Oneself, and may be left out; for a parent the child. */
  studentId: field.id.optional(),
  date: field.civilDate,
  block: field.block,
  subject: field.subject,
  level: field.level,
  /** The topic. */
  description: field.description.default(""),
  /** 2: this block and the next. */
  blocks: field.blockSpan.optional(),
});
export type BookLessonInput = z.infer<typeof bookLessonInput>;

/** An act on a lesson alone, or on both of a double one, which is what happens unless asked (rules §34). */
export const pairChoice = { pair: z.enum(["one", "both"], { error: commonTexts.invalidInput }).optional() };
export type PairChoice = "one" | "both";
export const pairedLessonRef = lessonRef.extend(pairChoice);
export type PairedLessonRef = z.infer<typeof pairedLessonRef>;

/** The reason is kept when a teacher cancels; a student gives none. */
export const cancelLessonInput = pairedLessonRef.extend({
  reason: field.plainText(DESCRIPTION_MAX, lessonTexts.reasonTooLong).nullish(),
});
export type CancelLessonInput = z.infer<typeof cancelLessonInput>;

/** The REST doors' way to act: name the status that the lesson is to have. */
export const setLessonStatusInput = cancelLessonInput.extend({ status: lessonStatus });
export type SetLessonStatusInput = z.infer<typeof setLessonStatusInput>;

/** A lesson and an act that can be taken back. */
export const undoableLessonRef = lessonRef.extend(undoable);
export const undoablePairedLessonRef = pairedLessonRef.extend(undoable);

export const correctOutcomeInput = undoableLessonRef.extend({
  status: z.enum(CORRECTED_OUTCOMES, { error: lessonTexts.unknownStatus }),
});
export type CorrectOutcomeInput = z.infer<typeof correctOutcomeInput>;

export const proposeRescheduleInput = lessonRef.extend({
  date: field.civilDate,
  block: field.block,
  /** 1: this lesson alone; left out, both of a double lesson move, the earlier to `block`. */
  blocks: field.blockSpan.optional(),
  /** The teacher's answer to the question whether to take a time that is busy elsewhere (rules §35). */
  overrideBusy: z.boolean().optional(),
});
export type ProposeRescheduleInput = z.infer<typeof proposeRescheduleInput>;

/** The proposal that the person saw, so that a newer one is not accepted by mistake. */
export const proposalRef = z.object({ lessonId: field.id, proposalId: field.id });
export type ProposalRef = z.infer<typeof proposalRef>;
export const undoableProposalRef = proposalRef.extend(undoable);
export const acceptRescheduleInput = undoableProposalRef.extend({ overrideBusy: z.boolean().optional() });
export type AcceptRescheduleInput = z.infer<typeof acceptRescheduleInput>;

/** Lessons left of a subject and level; below zero: lessons owed (rules §5). */
export const availableLessons = z.object({
  subject: field.subject,
  level: field.level,
  available: z.int(),
});
export type AvailableLessons = z.infer<typeof availableLessons>;

export const meetingLink = z.object({ meetingLink: z.string() });

/** The private address of one's own calendar; null while there is none. */
export const calendarAddress = z.object({ address: z.string().nullable() });
export type CalendarAddress = z.infer<typeof calendarAddress>;
