import { privacyTexts } from "@korki/contracts/texts/privacy";
import { newId } from "@korki/db";
import { describe, expect, test } from "vitest";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { addClosure } from "../closures/add-closure";
import { listHistory } from "../history/list-history";
import { updatePerson } from "../people/update-person";
import { bookedLesson, inDays, makeClassroom, makeTeacher } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson } from "../testing/people";
import { placesOf } from "../testing/places-of";
import { cancelling, openPrivacyCentre } from "../testing/privacy-centre";
import { addTrial } from "../trial-lessons/add-trial";
import { erasePerson } from "./personal-data";

/** An erasure takes a name out of what others wrote and were told, and leaves what was told of a namesake. */

const { services, prisma, admin, asAdmin, weeklyLesson } = await openPrivacyCentre();

describe("erasing", () => {
  test("takes an erased teacher's name out of the topic of a student's weekly lesson, and leaves other topics", async () => {
    const { student, teacher } = await makeClassroom(services);
    await updatePerson(asAdmin, { id: teacher.id, surname: "Krasnoludek" });
    await weeklyLesson(student, teacher, "Matura z panem Krasnoludek");
    await weeklyLesson(student, teacher, "Matura z fizyki", 6);
    await erasePerson(asAdmin, cancelling(teacher.id));
    const series = await prisma.series.findMany({
      where: { teacherId: teacher.id },
      orderBy: { block: "asc" },
    });
    expect(series.map(({ description }) => description)).toEqual(["", "Matura z fizyki"]);
  });

  test("reads what was told to people who had to do with the person, and to no stranger of a namesake", async () => {
    const room = await makeClassroom(services);
    const { teacher, student } = room;
    await updatePerson(asAdmin, { id: teacher.id, name: "Wit_old", surname: "50%-towy" });
    await updatePerson(asAdmin, { id: teacher.id, phone: "+48600700800" });
    await bookedLesson(services, room, 2);
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, student);
    // A trial lesson that another teacher took over, and whose visitor has an account by now.
    const visitor = { email: "gosc-wit@example.pl", name: "Gość", studentPhone: "", parentPhone: "" };
    const given = { teacherId: teacher.id, date: inDays(services, 5), block: 3 };
    const about = { subject: "Fizyka", level: "liceumP", description: "" } as const;
    await addTrial(asAdmin, { ...visitor, ...about, ...given });
    const trial = await prisma.trialLesson.findFirstOrThrow({ where: { email: visitor.email } });
    const pupil = await makePerson(services, "Student");
    const other = await makeClassroom(services);
    await prisma.trialLesson.update({
      where: { id: trial.id },
      data: { studentId: pupil.id, teacherId: other.teacher.id },
    });
    const stranger = await makePerson(services, "Student");

    const text = "Zajęcia prowadzi WIT_OLD 50%-towy, +48600700800.";
    const tell = (to: { recipientId: string } | { email: string }) =>
      prisma.notification.create({
        data: { ...to, id: newId(), kind: "lesson-moved", facts: { text }, sentText: text, status: "sent" },
      });
    const near = [student, parent, admin, pupil].map(({ id }) => ({ recipientId: id }));
    const told = await Promise.all([...near, { email: visitor.email }].map(tell));
    const untold = await Promise.all([stranger, other.student].map(({ id }) => tell({ recipientId: id })));

    await erasePerson(asAdmin, cancelling(teacher.id));
    const now = await prisma.notification.findMany({ where: { id: { in: told.map(({ id }) => id) } } });
    const without = `Zajęcia prowadzi ${privacyTexts.erasedName} ${privacyTexts.erasedSurname}, .`;
    expect(now.map(({ sentText, facts }) => [sentText, facts])).toEqual(
      told.map(() => [without, { text: without }]),
    );
    for (const { id } of untold)
      expect(await prisma.notification.findUnique({ where: { id } })).toMatchObject({ sentText: text });
  });

  test("takes teachers out of what is kept and told of substitutions, on either side", async () => {
    const room = await makeClassroom(services);
    const { teacher } = room;
    const substitute = await makeTeacher(services);
    await updatePerson(asAdmin, { id: teacher.id, name: "Zbigniew", surname: "Dotychczasowy" });
    await updatePerson(asAdmin, { id: substitute.id, name: "Wacława", surname: "Zastępująca" });
    const [given, closed] = [await bookedLesson(services, room, 3), await bookedLesson(services, room, 4)];
    await substituteTeacher(asAdmin, { lessonId: given.id, teacherId: substitute.id });
    const decisions = [{ lessonId: closed.id, action: "substitute" as const, teacherId: substitute.id }];
    const day = { from: closed.date, to: closed.date };
    await addClosure(asAdmin, { scope: "teacher", teacherId: teacher.id, label: "", ...day, decisions });
    const named = { from: "Zbigniew Dotychczasowy", to: "Wacława Zastępująca" };
    const substituted = async (entityId: string) =>
      (await listHistory(asAdmin, { entity: "lesson", entityId, limit: 50 })).items
        .filter(({ action }) => action === "substitute")
        .flatMap(({ changes }) => changes);
    for (const { id } of [given, closed])
      expect(await substituted(id)).toEqual([{ field: "teacher", ...named }]);
    // Entries of before hold the names.
    await prisma.historyEntry.create({
      data: {
        at: services.now(),
        ...{ entity: "lesson", entityId: given.id, action: "substitute", teacherId: teacher.id },
        changes: { teacher: named },
      },
    });

    await erasePerson(asAdmin, cancelling(teacher.id));
    expect(await placesOf(services.db, ["Zbigniew", "Dotychczasowy"])).toEqual([]);
    const erased = `${privacyTexts.erasedName} ${privacyTexts.erasedSurname}`;
    expect(await substituted(closed.id)).toEqual([{ field: "teacher", ...named, from: erased }]);
    await prisma.historyEntry.create({
      data: {
        at: services.now(),
        ...{ entity: "lesson", entityId: given.id, action: "substitute", teacherId: teacher.id },
        changes: { teacher: named },
      },
    });
    await erasePerson(asAdmin, cancelling(substitute.id));
    expect(await placesOf(services.db, ["Wacława", "Zastępująca"])).toEqual([]);
  });
});
