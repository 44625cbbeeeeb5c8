import { randomUUID } from "node:crypto";
import { newId } from "@korki/db";
import { expect, test } from "vitest";
import { listParentsForAdmin, listStudentsForAdmin } from "../people/list-people";
import { erasePerson, exportPerson } from "../privacy/personal-data";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { listTrials } from "../trial-lessons/trials";
import { addOfficeNote, getOfficeFile, listTags, removeOfficeNote, saveOfficeTags } from "./office-file";

const services = await openTestServices();
const admin = await makePerson(services, "Admin", { name: "Adam", surname: "Szef" });
const asAdmin = personCtx(services, admin);
const list = {
  search: "",
  sort: "name",
  direction: "asc",
  showDisabled: false,
  page: 1,
  pageSize: 50,
} as const;

async function makeRequest(studentId: string | null = null): Promise<string> {
  const { id } = await services.db.prisma.trialLesson.create({
    data: {
      id: newId(),
      block: 3,
      subject: "Fizyka",
      level: "liceumP",
      name: "Kasia",
      studentId,
      email: "kasia@example.pl",
      studentPhone: "",
      parentPhone: "",
      description: "",
      status: "Nowa",
    },
    select: { id: true },
  });
  return id;
}

test("notes have author and time, the newest first, and are deleted one by one", async () => {
  const { id } = await makePerson(services, "Student");
  const file = { of: "person", id } as const;
  await addOfficeNote(asAdmin, { ...file, text: "pierwsza" });
  services.clock.time = new Date(services.clock.time.getTime() + 1000);
  const { notes } = await addOfficeNote(asAdmin, { ...file, text: "druga" });
  expect(notes.map(({ text }) => text)).toEqual(["druga", "pierwsza"]);
  expect(notes[0]).toMatchObject({
    author: { id: admin.id, name: "Adam", surname: "Szef" },
    createdAt: services.now().toISOString(),
  });
  await removeOfficeNote(asAdmin, { id: notes[0]?.id ?? "" });
  expect((await getOfficeFile(asAdmin, file)).notes.map(({ text }) => text)).toEqual(["pierwsza"]);
  await expect(removeOfficeNote(asAdmin, { id: notes[0]?.id ?? "" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("the same new tags saved several times at once are there once", async () => {
  const { id } = await makePerson(services, "Student");
  const tags = ["matura", "ósmoklasista", "rodzeństwo"];
  const save = () => saveOfficeTags(asAdmin, { of: "person", id, tags });
  await Promise.all([save(), save(), save(), save()]);
  expect((await getOfficeFile(asAdmin, { of: "person", id })).tags).toEqual(tags);
  expect((await listTags(asAdmin)).filter((tag) => tags.includes(tag))).toEqual(tags);
  const { items } = await listStudentsForAdmin(asAdmin, { ...list, owing: false, tag: "rodzeństwo" });
  expect(items.map((student) => student.tags)).toEqual([tags]);
});

test("tags narrow the lists of students, parents and requests", async () => {
  const student = await makePerson(services, "Student");
  const parent = await makePerson(services, "Parent");
  const request = await makeRequest();
  const tag = `matura ${student.id}`.slice(0, 30);
  for (const file of [
    { of: "person", id: student.id },
    { of: "person", id: parent.id },
    { of: "trial", id: request },
  ] as const) {
    expect((await saveOfficeTags(asAdmin, { ...file, tags: [tag, "b", tag] })).tags).toEqual(["b", tag]);
  }
  expect(await listTags(asAdmin)).toContain(tag);
  const ids = async (found: Promise<{ items: { id: string }[] }>) => (await found).items.map(({ id }) => id);
  expect(await ids(listStudentsForAdmin(asAdmin, { ...list, owing: false, tag }))).toEqual([student.id]);
  expect(await ids(listParentsForAdmin(asAdmin, { ...list, tag }))).toEqual([parent.id]);
  expect(await ids(listTrials(asAdmin, { search: "", tag, page: 1, pageSize: 50 }))).toEqual([request]);
  await saveOfficeTags(asAdmin, { of: "person", id: student.id, tags: [] });
  expect(await ids(listStudentsForAdmin(asAdmin, { ...list, owing: false, tag }))).toEqual([]);
});

test("an account shows what was noted of the request from which it came", async () => {
  const { id } = await makePerson(services, "Student");
  await addOfficeNote(asAdmin, { of: "trial", id: await makeRequest(id), text: "z polecenia" });
  expect((await getOfficeFile(asAdmin, { of: "person", id })).notes).toMatchObject([{ text: "z polecenia" }]);
});

test("there is no file of teachers, of unknown people, nor of the erased", async () => {
  const teacher = await makePerson(services, "Teacher");
  const note = { of: "person", text: "x" } as const;
  for (const id of [teacher.id, randomUUID()]) {
    await expect(addOfficeNote(asAdmin, { ...note, id })).rejects.toMatchObject({ code: "not_found" });
  }
  const student = await makePerson(services, "Student");
  await addOfficeNote(asAdmin, { ...note, id: student.id, text: "dzwonić po 17" });
  await saveOfficeTags(asAdmin, { of: "person", id: student.id, tags: ["matura"] });
  const copy = JSON.stringify(await exportPerson(asAdmin, { userId: student.id }));
  expect(copy).toContain("dzwonić po 17");
  expect(copy).toContain("matura");
  await erasePerson(asAdmin, { userId: student.id });
  expect(await services.db.prisma.officeNote.count({ where: { personId: student.id } })).toBe(0);
  expect(await services.db.prisma.officeTag.count({ where: { personId: student.id } })).toBe(0);
  await expect(getOfficeFile(asAdmin, { of: "person", id: student.id })).rejects.toMatchObject({
    code: "not_found",
  });
});
