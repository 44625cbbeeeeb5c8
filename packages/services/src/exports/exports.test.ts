import { csvText } from "@korki/contracts/csv";
import { insertRefund, newId, transact } from "@korki/db";
import type { SubjectLevel } from "@korki/domain";
import { expect, test } from "vitest";
import { createLesson } from "../admin-lessons/create-lesson";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { addPayout } from "../payouts/payouts";
import { getActivity } from "../statistics/activity";
import { makeGuardian } from "../testing/families";
import { makePerson } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { exportLessons } from "./export-lessons";
import { exportCompanyMonth, exportPayments, exportPayouts } from "./export-money";
import { exportParents, exportStudents, exportTeachers } from "./export-people";

const { services, asAdmin } = await openTestCentre();
const teacher = await makePerson(services, "Teacher", { name: "Nina", surname: "Żak" });
let receipts = 0;
const student = await makePerson(services, "Student", { name: "Jaś", surname: "=HYPERLINK(1)" });

test("semicolons, quotes and line breaks are kept, formulas are defused", () => {
  const cells = [
    'a;"b"',
    "c\nd",
    "=1+1",
    "+48600100200",
    "-5",
    "@x",
    " =1",
    "\t=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠x",
    -5,
    null,
  ];
  expect(csvText(["Ąę"], [cells])).toBe(
    `\uFEFFĄę\r\n"a;""b""";"c\nd";'=1+1;'+48600100200;'-5;'@x;' =1;'\t=1;'＝1+1;'＋1;'－1;'＠x;-5;\r\n`,
  );
});

test("lessons, as the filters let them through", async () => {
  const lesson = await createLesson(asAdmin, {
    teacherId: teacher.id,
    studentId: student.id,
    date: "2026-03-29",
    block: 0,
    subject: "Angielski",
    level: "szkolaP",
    description: "Czasy;\npowtórka",
  });
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Zrealizowana" });
  const file = await exportLessons(asAdmin, { year: 2026, teacherId: teacher.id });
  expect(file.fileName).toMatch(/^lekcje-\d{4}-\d\d-\d\d\.csv$/);
  expect(file.content).toBe(
    "\uFEFFData;Godzina;Nauczyciel;Uczeń;Przedmiot;Poziom;Status;Opis;Cena (zł);Stawka (zł);Rozliczona po terminie\r\n" +
      "2026-03-29;7:00–8:00;Nina Żak;Jaś =HYPERLINK(1);Angielski;szkoła podstawowa;Zrealizowana;" +
      '"Czasy;\npowtórka";80;50;\r\n',
  );
  expect((await exportLessons(asAdmin, { year: 2027 })).content.trim().split("\r\n")).toHaveLength(1);
});

test("payments and payouts that count, by Warsaw's days", async () => {
  const before = services.clock.time;
  services.clock.time = new Date("2026-05-31T22:30:00Z");
  const pair = { subject: "Polski", level: "liceumR" } as const;
  const paid = { studentId: student.id, moneyAmount: 300, lessonAmount: 3, ...pair, description: "wplata" };
  await addPayment(asAdmin, paid, null);
  await voidPayment(asAdmin, await addPayment(asAdmin, paid, null));
  await addPayout(asAdmin, { teacherId: teacher.id, moneyAmount: 50, description: "wyplata" }, null);
  services.clock.time = before;

  const june = await exportPayments(asAdmin, { studentId: student.id, from: "2026-06-01", to: "2026-06-01" });
  expect(june.content.split("\r\n").slice(1)).toEqual([
    "2026-06-01;Jaś =HYPERLINK(1);300;3;Polski;liceum, poziom rozszerzony;wplata;przelew;Jaś =HYPERLINK(1)",
    "",
  ]);
  const may = await exportPayments(asAdmin, { to: "2026-05-31" });
  expect(may.content.split("\r\n").slice(1)).toEqual([""]);
  const payouts = await exportPayouts(asAdmin, {});
  expect(payouts.content.split("\r\n").slice(1)).toEqual(["2026-06-01;Nina Żak;50;wyplata;2026-06", ""]);
});

test("a month's payments add up to the screen's: by the day of the money, less what was given back", async () => {
  const [pair, one] = [
    { subject: "Polski", level: "liceumR" } as const,
    { moneyAmount: 80, lessonAmount: 2 },
  ];
  const { id: studentId } = await makePerson(services, "Student", { name: "Ola", surname: "Sowa" });
  const { id: paymentId } = await addPayment(
    asAdmin,
    { studentId, ...one, ...pair, paidOn: "2026-04-30", description: "kwiecień" },
    null,
  );
  await refunded({ studentId, payerId: studentId, paymentId, ...pair }, new Date("2026-04-30T20:00:00Z"));
  const period = { from: "2026-04-01", to: "2026-04-30" };
  const { content } = await exportPayments(asAdmin, { studentId, ...period });
  const amounts = content
    .split("\r\n")
    .slice(1, -1)
    .map((row) => Number(row.split(";")[2]));
  expect(amounts.toSorted((a, b) => a - b)).toEqual([-40, 80]);
  const months = await getActivity(asAdmin, { studentId, year: 2026, month: 4 });
  expect(months.at(-1)).toMatchObject({ paidIn: 40 });
});

