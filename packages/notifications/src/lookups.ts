import type {
  BlockSpan,
  CivilDate,
  DayHours,
  LessonStatus,
  Level,
  Role,
  Subject,
  SubjectLevel,
  TrialStatus,
  Weekday,
} from "@korki/domain";

/** A lesson as it is at the moment of sending. */
export type LessonState = {
  teacherId: string;
  teacherName: string;
  date: CivilDate;
  block: number;
  status: LessonStatus;
  meetingLink: string;
  /** The open proposal to reschedule it. */
  proposal: { date: CivilDate; block: number } | null;
};

/** A trial lesson as it is at the moment of sending. */
export type TrialState = {
  status: TrialStatus;
  teacherId: string | null;
  subject: Subject;
  level: Level;
  date: CivilDate | null;
  block: number | null;
  /** The visitor's name; empty if none was given. */
  name: string;
  phone: string;
  email: string;
  description: string;
  meetingLink: string;
};

/** A weekly lesson as it is at the moment of sending. */
export type SeriesState = {
  to: CivilDate;
  teacherId: string;
  /** Its lessons that are still to take place, each with who gives it. */
  planned: readonly { date: CivilDate; teacherId: string; isConfirmed: boolean }[];
  /** The wish to move it that waits for the teacher's answer. */
  openMoveId: string | null;
  weekday: Weekday;
  block: number;
  /** Lessons of each date, one after another. */
  blocks: BlockSpan;
  everyWeeks: number;
  subject: Subject;
  level: Level;
  teacherName: string;
  studentName: string;
};

/** What a child asked for, while its payer can answer. */
type ApprovalState = {
  payerId: string | null;
  isOpen: boolean;
  /** "Jakub prosi o stały termin, 2 610 zł". */
  text: string;
  details: string;
  /** Milliseconds of the epoch. */
  untilMs: number;
};

/** What revalidation may look up; implemented once, in services. */
export type Lookups = {
  /** Returns null for a deleted lesson. */
  lesson(id: string): Promise<LessonState | null>;
  /** Returns whether a person is a lesson's teacher, its student or a parent of the student. */
  isOfLesson(lessonId: string, personId: string): Promise<boolean>;
  /**
   * Returns a lesson's link, without one the address of its own room; "" where it takes place outside and nobody was told
   * where, and null where the person may not enter its own room (rules §30).
   */
  roomLink(lessonId: string, personId: string | null): Promise<string | null>;
  /** Returns whether the teacher is in the room of a lesson. */
  isTeacherThere(lessonId: string): Promise<boolean>;
  series(id: string): Promise<SeriesState | null>;
  /** Returns whether the people of a weekly lesson may extend it. */
  maySeriesGoOn(id: string): Promise<boolean>;
  /** Returns what a teacher offers on a date beside the week, or instead; null: it is as the week is (rules §34). */
  dayHours(teacherId: string, date: CivilDate): Promise<DayHours | null>;
  approval(id: string): Promise<ApprovalState | null>;
  /** Returns whether a slot is still held under this id for a student for whom the person may book. */
  isSlotHeldFor(personId: string, holdId: string): Promise<boolean>;
  trialLesson(id: string): Promise<TrialState | null>;
  /** Returns false for a void payment. */
  isPaymentValid(id: string): Promise<boolean>;
  /** Returns a person's full name; null without such an account. */
  personName(id: string): Promise<string | null>;
  /**
   * Returns until when lessons of a subject and level are paid for (null: none is), how many nothing uses, and what the
   * next one that is not paid for costs in whole złoty; null: more lessons are left than those of which the centre notifies
   * students. Where only what is planned later is not paid for, that is no news before `from`.
   */
  lowBalance(
    studentId: string,
    pair: SubjectLevel,
  ): Promise<{ paidUntil: CivilDate | null; left: number; price: number } | { from: CivilDate } | null>;
  /** Returns how many of a student's prepaid lessons nothing uses, per subject, level and last day. */
  expiringLessons(
    studentId: string,
  ): Promise<readonly (SubjectLevel & { quantity: number; expiresOn: CivilDate })[]>;
  /** Returns whether a person is told of what concerns a student, or pays for the student, today (rules §15). */
  isTold(personId: string, studentId: string): Promise<boolean>;
  /** Returns what is due for a student, in whole złoty (rules §39). */
  dueOf(studentId: string): Promise<number>;
  /** Returns what is due for those of these students for whom this person still pays, in whole złoty. */
  dueFrom(payerId: string | null, studentIds: readonly string[]): Promise<number>;
  /** Returns whether an online order can still be paid. */
  isOrderOpen(id: string): Promise<boolean>;
  /** Returns what is left to pay of a bill, in whole złoty; 0 for one that is paid or withdrawn. */
  unpaidOf(billId: string): Promise<number>;
  /** Returns false for a void payout. */
  isPayoutValid(id: string): Promise<boolean>;
  /** Returns the account that a Telegram chat is linked to. */
  telegramUserId(chatId: string): Promise<string | null>;
  /** Counts unread messages; 0 while the reader is online and sees them arrive. */
  countUnread(conversationId: string, readerId: string): Promise<number>;
  /** Returns the teacher's name while a check ends on that day and none of its kind lasts longer. */
  teacherOfEndingCheck(check: {
    teacherId: string;
    kind: string;
    validUntil: CivilDate;
  }): Promise<string | null>;
  /** Returns what a calendar is called, and since when it cannot be read; null: it can, or is gone (rules §35). */
  failingCalendar(id: string): Promise<{ name: string; since: string } | null>;
  /** Returns whom an invitation is about and its address; null if it is used or expired. */
  parentInvitation(id: string): Promise<{ studentName: string; url: string } | null>;
  /** Returns the address of a link in an e-mail about an account; null if it is used, void or expired. */
  accountLinkUrl(
    linkId: string,
    leadsTo: "confirm-email" | "reset-password" | "not-me" | "login",
  ): Promise<string | null>;
  /** Returns whom a registration's link names; null if it is used, void or expired. */
  registrationOf(linkId: string): Promise<{ name: string; role: Role; email: string } | null>;
};
