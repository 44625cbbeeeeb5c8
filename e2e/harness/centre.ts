import { randomUUID } from "node:crypto";
import type { Role, SubjectLevel } from "@korki/domain";
import type { Locator, Page } from "playwright-core";
import { DEMO_PASSWORD } from "./browser";
import { doorsOf } from "./rest";

export const ADMIN_EMAIL = "admin@demo.pl";

export type CentrePerson = { id: string; name: string; surname: string; fullName: string; email: string };
export type Pair = { teacher: CentrePerson; student: CentrePerson };

const TAUGHT: SubjectLevel = { subject: "Fizyka", level: "liceumP" };

/** A centre of the administrator's tests, made over the API; names are unique. */
export async function openCentre() {
  const { rest, query, mutate } = await doorsOf(ADMIN_EMAIL, DEMO_PASSWORD);
  const run = randomUUID().slice(0, 6);
  let made = 0;

  /** The address that the next person gets. */
  const nextEmail = (role: Role) => `${role}${made + 1}.${run}@example.com`.toLowerCase();

  /** An account without a password, as an invitation leaves it. */
  async function addPerson(role: Role, name: string, surname: string): Promise<CentrePerson> {
    const person = { name, surname: `${surname}-${run}`, email: nextEmail(role) };
    made += 1;
    const { id } = await mutate<{ id: string }>("adminPeople.create", {
      ...person,
      role,
      phone: "",
      phoneParent: "",
    });
    return { ...person, id, fullName: `${person.name} ${person.surname}` };
  }

  return {
    run,
    rest,
    query,
    mutate,
    nextEmail,
    addPerson,

    /** A teacher of physics and a student of theirs. */
    async addPair(teacherSurname: string, studentSurname: string): Promise<Pair> {
      const teacher = await addPerson("Teacher", "Tomasz", teacherSurname);
      const student = await addPerson("Student", "Ola", studentSurname);
      await rest("PUT", `/admin/teacher_subject/${teacher.id}`, [
        { name: TAUGHT.subject, level: TAUGHT.level },
      ]);
      await rest("POST", "/admin/add_relation_student_teacher", {
        teacherId: teacher.id,
        studentId: student.id,
      });
      return { teacher, student };
    },

    /** @returns the lesson's id */
    async addLesson({ teacher, student }: Pair, date: string, blockIndex: number): Promise<string> {
      const [dateYear, dateMonth, dateDay] = date.split("-").map(Number);
      const lesson = await rest("PUT", "/admin/lesson", {
        teacherId: teacher.id,
        studentId: student.id,
        blockIndex,
        dateDay,
        dateMonth,
        dateYear,
        subject: TAUGHT.subject,
        subjectLevel: TAUGHT.level,
      });
      return (lesson as { _id: string })._id;
    },
  };
}

/** Types into a field that searches people, and takes the one that is found. */
export async function choosePerson(within: Page | Locator, label: string, person: CentrePerson) {
  const field = within.getByRole("combobox", { name: label, exact: true });
  await field.fill(person.surname);
  const page = "page" in within ? within.page() : within;
  await page.getByRole("option", { name: person.fullName }).click();
}

/** Answers the dialog that covers the screen. */
export async function answer(page: Page, question: RegExp | string, label: string): Promise<void> {
  await page
    .getByRole("dialog", { name: question })
    .getByRole("button", { name: label, exact: true })
    .click();
}

/** The file that a click saves, as text. */
export async function savedFile(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString("utf8") };
}
