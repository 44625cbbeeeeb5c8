import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { weekdayOf } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { createLesson } from "../admin-lessons/create-lesson";
import { restoreManyLessons } from "../admin-lessons/restore-many-lessons";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { adjustLedger } from "../ledger/adjust-ledger";
import { addPayment } from "../payments/add-payment";
import { relate } from "../people/relate";
import { saveTeacherSubjects } from "../people/teacher-subjects";
import { updatePerson } from "../people/update-person";
import { setPrice } from "../prices/prices";
import { createSeries, previewSeries } from "../series/create-series";
import { extendSeries, previewExtension } from "../series/extend-series";
import { fillDate } from "../series/fill-date";
import { moveSeries, previewMove } from "../series/move-series";
import { bookedLesson, inDays, makeClassroom } from "../testing/classroom";
import { cancelling, openPrivacyCentre } from "../testing/privacy-centre";
import { addTrial } from "../trial-lessons/add-trial";
import { updateTrial } from "../trial-lessons/trials";
import { addVetting } from "../vetting/vetting";
import { erasePerson } from "./personal-data";

/** What can no longer be done with an erased account. */

const { services, prisma, asAdmin } = await openPrivacyCentre();
const { pool } = services.db;

test("an erased account is a tombstone: neither edited nor enabled, related, taught, booked or paid for", async () => {
  const { teacher, student } = await makeClassroom(services);
  const other = await makeClassroom(services);
  await erasePerson(asAdmin, { userId: student.id });
  await erasePerson(asAdmin, { userId: teacher.id });
  const lesson = {
    date: inDays(services, -3),
    block: 3,
    subject: "Fizyka",
    level: "liceumP",
    description: "",
  } as const;
  const calls = [
    () => updatePerson(asAdmin, { id: student.id, name: "Nowe", email: "nowe@example.pl" }),
    () => updatePerson(asAdmin, { id: student.id, isDisabled: false }),
    () => relate(asAdmin, { teacherId: other.teacher.id, studentId: student.id }),
    () => relate(asAdmin, { teacherId: teacher.id, studentId: other.student.id }),
    () => saveTeacherSubjects(asAdmin, { teacherId: teacher.id, subjects: [] }),
    () => createLesson(asAdmin, { teacherId: other.teacher.id, studentId: student.id, ...lesson }),
    () => addPayment(asAdmin, { studentId: student.id, moneyAmount: 90, lessonAmount: 1, ...lesson }, null),
    () => adjustLedger(asAdmin, { studentId: student.id, quantity: 1, ...lesson }),
    () =>
      setPrice(asAdmin, { studentId: student.id, teacherId: null, level: "liceumP", price: 80, rate: 60 }),
    () =>
      addVetting(asAdmin, {
        teacherId: teacher.id,
        kind: "krk",
        checkedOn: inDays(services, -1),
        reference: "1",
      }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "conflict" });
  await expect(
    pool.query("UPDATE users SET is_disabled = false WHERE id = $1", [student.id]),
  ).rejects.toThrow("users_erased_disabled_check");
});

describe("an erased account gets no lesson", () => {
  const refused = { code: "conflict", message: adminPeopleTexts.erasedAccount };

  test.each(["student", "teacher"] as const)("from a weekly lesson of an erased %s", async (erased) => {
    const room = await makeClassroom(services);
    const body = {
      teacherId: room.teacher.id,
      studentId: room.student.id,
      subject: "Matematyka",
      level: "liceumP",
      weekday: weekdayOf(inDays(services, 7)),
      block: 3,
      from: inDays(services, 7),
      to: inDays(services, 28),
      everyWeeks: 1,
      description: "",
    } as const;
    const { token } = await previewSeries(asAdmin, body);
    const series = await createSeries(asAdmin, { ...body, token });
    const seriesId = series.id;
    const skippedDate = series.lessons[0]?.date ?? "";
    await prisma.seriesSkip.create({ data: { seriesId, date: new Date(skippedDate), outcome: "closed" } });
    const move = { seriesId, from: inDays(services, 7), weekday: body.weekday, block: 5 } as const;
    const extension = { seriesId, to: inDays(services, 56) };
    const tokens = {
      create: (await previewSeries(asAdmin, { ...body, block: 7 })).token,
      move: (await previewMove(asAdmin, move)).token,
      extend: (await previewExtension(asAdmin, extension)).token,
    };
    await erasePerson(asAdmin, cancelling(room[erased].id));
    const calls = [
      () => previewSeries(asAdmin, body),
      () => createSeries(asAdmin, { ...body, block: 7, token: tokens.create }),
      () => previewMove(asAdmin, move),
      () => moveSeries(asAdmin, { ...move, token: tokens.move }),
      () => previewExtension(asAdmin, extension),
      () => extendSeries(asAdmin, { ...extension, token: tokens.extend }),
      () => fillDate(asAdmin, { seriesId, skippedDate, date: skippedDate, block: 9 }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(refused);
  });

  test("from one that was cancelled, and a trial lesson gets no erased teacher", async () => {
    const room = await makeClassroom(services);
    const { id } = await bookedLesson(services, room, 4);
    const trial = await addTrial(asAdmin, {
      name: "Nowa osoba",
      email: "",
      studentPhone: "600100200",
      parentPhone: "",
      description: "",
      subject: "Fizyka",
      level: "liceumP",
      teacherId: room.teacher.id,
      date: inDays(services, 5),
      block: 2,
    });
    await erasePerson(asAdmin, cancelling(room.teacher.id));
    const { version } = await prisma.lesson.findUniqueOrThrow({ where: { id } });
    const planned = { id, status: "Potwierdzona" } as const;
    await expect(updateLessonAsAdmin(asAdmin, planned)).rejects.toMatchObject(refused);
    expect(await restoreManyLessons(asAdmin, { lessons: [{ ...planned, version }] })).toMatchObject([
      { refusal: adminPeopleTexts.erasedAccount },
    ]);
    const { version: now } = await prisma.trialLesson.findUniqueOrThrow({ where: { id: trial.id } });
    await expect(
      updateTrial(asAdmin, { id: trial.id, version: now, status: "Umowiona" }),
    ).rejects.toMatchObject(refused);
  });
});