test("payments and refunds name who paid, whoever pays for the student by now", async () => {
  const [pair, day] = [{ subject: "Polski", level: "liceumR" } as const, "2026-03-10"];
  const [former, present] = [
    await makePerson(services, "Parent", { name: "Iza", surname: "Dawna" }),
    await makePerson(services, "Parent", { name: "Ewa", surname: "Nowa" }),
  ];
  const { id: studentId } = await makePerson(services, "Student", { name: "Jan", surname: "Kos" });
  await makeGuardian(services, former, { id: studentId }, { isPayer: true });
  const payment = { studentId, moneyAmount: 80, lessonAmount: 2, ...pair, paidOn: day };
  const { id: paymentId } = await addPayment(asAdmin, { ...payment, description: "marzec" }, null);
  await refunded({ studentId, payerId: former.id, paymentId, ...pair }, new Date(`${day}T20:00:00Z`));
  await services.db.prisma.guardianship.updateMany({ where: { studentId }, data: { isPayer: false } });
  await makeGuardian(services, present, { id: studentId }, { isPayer: true });
  const { content } = await exportPayments(asAdmin, { studentId });
  const rows = content.split("\r\n").slice(1, -1);
  expect(rows.map((row) => row.split(";")).map(([, , amount, , , , , , payer]) => [amount, payer])).toEqual(
    expect.arrayContaining([
      ["80", "Iza Dawna"],
      ["-40", "Iza Dawna"],
    ]),
  );
});

/** An order of 80 zł for two lessons, of which one was given back. */
async function refunded(
  {
    studentId,
    payerId,
    paymentId,
    ...pair
  }: SubjectLevel & Record<"studentId" | "payerId" | "paymentId", string>,
  finishedAt: Date,
): Promise<void> {
  const orderId = newId();
  await services.db.prisma.order.create({
    data: {
      id: orderId,
      studentId,
      payerId,
      createdById: payerId,
      amount: 80,
      status: "refunded",
      expiresAt: finishedAt,
      paidAt: finishedAt,
      receiptYear: 2026,
      receiptNumber: ++receipts,
      items: { create: { id: newId(), position: 0, ...pair, lessons: 2, amount: 80, paymentId } },
    },
  });
  await transact(services.db, (tx) =>
    insertRefund(tx, {
      studentId,
      paymentId,
      ...pair,
      quantity: 1,
      createdAt: services.now(),
      createdById: null,
    }),
  );
  await services.db.prisma.refund.create({
    data: {
      id: newId(),
      orderId,
      amount: 40,
      lessons: 1,
      reason: "Rezygnacja",
      status: "completed",
      createdById: asAdmin.actor.id,
      finishedAt,
    },
  });
}

test("the company's month with its sums", async () => {
  const { content, fileName } = await exportCompanyMonth(asAdmin, { year: 2026, month: 3 });
  expect(fileName).toBe("firma-2026-03.csv");
  expect(content.split("\r\n").slice(1)).toEqual([
    "Nina Żak;Angielski;szkoła podstawowa;1;0;0;50;30",
    "Nina Żak;Razem;;1;0;0;50;30",
    "Razem;;;1;0;0;50;30",
    "",
  ]);
});

test("students with payer, balances and what is to be paid", async () => {
  const parent = await makePerson(services, "Parent", { name: "Ewa", surname: "Kowal" });
  await makeGuardian(services, parent, student, { isPayer: true });
  const { content } = await exportStudents(asAdmin, {
    search: "HYPERLINK",
    sort: "name",
    direction: "asc",
    showDisabled: false,
    owing: false,
  });
  const [heading, ...rows] = content.trim().split("\r\n");
  expect(heading).toContain(
    "Opłacone lekcje;Najbliższa lekcja;Nauczyciele;Płatnik;Telefon płatnika;Do zapłaty (zł)",
  );
  expect(rows).toEqual([
    expect.stringMatching(/^Jaś =HYPERLINK\(1\);.*Angielski \(.+\): -1.*;Ewa Kowal;[^;]*;80;/),
  ]);
  const shown = await exportStudents(asAdmin, {
    search: "HYPERLINK",
    sort: "name",
    direction: "asc",
    showDisabled: false,
    owing: false,
    columns: ["owed", "payer"],
  });
  expect(shown.content.trim().split("\r\n")).toEqual([
    "Imię i nazwisko;Płatnik;Telefon płatnika;Do zapłaty (zł)",
    expect.stringMatching(/^Jaś =HYPERLINK\(1\);Ewa Kowal;[^;]*;80$/),
  ]);
  const list = { sort: "name", direction: "asc", showDisabled: false } as const;
  // After midnight in Warsaw.
  const createdAt = new Date("2026-03-31T22:30:00Z");
  await services.db.prisma.user.update({ where: { id: parent.id }, data: { createdAt } });
  const columns = ["children", "createdAt"] as const;
  const parents = await exportParents(asAdmin, { ...list, search: "Kowal", columns: [...columns] });
  expect(parents.content.trim().split("\r\n").slice(1)).toEqual(["Ewa Kowal;Jaś =HYPERLINK(1);2026-04-01"]);
  const teachers = await exportTeachers(asAdmin, { ...list, search: "Żak", columns: ["students"] });
  expect(teachers.content.trim().split("\r\n").slice(1)).toEqual(["Nina Żak;0"]);
});

test("the phone of whoever pays, as the list shows it", async () => {
  const parent = await makePerson(services, "Parent", { phone: "" });
  const child = await makePerson(services, "Student", { surname: "Dzwoniący", phone: "600200300" });
  await makeGuardian(services, parent, child, { isPayer: true });
  const phone = async () => {
    const list = { sort: "name", direction: "asc", showDisabled: false, owing: false } as const;
    const { content } = await exportStudents(asAdmin, { ...list, search: "Dzwoniący", columns: ["payer"] });
    return content.trim().split(";").at(-1);
  };
  expect(await phone()).toBe("600200300");
  await services.db.prisma.user.update({ where: { id: child.id }, data: { phoneParent: "600700800" } });
  expect(await phone()).toBe("600700800");
  await services.db.prisma.user.update({ where: { id: parent.id }, data: { phone: "600400500" } });
  expect(await phone()).toBe("600400500");
});
