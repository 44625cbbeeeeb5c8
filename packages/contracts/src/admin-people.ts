import { z } from "zod";
import { profile } from "./account";
import { repeatedPassword } from "./account-security";
import { availabilitySection } from "./availability";
import * as field from "./fields";
import { officeTag } from "./office";
import { pageOf, paging, searchText, sortDirection } from "./paging";
import { personName } from "./person-name";
import { accountFieldTexts } from "./texts/account";
import { adminPeopleTexts } from "./texts/admin-people";

/** Whom a list of people shows. */
const peopleFilter = z.object({
  /** Looked for in name, surname, e-mail and phones. */
  search: searchText.default(""),
  /** "Pokaż zablokowanych": hidden unless ticked. */
  showDisabled: z.boolean().default(false),
  /** Of the office; students and parents alone have them. */
  tag: officeTag.optional(),
});

/** How an administrator's lists of people are asked for. */
export const peopleListInput = peopleFilter.extend({
  sort: z.enum(["name", "email", "createdAt"]).default("name"),
  direction: sortDirection.default("asc"),
  ...paging,
});
export type PeopleListInput = z.infer<typeof peopleListInput>;

/** What a student can be without: a planned lesson, a teacher, a password (never signed in). */
export const STUDENT_GAPS = ["lesson", "teacher", "password"] as const;

/** Students are narrowed to those who owe something, to one teacher's, and to those without something, too. */
export const studentFilter = peopleFilter.extend({
  owing: z.boolean().default(false),
  teacherId: field.id.optional(),
  without: z.enum(STUDENT_GAPS).optional(),
});
export type StudentFilter = z.infer<typeof studentFilter>;

/** Students can be ordered by what they owe, too. */
export const studentListInput = studentFilter.extend({
  sort: z.enum(["name", "email", "createdAt", "owed"]).default("name"),
  direction: sortDirection.default("asc"),
  ...paging,
});
export type StudentListInput = z.infer<typeof studentListInput>;

const listedPerson = personName.extend({
  email: z.string(),
  phone: z.string(),
  isDisabled: z.boolean(),
  /** False until the link in the confirmation or invitation e-mail was opened. */
  isEmailConfirmed: z.boolean(),
  createdAt: field.timestamp,
});

/** The next lesson that is planned and not over. */
const nextLesson = z.object({ date: field.civilDate, block: field.block }).nullable();

/** A row of "Nauczyciele"; money in whole złoty. */
const listedTeacher = listedPerson.extend({
  nextLesson,
  isWantMoreStudents: z.boolean(),
  subjects: z.array(field.subjectLevel),
  studentCount: z.number(),
  /** Earned and not paid out; below zero where more was paid out. */
  receivable: z.number(),
});
export type ListedTeacher = z.infer<typeof listedTeacher>;

/** A row of "Uczniowie". */
const listedStudent = listedPerson.extend({
  phoneParent: z.string(),
  teachers: z.array(personName),
  nextLesson,
  /** The parent who pays; null: the student does. */
  payer: personName.extend({ phone: z.string() }).nullable(),
  /** Of the office. */
  tags: z.array(z.string()),
  /** Lessons left by subject and level; below zero: lessons owed. A sum would hide who owes. */
  balances: z.array(z.object({ subject: field.subject, level: field.level, available: z.number() })),
  /** The lessons owed, each at the price it carries; whole złoty. */
  owed: z.number(),
});
export type ListedStudent = z.infer<typeof listedStudent>;

/** What "Uczniowie" can show of a student beside the name. */
export const STUDENT_COLUMNS = [
  "email",
  "phone",
  "balances",
  "nextLesson",
  "teachers",
  "payer",
  "owed",
  "tags",
  "createdAt",
] as const;
export type StudentColumn = (typeof STUDENT_COLUMNS)[number];

/** What "Nauczyciele" can show of a teacher beside the name. */
export const TEACHER_COLUMNS = [
  "email",
  "phone",
  "subjects",
  "nextLesson",
  "students",
  "receivable",
  "createdAt",
] as const;
export type TeacherColumn = (typeof TEACHER_COLUMNS)[number];

/** A row of "Rodzice". */
const listedParent = listedPerson.extend({
  children: z.array(personName),
  /** What the children have to pay for whom this parent pays; whole złoty. */
  owed: z.number(),
  /** Of the office. */
  tags: z.array(z.string()),
});
export type ListedParent = z.infer<typeof listedParent>;

