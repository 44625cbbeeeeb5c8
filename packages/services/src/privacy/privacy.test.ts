import { expect, test } from "vitest";
import { sendMessage } from "../chat/send-message";
import { bookLesson } from "../lessons/book-lesson";
import { updatePerson } from "../people/update-person";
import { bookingOf, inDays, makeClassroom } from "../testing/classroom";
import { makePerson, personCtx, signIn } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { erasePerson } from "./erase-person";
import { exportPerson } from "./export-person";

const services = await openTestServices();
const admin = await makePerson(services, "Admin");
const asAdmin = personCtx(services, admin);
const { prisma, pool } = services.db;

const WORDS = ["Żyrafowska", "zyrafa@example.pl", "+48611222333", "Tajemnica-z-czatu", "Temat-o-żyrafach"];

/** A student with something personal wherever a person may leave it. */
async function knownStudent() {
  const room = await makeClassroom(services);
  const { student, teacher, asStudent } = room;
  await updatePerson(asAdmin, { id: student.id, surname: "Żyrafowska", email: "zyrafa@example.pl" });
  await updatePerson(asAdmin, { id: student.id, phone: "+48611222333" });
  const booking = { ...bookingOf(teacher, inDays(services, 3), 4), description: "Temat-o-żyrafach" };
  await bookLesson(asStudent, booking);
  await sendMessage(asStudent, { recipientId: teacher.id, text: "Tajemnica-z-czatu", clientKey: "raz" });
  await prisma.trialLesson.create({
    data: {
      id: crypto.randomUUID(),
      subject: "Fizyka",
      level: "liceumP",
      status: "Nowa",
      name: "Ola Żyrafowska",
      email: "zyrafa@example.pl",
      studentPhone: "+48611222333",
    },
  });
  return room;
}

/** Which of the words any table still holds; what others were told is kept for its own time (docs/retention.md). */
async function wordsKept(): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'notifications'",
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      return rows.map(({ text }) => text).join("\n");
    }),
  );
  const all = texts.join("\n");
  return WORDS.filter((word) => all.includes(word));
}

test("a person's data is copied whole, without secrets, and erased to the last word; the figures stay", async () => {
  const { student } = await knownStudent();
  const { refreshToken } = await signIn(services, student);
  expect(await wordsKept()).toEqual(WORDS);

  const copy = await exportPerson(asAdmin, { userId: student.id });
  expect(copy.account).toMatchObject({ email: "zyrafa@example.pl", surname: "Żyrafowska" });
  expect(copy.lessons).toEqual([expect.objectContaining({ description: "Temat-o-żyrafach" })]);
  expect(copy.messages).toEqual([expect.objectContaining({ text: "Tajemnica-z-czatu" })]);
  expect(copy.trialLessons).toHaveLength(1);
  expect(copy.sessions).toHaveLength(1);
  expect(copy.relations).toHaveLength(1);
  const text = JSON.stringify(copy);
  for (const secret of ["password", "argon2", "token", "calendar_key", refreshToken]) {
    expect(text).not.toContain(secret);
  }

  const { erasedAt } = await erasePerson(asAdmin, { userId: student.id });
  expect(await wordsKept()).toEqual([]);
  expect(await prisma.user.findUnique({ where: { id: student.id } })).toMatchObject({
    isDisabled: true,
    passwordHash: null,
    erasedAt: new Date(erasedAt),
  });
  expect(await prisma.lesson.count({ where: { studentId: student.id } })).toBe(1);
  expect(await prisma.session.count({ where: { userId: student.id, endedAt: null } })).toBe(0);
  expect(await erasePerson(asAdmin, { userId: student.id })).toEqual({ userId: student.id, erasedAt });
});

test("nobody erases themselves, or somebody who does not exist", async () => {
  await expect(erasePerson(asAdmin, { userId: admin.id })).rejects.toMatchObject({ code: "conflict" });
  const nobody = { userId: crypto.randomUUID() };
  await expect(erasePerson(asAdmin, nobody)).rejects.toMatchObject({ code: "not_found" });
  await expect(exportPerson(asAdmin, nobody)).rejects.toMatchObject({ code: "not_found" });
});

test("the history can be changed by an erasure alone, and then only in what was written", async () => {
  const { asStudent, teacher } = await makeClassroom(services);
  await bookLesson(asStudent, bookingOf(teacher, inDays(services, 4), 5));
  await expect(pool.query("UPDATE history_entries SET changes = '{}'")).rejects.toThrow("append-only");
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SELECT set_config('korki.erasing', 'on', true)");
    await expect(client.query("UPDATE history_entries SET action = 'x'")).rejects.toThrow("append-only");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
