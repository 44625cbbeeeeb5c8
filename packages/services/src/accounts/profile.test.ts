import { beforeEach, describe, expect, test, vi } from "vitest";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { getProfile, updateProfile } from "./profile";

const services = await openTestServices();
const { db } = services;
beforeEach(() => vi.restoreAllMocks());

describe("a profile", () => {
  test("of a teacher lists subjects, availability in the week's order, and students", async () => {
    const [teacher, student] = [await makePerson(services, "Teacher"), await makePerson(services, "Student")];
    await db.prisma.teacherSubject.createMany({
      data: [
        { teacherId: teacher.id, subject: "Angielski", level: "szkolaP" },
        { teacherId: teacher.id, subject: "Matematyka", level: "liceumR" },
        { teacherId: teacher.id, subject: "Matematyka", level: "szkolaP" },
      ],
    });
    await db.prisma.availabilitySection.createMany({
      data: [
        { id: teacher.id, teacherId: teacher.id, day: "niedz", startBlock: 0, endBlock: 3 },
        { id: student.id, teacherId: teacher.id, day: "pon", startBlock: 5, endBlock: 13 },
      ],
    });
    await db.prisma.teachingRelation.create({ data: { teacherId: teacher.id, studentId: student.id } });

    expect(await getProfile(personCtx(services, teacher))).toEqual({
      ...teacher,
      phone: "+48600100200",
      phoneParent: "",
      telegramChatId: null,
      isTelegramConnected: false,
      isDisabled: false,
      isWantMoreStudents: false,
      meetingRoom: "",
      isShownToVisitors: false,
      introduction: "",
      subjects: [
        { subject: "Matematyka", level: "szkolaP" },
        { subject: "Matematyka", level: "liceumR" },
        { subject: "Angielski", level: "szkolaP" },
      ],
      students: [student.id],
      teachers: [],
      availability: [
        { day: "pon", startBlock: 5, endBlock: 13 },
        { day: "niedz", startBlock: 0, endBlock: 3 },
      ],
    });
    expect(await getProfile(personCtx(services, student))).toMatchObject({
      subjects: [],
      students: [],
      teachers: [teacher.id],
    });
  });

  test("is one query", async () => {
    const person = await makePerson(services, "Parent");
    const query = vi.spyOn(db.pool, "query");
    const connect = vi.spyOn(db.pool, "connect");
    await getProfile(personCtx(services, person));
    expect(query).toHaveBeenCalledTimes(1);
    // A query on the pool takes its connection through `connect`, once.
    expect(connect).toHaveBeenCalledTimes(1);
  });
});

describe("an update", () => {
  const full = {
    surname: "Zmieniona",
    phone: "+48111222333",
    phoneParent: "+48444555666",
    isWantMoreStudents: true,
    meetingRoom: "",
  };

  test.each([
    ["Student", { ...full, isWantMoreStudents: false }],
    ["Teacher", { ...full, phoneParent: "" }],
    ["Parent", { ...full, phoneParent: "", isWantMoreStudents: false }],
    ["Admin", { ...full, phoneParent: "", isWantMoreStudents: false }],
  ] as const)("of a %s changes what is that role's", async (role, expected) => {
    const person = await makePerson(services, role);
    expect(await updateProfile(personCtx(services, person), full)).toMatchObject({
      ...expected,
      name: person.name,
      email: person.email,
      role,
    });
  });

  test("leaves what it does not list, and is kept in the history field by field", async () => {
    const student = await makePerson(services, "Student");
    const ctx = personCtx(services, student);
    await updateProfile(ctx, { surname: "Nowa" });
    await updateProfile(ctx, { surname: "Nowa" });
    await updateProfile(ctx, {});
    expect(await getProfile(ctx)).toMatchObject({ surname: "Nowa", phone: "+48600100200" });
    const kept = await db.prisma.historyEntry.findMany({ where: { entityId: student.id } });
    expect(kept).toMatchObject([
      {
        actorId: student.id,
        action: "update-profile",
        changes: { surname: { from: student.surname, to: "Nowa" } },
      },
    ]);
  });

  test("removes no phone, and adds a missing one", async () => {
    const student = await makePerson(services, "Student");
    await expect(updateProfile(personCtx(services, student), { phone: "" })).rejects.toMatchObject({
      code: "input",
      message: "Błędny numer telefonu",
    });
    const admin = personCtx(services, await makePerson(services, "Admin", { phone: "" }));
    expect(await updateProfile(admin, { phone: "", surname: "Lis" })).toMatchObject({ phone: "" });
    expect(await updateProfile(admin, { phone: "+48111222333" })).toMatchObject({ phone: "+48111222333" });
  });

  test("a parents' phone may be taken away", async () => {
    const ctx = personCtx(services, await makePerson(services, "Student"));
    await updateProfile(ctx, { phoneParent: "+48444555666" });
    expect(await updateProfile(ctx, { phoneParent: "" })).toMatchObject({ phoneParent: "" });
  });

  test("two at once lose nothing of one another", async () => {
    const ctx = personCtx(services, await makePerson(services, "Student"));
    await Promise.all([
      updateProfile(ctx, { surname: "Pierwsza" }),
      updateProfile(ctx, { phone: "+48999888777" }),
      updateProfile(ctx, { phoneParent: "+48444555666" }),
    ]);
    expect(await getProfile(ctx)).toMatchObject({
      surname: "Pierwsza",
      phone: "+48999888777",
      phoneParent: "+48444555666",
    });
  });
});