/** What "Rodzice" can show of a parent beside the name. */
export const PARENT_COLUMNS = ["email", "phone", "children", "owed", "tags", "createdAt"] as const;
export type ParentColumn = (typeof PARENT_COLUMNS)[number];

/** A row of administrators, and what every row has. */
const listedAccount = listedPerson;
export type ListedAccount = z.infer<typeof listedAccount>;

export const teachersPage = pageOf(listedTeacher);
export const studentsPage = pageOf(listedStudent);
export const parentsPage = pageOf(listedParent);
export const accountsPage = pageOf(listedAccount);

export const personInput = z.object({ id: field.id });

/** A person as the administrator's screens show and edit them: the whole profile, and the state of the account. */
export const person = profile.extend({
  /** False until the link in the confirmation or invitation e-mail was opened. */
  isEmailConfirmed: z.boolean(),
  /** Whether a password was set; an invited person has none until the invitation is used. */
  hasPassword: z.boolean(),
  /** Whether an authenticator or a passkey guards the account. */
  hasSecondFactor: z.boolean(),
  createdAt: field.timestamp,
  /** Set once the person's data was erased: the account is a tombstone that nothing changes. */
  erasedAt: field.timestamp.nullable(),
  /** Whom one writes with: the person, or a parent of a child without a login (rules §15); null: there is nobody. */
  contactId: field.id.nullable(),
  /** Goes back with an edit: an edit of something older is refused. */
  version: z.number(),
});
export type Person = z.infer<typeof person>;

/** Whole profiles by name, disabled ones too. */
export const profilesInput = z.object({ search: searchText.default(""), ...paging });
export type ProfilesInput = z.infer<typeof profilesInput>;
export const profilesPage = pageOf(profile);

const editable = {
  name: field.name,
  surname: field.surname,
  /** Empty only for a child without a login. */
  email: z.union([z.literal(""), field.email], { error: accountFieldTexts.email }),
  phone: field.optionalPhone,
  phoneParent: field.optionalPhone,
  isDisabled: z.boolean(),
};

/** What happens to planned lessons when their student or teacher goes. */
const plannedLessonsChoice = z.enum(["cancel", "keep"]);

/** The tab "Info". What is left out stays as it is. */
export const updatePersonInput = z
  .object(editable)
  .partial()
  .extend({
    id: field.id,
    /** The version that was edited; without one, the current version. */
    version: z.number().int().min(0).optional(),
    /** Refuses a person of another role. */
    role: field.role.optional(),
    /** Of an account that is disabled by this edit; kept unless said otherwise (rules §4). */
    plannedLessons: plannedLessonsChoice.optional(),
    /** The caller's, once more: an administrator's address is not changed without it (rules §19). */
    password: repeatedPassword.optional(),
  });
export type UpdatePersonInput = z.infer<typeof updatePersonInput>;

/** A person's planned lessons and trial lessons that have not begun: their number and the first of them. */
export const plannedLessons = z.object({
  total: z.number(),
  lessons: z.array(
    z.object({
      id: field.id,
      date: field.civilDate,
      block: field.block,
      subject: field.subject,
      level: field.level,
      /** The other side's name; empty for a visitor without one. */
      withName: z.string(),
      isTrial: z.boolean(),
    }),
  ),
});
export type PlannedLessons = z.infer<typeof plannedLessons>;

export const relationInput = z.object({ teacherId: field.id, studentId: field.id });
export type RelationInput = z.infer<typeof relationInput>;

/** The other side of a person's relations: students of a teacher, teachers of a student. */
const relatedPerson = personName.extend({ email: z.string(), isDisabled: z.boolean() });
export type RelatedPerson = z.infer<typeof relatedPerson>;

export const relatedInput = z.object({ id: field.id, search: searchText.default(""), ...paging });
export type RelatedInput = z.infer<typeof relatedInput>;
export const relatedPage = pageOf(relatedPerson);

export const teacherIdInput = z.object({ teacherId: field.id });
export const studentIdInput = z.object({ studentId: field.id });

export const teacherSubjects = z.object({ subjects: z.array(field.subjectLevel) });
export const saveTeacherSubjectsInput = teacherIdInput.extend({
  subjects: z.array(field.subjectLevel, { error: adminPeopleTexts.subjectsInvalid }).max(100),
  /**
   * The list that was edited: where it is another by now, the edit is refused. Without it the new one takes its place.
   */
  before: z.array(field.subjectLevel).max(100).optional(),
});
export type SaveTeacherSubjectsInput = z.infer<typeof saveTeacherSubjectsInput>;

export const weeklyAvailability = z.object({ sections: z.array(availabilitySection) });
