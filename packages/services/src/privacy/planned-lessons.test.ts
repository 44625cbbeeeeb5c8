import { privacyTexts } from "@korki/contracts/texts/privacy";
import { describe, expect, test } from "vitest";
import { updatePerson } from "../people/update-person";
import { bookedLesson, makeClassroom, notificationsFor } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson } from "../testing/people";
import { cancelling, openPrivacyCentre } from "../testing/privacy-centre";
import { erasePerson } from "./personal-data";

/** Lessons that are planned with a person who is erased or disabled. */

const { services, prisma, asAdmin } = await openPrivacyCentre();

describe("erasing", () => {
  test("asks about planned lessons first, cancels them and notifies the others once each", async () => {
    const room = await makeClassroom(services);
    const { teacher, student } = room;
    const lessons = [await bookedLesson(services, room, 1), await bookedLesson(services, room, 2)];
    await expect(erasePerson(asAdmin, { userId: teacher.id })).rejects.toMatchObject({
      code: "conflict",
      message: privacyTexts.plannedLessons(2),
    });
    expect(await prisma.user.findUnique({ where: { id: teacher.id } })).toMatchObject({ erasedAt: null });

    await erasePerson(asAdmin, cancelling(teacher.id));
    expect(
      await prisma.lesson.findMany({
        where: { id: { in: lessons.map(({ id }) => id) } },
        select: { status: true },
      }),
    ).toEqual(lessons.map(() => ({ status: "Odwolana przez nauczyciela" })));
    expect(await notificationsFor(services, student)).toEqual(["lessons-called-off"]);
    expect(await notificationsFor(services, teacher)).toEqual([]);
  });
});

describe("disabling a person with planned lessons", () => {
  test("keeps them, or cancels them and notifies the others", async () => {
    const room = await makeClassroom(services);
    const { student, teacher } = room;
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, student, { isPayer: true });
    const lesson = await bookedLesson(services, room, 1);
    const status = async () => (await prisma.lesson.findUniqueOrThrow({ where: { id: lesson.id } })).status;
    await updatePerson(asAdmin, { id: student.id, isDisabled: true });
    expect(await status()).toBe("Nie potwierdzona");
    await updatePerson(asAdmin, { id: student.id, isDisabled: false });
    await updatePerson(asAdmin, { id: student.id, isDisabled: true, plannedLessons: "cancel" });
    expect(await status()).toBe("Odwolana przez nauczyciela");
    expect(await notificationsFor(services, teacher)).toEqual(["lesson-booked", "lessons-called-off"]);
    expect(await notificationsFor(services, payer)).toEqual(["lessons-called-off"]);
    expect(await notificationsFor(services, student)).toEqual([]);
  });
});
