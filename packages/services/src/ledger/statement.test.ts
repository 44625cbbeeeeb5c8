import { addDays, today } from "@korki/domain";
import { beforeEach, expect, test } from "vitest";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { bookedLesson, type Classroom, type forceStatus, makeClassroom } from "../testing/classroom";
import { openTestCentre } from "../testing/test-services";
import { adjustLedger } from "./adjust-ledger";
import { getMyStatement, getStudentStatement } from "./get-statement";

const { services, prisma, asAdmin } = await openTestCentre();
const MATHS = { subject: "Matematyka", level: "liceumP" } as const;
const PAGE = { page: 1, pageSize: 100 };
let room: Classroom;
beforeEach(async () => {
  services.freshLimits();
  room = await makeClassroom(services);
});

let block = 0;
async function lessonOn(days: number, status: Parameters<typeof forceStatus>[2], charged = false) {
  const { id } = await bookedLesson(services, room, block++ % 14);
  const date = new Date(addDays(today(services.now()), days));
  await prisma.lesson.update({ where: { id }, data: { date, price: 90 } });
  await prisma.lesson.update({ where: { id }, data: { status, charged } });
}
const pay = (lessonAmount: number) =>
  addPayment(
    asAdmin,
    { studentId: room.student.id, moneyAmount: 90 * lessonAmount, lessonAmount, ...MATHS, description: "" },
    null,
  );
const past = () => getMyStatement(room.asStudent, { ...PAGE, part: "past" });

test("says each event once, in order of time, and on top what adds up", async () => {
  await pay(26);
  await voidPayment(asAdmin, await pay(2));
  await lessonOn(-3, "Zrealizowana");
  await lessonOn(-2, "Uczen nieobecny");
  await lessonOn(-1, "Odwolana przez ucznia", true);
  await lessonOn(-1, "Odwolana przez ucznia");
  await lessonOn(40, "Potwierdzona");
  await lessonOn(41, "Nie potwierdzona");
  await adjustLedger(asAdmin, { studentId: room.student.id, ...MATHS, quantity: -1, description: "Pomyłka" });
  const { items, sums, others } = await past();
  expect(sums).toEqual([
    {
      ...MATHS,
      balance: 20,
      sentence: "26 opłaconych − 1 korekta − 1 odbyta − 1 nieobecność − 1 po terminie − 2 zaplanowane = 20",
    },
  ]);
  expect(others).toBe(2);
  const lessons = items.filter(({ lessonId }) => lessonId !== null);
  expect(lessons.map(({ text }) => text.replace(/ \d.*/, "")).toSorted()).toEqual([
    "Lekcja odbyta",
    "Nieobecność",
    "Odwołana bezpłatnie",
    "Odwołana po terminie",
  ]);
  expect(items.filter(({ text }) => text.startsWith("Wpłata"))).toMatchObject([
    { lessons: 2, amount: 180, paymentId: null },
    { lessons: 26, amount: 2340, paymentId: expect.any(String) },
  ]);
  const days = items.map(({ day }) => day);
  expect(days).toEqual(days.toSorted().toReversed());
  const ahead = await getMyStatement(room.asStudent, { ...PAGE, part: "ahead" });
  expect(ahead.items.map(({ lessons, amount }) => [lessons, amount])).toEqual([
    [-1, -90],
    [-1, -90],
  ]);
  const all = [...items, ...ahead.items].reduce((sum, line) => sum + line.lessons, 0);
  expect(all).toBe(20);
});

test("a lesson that was cancelled before its day is no longer ahead, and keeps its day in words", async () => {
  await lessonOn(3, "Odwolana przez ucznia");
  await lessonOn(4, "Odwolana przez nauczyciela");
  const { items, others } = await past();
  expect(others).toBe(0);
  const day = today(services.now());
  expect(items.map((line) => [line.day, line.text.replace(/ \d.*/, "")])).toEqual([
    [day, "Odwołana przez nauczyciela"],
    [day, "Odwołana bezpłatnie"],
  ]);
});

test("is the student's own, and any student's for an administrator; one subject alone if that is asked", async () => {
  await pay(3);
  const other = { ...PAGE, part: "past" as const, subject: "Fizyka" as const };
  expect((await getMyStatement(room.asStudent, other)).items).toEqual([]);
  const theirs = await getStudentStatement(asAdmin, { ...PAGE, part: "past", studentId: room.student.id });
  expect(theirs.items).toEqual((await past()).items);
  const nobody = getStudentStatement(asAdmin, { ...PAGE, part: "past", studentId: room.teacher.id });
  await expect(nobody).rejects.toMatchObject({ code: "not_found" });
});
