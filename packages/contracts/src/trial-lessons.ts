import { EMAIL_MAX, LEVELS, NAME_MAX, SUBJECTS, TRIAL_STATUSES, validPhone } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { officeTag } from "./office";
import { pageOf, paging, searchText } from "./paging";
import { personName } from "./person-name";
import { trialTexts } from "./texts/trial-lessons";
import { queryNumber } from "./wire/query";

export const trialStatus = z.enum(TRIAL_STATUSES, { error: trialTexts.invalidStatus });

const visitorPhone = z
  .string({ error: trialTexts.phone })
  .refine((value) => value === "" || validPhone(value), trialTexts.phone);

/** The public form (rules §22): one of the two phones is needed. */
export const trialRequestInput = z
  .object({
    subject: z.enum(SUBJECTS, { error: trialTexts.subject }),
    level: z.enum(LEVELS, { error: trialTexts.level }),
    description: field.description.default(""),
    email: field
      .singleLine(EMAIL_MAX, trialTexts.email, trialTexts.email)
      .trim()
      .toLowerCase()
      .pipe(z.string().refine((value) => field.email.safeParse(value).success, trialTexts.email)),
    studentPhone: visitorPhone.default(""),
    parentPhone: visitorPhone.default(""),
    /** The free half hour that the visitor chose (rules §29). */
    slot: z.object({ date: field.lessonDate, block: field.block }).optional(),
  })
  .refine(({ studentPhone, parentPhone }) => studentPhone !== "" || parentPhone !== "", {
    path: ["studentPhone"],
    error: trialTexts.phone,
  });
export type TrialRequestInput = z.infer<typeof trialRequestInput>;

/** The half hour of which a visitor wants a calendar file, as its address names it. */
export const wishedTrialQuery = z.object({
  date: field.lessonDate,
  blockIndex: queryNumber(field.block),
  subject: field.subject,
  subjectLevel: field.level,
});

/** A trial lesson as administrators see it. Teacher, date and block are null until it is scheduled. */
export const trialLesson = z.object({
  id: field.id,
  teacher: personName.nullable(),
  date: field.civilDate.nullable(),
  block: field.block.nullable(),
  subject: field.subject,
  level: field.level,
  name: z.string(),
  studentPhone: z.string(),
  parentPhone: z.string(),
  email: z.string(),
  description: z.string(),
  status: trialStatus,
  meetingLink: z.string(),
  /** Where the request came from, and why it was lost; empty if unknown. */
  source: z.string(),
  lostReason: z.string(),
  /** The account that was made of it. */
  studentId: field.id.nullable(),
  /** The half hour that the visitor chose; null: a call decides. */
  wished: z.object({ teacher: personName.nullable(), date: field.civilDate, block: field.block }).nullable(),
  version: z.number(),
  createdAt: field.timestamp,
});
export type TrialLesson = z.infer<typeof trialLesson>;
export const trialLessonsPage = pageOf(trialLesson);

export const trialLessonsInput = z.object({
  status: trialStatus.optional(),
  teacherId: field.id.optional(),
  /** In name, e-mail and phones. */
  search: searchText.default(""),
  /** Of the office. */
  tag: officeTag.optional(),
  ...paging,
});
export type TrialLessonsInput = z.infer<typeof trialLessonsInput>;

export const trialIdInput = z.object({ id: field.id });

const version = z.number().int().min(0);

/** Gives a request a teacher, a date and a block: it becomes `Umowiona`. Also moves a scheduled one. */
export const scheduleTrialInput = z.object({
  id: field.id,
  version,
  teacherId: field.id,
  date: field.lessonDate,
  block: field.block,
  /** Also on a closed day; recorded on the trial lesson. */
  overrideClosure: z.boolean().optional(),
  /** Also at a time that is busy elsewhere (rules §35). */
  overrideBusy: z.boolean().optional(),
});
export type ScheduleTrialInput = z.infer<typeof scheduleTrialInput>;

/** Characters of where a request came from and why it was lost. */
const shortText = field.singleLine(200).trim();

/** What is left out stays as it is. */
export const updateTrialInput = z.object({
  id: field.id,
  version,
  status: trialStatus.optional(),
  /** A cancelled one takes its slot again also at a time that is busy elsewhere (rules §35). */
  overrideBusy: z.boolean().optional(),
  name: field.singleLine(NAME_MAX).trim().optional(),
  description: field.description.optional(),
  email: z.union([z.literal(""), field.email], { error: trialTexts.email }).optional(),
  studentPhone: visitorPhone.optional(),
  parentPhone: visitorPhone.optional(),
  source: shortText.optional(),
  lostReason: shortText.optional(),
});
export type UpdateTrialInput = z.infer<typeof updateTrialInput>;

/**
 * "Załóż konto ucznia": the student's account and, for a parent who asked, the parent's (rules §21). With a parent, the
 * student needs no e-mail address, and gets no login then.
 */
const trialAccountFields = z.object({
  name: field.name,
  surname: field.surname.default(""),
  email: z.union([z.literal(""), field.email], { error: trialTexts.email }).default(""),
  phone: visitorPhone.default(""),
  parent: z.object({ name: field.name, surname: field.surname.default(""), email: field.email }).optional(),
});
/** A student needs an address or a parent, and one of their own where there are both. */
function checkAddresses(
  { email, parent }: z.output<typeof trialAccountFields>,
  { addIssue }: { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void },
): void {
  if (email === "" && !parent) addIssue({ code: "custom", path: ["email"], message: trialTexts.email });
  if (email !== "" && parent?.email === email) {
    addIssue({ code: "custom", path: ["parent", "email"], message: trialTexts.sameEmail });
  }
}
export const openTrialAccountBody = trialAccountFields.superRefine(checkAddresses);
export const openTrialAccountInput = trialAccountFields.extend({ id: field.id }).superRefine(checkAddresses);
export type OpenTrialAccountInput = z.output<typeof openTrialAccountInput>;
export const openedTrialAccount = z.object({ studentId: field.id, parentId: field.id.nullable() });
export type OpenedTrialAccount = z.infer<typeof openedTrialAccount>;

/** "Dodaj lekcję próbną": scheduled at once. */
export const addTrialInput = z.object({
  teacherId: field.id,
  date: field.lessonDate,
  block: field.block,
  subject: field.subject,
  level: field.level,
  name: field.singleLine(NAME_MAX).trim().default(""),
  email: z.union([z.literal(""), field.email], { error: trialTexts.email }).default(""),
  studentPhone: visitorPhone.default(""),
  parentPhone: visitorPhone.default(""),
  description: field.description.default(""),
  /** Also on a closed day; recorded on the trial lesson. */
  overrideClosure: z.boolean().optional(),
  /** Also at a time that is busy elsewhere (rules §35). */
  overrideBusy: z.boolean().optional(),
});
export type AddTrialInput = z.infer<typeof addTrialInput>;

/** Who could give it; with date and block, also who is free then. */
export const trialTeachersInput = z.object({
  subject: field.subject,
  level: field.level,
  date: field.lessonDate.optional(),
  block: field.block.optional(),
});
export type TrialTeachersInput = z.infer<typeof trialTeachersInput>;

/** Those who want more students first. */
export const trialTeacher = personName.extend({
  isWantMoreStudents: z.boolean(),
  /** The requested block is free; true if none was requested. */
  isFree: z.boolean(),
  /** The asked block lies inside the weekly availability; true where none was asked. */
  isAvailable: z.boolean(),
});
export type TrialTeacher = z.infer<typeof trialTeacher>;
