import { CLOSURE_SCOPES, MAX_YEAR, MIN_YEAR, STATUS_GROUPS, TRIAL_STATUSES } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { historyEntry } from "./history";
import { cancelLessonInput, lateCancellation, lessonStatus, pairChoice } from "./lessons";
import { pageOf, paging, sortDirection } from "./paging";
import { personName } from "./person-name";
import { adminLessonTexts } from "./texts/admin-lessons";
import { cancellationTexts } from "./texts/cancellation";
import { commonTexts } from "./texts/common";
import { undoable } from "./undo";

const invalid = { error: adminLessonTexts.invalidDay };
export const filterDay = z.number(invalid).int(invalid).min(1, invalid).max(31, invalid);
export const filterMonth = z.number(invalid).int(invalid).min(1, invalid).max(12, invalid);
export const filterYear = z.number(invalid).int(invalid).min(MIN_YEAR, invalid).max(MAX_YEAR, invalid);

/** Filters of "Lekcje"; one that is left out does not filter. */
export const lessonFilters = z.object({
  teacherId: field.id.optional(),
  studentId: field.id.optional(),
  day: filterDay.optional(),
  month: filterMonth.optional(),
  year: filterYear.optional(),
  status: lessonStatus.optional(),
  /** Statuses that belong together. */
  group: z.enum(STATUS_GROUPS, { error: commonTexts.invalidInput }).optional(),
  subject: field.subject.optional(),
  level: field.level.optional(),
  /** First and last day. */
  from: field.civilDate.optional(),
  to: field.civilDate.optional(),
});
export type LessonFilters = z.infer<typeof lessonFilters>;

export const adminLessonsInput = lessonFilters.extend({
  direction: sortDirection.default("desc"),
  ...paging,
});
export type AdminLessonsInput = z.infer<typeof adminLessonsInput>;

/** A lesson as the administrator sees it; `price` and `rate` in whole złoty. */
export const adminLesson = z.object({
  id: field.id,
  teacher: personName,
  student: personName,
  date: field.civilDate,
  block: field.block,
  subject: field.subject,
  level: field.level,
  title: z.string(),
  description: z.string(),
  status: lessonStatus,
  cancelMessage: z.string().nullable(),
  meetingLink: z.string(),
  price: z.number(),
  rate: z.number(),
  version: z.number(),
  createdAt: field.timestamp,
  seriesId: field.id.nullable(),
  pairId: field.id.nullable(),
  closureOverridden: z.boolean(),
  ...lateCancellation,
});
export type AdminLesson = z.infer<typeof adminLesson>;
export const adminLessonsPage = pageOf(adminLesson);

export const lessonIdInput = z.object({ id: field.id });

/** Most entries that a lesson's history shows; older ones are found under "Historia". */
export const LESSON_HISTORY_MAX = 200;

/** A lesson with what happened to it, the newest first, and where the other hour of a double one is planned. */
export const adminLessonDetail = adminLesson.extend({
  partnerBlock: field.block.nullable(),
  history: z.array(historyEntry),
});
export type AdminLessonDetail = z.infer<typeof adminLessonDetail>;

export const createLessonInput = z.object({
  teacherId: field.id,
  studentId: field.id,
  date: field.lessonDate,
  block: field.block,
  subject: field.subject,
  level: field.level,
  description: field.description.default(""),
  /** 2: this block and the next. */
  blocks: field.blockSpan.optional(),
  /** Also on a closed day; recorded on the lesson. */
  overrideClosure: z.boolean().optional(),
  /** Also at a time that is busy elsewhere (rules §35). */
  overrideBusy: z.boolean().optional(),
});
export type CreateLessonInput = z.infer<typeof createLessonInput>;

/** The popup's fields; what is left out stays as it is. */
export const updateLessonInput = z.object({
  id: field.id,
  /** The version that was edited; an edit of an older one is refused (409). */
  version: z.number().int().min(0).optional(),
  status: lessonStatus.optional(),
  description: field.description.optional(),
  date: field.lessonDate.optional(),
  block: field.block.optional(),
  overrideClosure: z.boolean().optional(),
  /** Also at a time that is busy elsewhere (rules §35). */
  overrideBusy: z.boolean().optional(),
  /** `both`: the other one of a double lesson becomes the same and stays beside it. Left out: this one alone. */
  ...pairChoice,
  ...undoable,
});
export type UpdateLessonInput = z.infer<typeof updateLessonInput>;

/** On whose behalf a lesson is cancelled: the centre cancels on the teacher's side. */
export const CANCELLING_SIDES = ["Student", "Teacher"] as const;

/** An administrator cancels for one side, with or without a charge; a charge is the student's. */
export const cancelLessonAsAdminInput = z
  .object({
    id: field.id,
    version: updateLessonInput.shape.version,
    by: z.enum(CANCELLING_SIDES, { error: commonTexts.invalidInput }),
    charged: z.boolean({ error: cancellationTexts.wrongDecision }).default(false),
    reason: cancelLessonInput.shape.reason,
    ...pairChoice,
    ...undoable,
  })
  .refine(({ by, charged }) => by === "Student" || !charged, cancellationTexts.wrongDecision);
