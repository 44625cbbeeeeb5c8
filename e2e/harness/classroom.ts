import { randomUUID } from "node:crypto";
import { slotToWire } from "@korki/contracts/wire/slot";
import { addDays, type CivilDate, type LessonStatus, today } from "@korki/domain";
import { DEMO_PASSWORD } from "./browser";
import { mailTo } from "./outside";
import { productUrl } from "./product-url";
import { type Rest, restAs, restAsVisitor } from "./rest";

/** Somebody with an account of their own, signed in over REST. */
export type Person = { id: string; name: string; surname: string; email: string; rest: Rest };

/** A teacher and a student who belong together, and the administrator who brought them together. */
export type Classroom = { admin: Rest; teacher: Person; student: Person };

const SUBJECT = { subject: "Matematyka", subjectLevel: "liceumP" } as const;
const WEEK = ["pon", "wt", "sr", "czw", "pt", "sob", "niedz"];

/**
 * New people, so that no other test sees them: the teacher teaches one subject, every day from block 2 to 9.
 *
 * @param surname the student's, where a list shows those of other tests too
 */
export async function makeClassroom(surname = "Szczepański"): Promise<Classroom> {
  const [admin, teacher, student] = await Promise.all([
    restAs("admin@demo.pl", DEMO_PASSWORD),
    makePerson("Teacher", "Wanda", "Zawadzka"),
    makePerson("Student", "Bartek", surname),
  ]);
  const relation = { teacherId: teacher.id, studentId: student.id };
  await Promise.all([
    admin("PUT", `/admin/teacher_subject/${teacher.id}`, [{ name: "Matematyka", level: "liceumP" }]),
    admin("POST", "/admin/add_relation_student_teacher", relation),
    teacher.rest(
      "PUT",
      "/teacher/freeTime",
      WEEK.map((day) => ({ day, startBlockIndex: 2, endBlockIndex: 9 })),
    ),
  ]);
  return { admin, teacher, student };
}

/** Registers a person and confirms the address, as the page behind the e-mail's link does. */
async function makePerson(userType: "Student" | "Teacher", name: string, surname: string): Promise<Person> {
  const email = `${userType}.${randomUUID().slice(0, 8)}@example.com`.toLowerCase();
  await restAsVisitor("POST", "/user/create", {
    name,
    surname,
    email,
    userType,
    phone: "+48600100200",
    password: DEMO_PASSWORD,
    passwordConfirmation: DEMO_PASSWORD,
  });
  const { links } = await mailTo(email);
  const token = links.map((link) => /\/potwierdz\/([^/?#]+)/.exec(link)?.[1]).find(Boolean);
  if (!token) throw new Error(`${email} got no link`);
  await restAsVisitor("POST", `/user/confirm/${token}`, {});
  const rest = await restAs(email, DEMO_PASSWORD);
  const { _id: id } = (await rest("GET", "/user/profile")) as { _id: string };
  return { id, name, surname, email, rest };
}

/** A parent who has accepted the student's invitation, with the rights to book and to pay. */
export async function makeParent(student: Person): Promise<{ email: string }> {
  const email = `rodzic.${randomUUID().slice(0, 8)}@example.com`;
  await student.rest("POST", "/student/invite_parent", { email });
  const { links } = await mailTo(email);
  const token = links.map((link) => /\/zaproszenie\/([^/?#]+)/.exec(link)?.[1]).find(Boolean);
  await restAsVisitor("POST", `/user/invitation/${token}`, {
    name: "Ewa",
    surname: student.surname,
    phone: "+48600100200",
    password: DEMO_PASSWORD,
  });
  return { email };
}

/**
 * Adds the sandbox's calendar of a school: from now on a teacher is busy on Tuesdays at block 9 and on Thursdays at blocks 5
 * to 7. Returns its id.
 */
export async function addSchoolCalendar({ rest }: Person): Promise<string> {
  const url = `${productUrl().replace(/^http/, "webcal")}/dev/kalendarz.ics`;
  const { _id } = (await rest("PUT", "/teacher/calendars", { url, label: "Szkoła" })) as { _id: string };
  return _id;
}

/** So many days from today. */
export function inDays(days: number): CivilDate {
  return addDays(today(new Date()), days);
}

/** The student books. */
export async function book(
  { teacher, student }: Classroom,
  date: CivilDate,
  block: number,
  description = "",
): Promise<string> {
  const { _id } = (await student.rest("PUT", "/student/reserve_lesson", {
    teacherId: teacher.id,
    studentId: student.id,
    ...slotToWire({ date, block }),
    ...SUBJECT,
    description,
    title: SUBJECT.subject,
  })) as { _id: string };
  return _id;
}

/** The student books, and the teacher confirms. */
export async function bookConfirmed(room: Classroom, date: CivilDate, block: number): Promise<string> {
  const id = await book(room, date, block);
  await room.teacher.rest("PUT", `/teacher/lesson_status/${id}`, { status: "Potwierdzona" });
  return id;
}

/** A lesson that the administrator notes after it was given; returns its id. */
export async function noteLesson(
  { admin, teacher, student }: Classroom,
  date: CivilDate,
  block: number,
  status: LessonStatus,
): Promise<string> {
  const slot = slotToWire({ date, block });
  const { _id } = (await admin("PUT", "/admin/lesson", {
    teacherId: teacher.id,
    studentId: student.id,
    ...slot,
    ...SUBJECT,
  })) as { _id: string };
  await admin("POST", `/admin/lesson/${_id}`, { ...slot, status, description: "" });
  return _id;
}