export type CancelLessonAsAdminInput = z.infer<typeof cancelLessonAsAdminInput>;

/** What a lesson of this pair would cost and earn, and what is left of the student's paid lessons. */
export const lessonQuoteInput = z.object({
  teacherId: field.id,
  studentId: field.id,
  subject: field.subject,
  level: field.level,
});
export type LessonQuoteInput = z.infer<typeof lessonQuoteInput>;
export const lessonQuote = z.object({ price: z.number(), rate: z.number(), available: z.number() });
export type LessonQuote = z.infer<typeof lessonQuote>;

/** Longest stretch that the calendar shows at once, in days. */
export const CALENDAR_DAYS_MAX = 42;

/** The filters of the list of lessons that a calendar has, too; its days are its own. */
const calendarFilters = lessonFilters.pick({
  teacherId: true,
  studentId: true,
  status: true,
  group: true,
  subject: true,
  level: true,
});
export type CalendarFilters = z.infer<typeof calendarFilters>;

/** Days `from` to `to`, both included, of one teacher or of all. */
const calendarPeriod = calendarFilters.extend({ from: field.lessonDate, to: field.lessonDate });
export const calendarInput = calendarPeriod.extend({
  /** Most entries of one date and block, those that take place first; `ofSlot` counts them all. */
  perSlot: z.number().int().min(1).max(20).optional(),
});
export type CalendarInput = z.infer<typeof calendarInput>;

export const dayLoadsInput = calendarPeriod;
export type DayLoadsInput = z.infer<typeof dayLoadsInput>;

/** How many lessons and trial lessons a day has; days without any are left out. */
export const dayLoad = z.object({ date: field.civilDate, count: z.number() });
export type DayLoad = z.infer<typeof dayLoad>;

/** How many entries a date and block has, where not all of them are asked for. */
const ofSlot = z.number().optional();

/** An entry of the calendar: a lesson, or a trial lesson with a block. */
export const calendarEntry = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("lesson"),
    id: field.id,
    teacher: personName,
    student: personName,
    date: field.civilDate,
    block: field.block,
    subject: field.subject,
    level: field.level,
    status: lessonStatus,
    /** Goes back with a drop: a lesson that changed since is not moved. */
    version: z.number(),
    ofSlot,
  }),
  z.object({
    kind: z.literal("trial"),
    id: field.id,
    teacher: personName,
    /** Of the person who comes; may be empty. */
    name: z.string(),
    date: field.civilDate,
    block: field.block,
    subject: field.subject,
    level: field.level,
    status: z.enum(TRIAL_STATUSES),
    ofSlot,
  }),
]);
export type CalendarEntry = z.infer<typeof calendarEntry>;
export type CalendarLesson = Extract<CalendarEntry, { kind: "lesson" }>;

/** The calendar with a lane per teacher: all enabled ones, or, `onlyWithEntries`, those who have something on. */
export const lanesInput = calendarPeriod.extend({ onlyWithEntries: z.boolean().default(false), ...paging });
export type LanesInput = z.infer<typeof lanesInput>;

/** A teacher's lane: what is on, and how the blocks of each day stand, whatever is filtered. */
const teacherLane = z.object({
  teacher: personName,
  subjects: z.array(z.object({ subject: field.subject, level: field.level })),
  /** Enabled, and vetted where the centre requires it. */
  maySubstitute: z.boolean(),
  days: z.array(
    z.object({
      date: field.civilDate,
      /** The blocks that the teacher offers, those with a lesson, and those that are busy elsewhere (rules §35). */
      offered: z.array(field.block),
      taken: z.array(field.block),
      busy: z.array(field.block),
    }),
  ),
  entries: z.array(calendarEntry),
});
export type TeacherLane = z.infer<typeof teacherLane>;
export const teacherLanesPage = pageOf(teacherLane);

/** How each block of a teacher's day stands. */
export const freeBlocksInput = z.object({
  teacherId: field.id,
  date: field.lessonDate,
  /** Also say where this student is busy. */
  studentId: field.id.optional(),
  /** The lesson being edited does not overlap with itself. */
  exceptLessonId: field.id.optional(),
  /** `both`: nor with the other one of its double lesson, which moves along. */
  ...pairChoice,
  exceptTrialLessonId: field.id.optional(),
});
export type FreeBlocksInput = z.infer<typeof freeBlocksInput>;

export const dayBlock = z.object({
  block: field.block,
  /** Inside the teacher's weekly availability; an administrator is not bound to it. */
  isAvailable: z.boolean(),
  teacherBusy: z.boolean(),
  studentBusy: z.boolean(),
  /** The student for whom the block is held (rules §34); an administrator may take it nevertheless. */
  held: z.object({ name: z.string(), until: field.timestamp }).nullable(),
  /**
   * Why the block is closed: the centre's label, or empty for a teacher's absence; null where it is open. `busy`: the
   * teacher has something else elsewhere (rules §35).
   */
  closed: z.object({ scope: z.enum([...CLOSURE_SCOPES, "busy"]), label: z.string() }).nullable(),
});
export type DayBlock = z.infer<typeof dayBlock>;
