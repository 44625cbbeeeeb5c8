import { cancellingLabel } from "@korki/contracts/texts/consequence";
import { addDays, blockStart, type CivilDate } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { setPayerMode } from "../bills/billing-settings";
import { issueBills, previewBills } from "../bills/issue-bills";
import { getCancellationTerms } from "../cancellation/get-cancellation-terms";
import { getPolicy, savePolicy } from "../cancellation/policies";
import { bookLesson, previewBooking } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { addPayment } from "../payments/add-payment";
import { createSeries, previewSeries } from "../series/create-series";
import { previewEnd } from "../series/end-series";
import { previewMove } from "../series/move-series";
import { bookingOf, forceStatus } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, type WeeklyLessons } from "../testing/weekly-lessons";
import { getMyMoney } from "./get-money";

const services = await openTestServices();
const PAIR = { subject: "Matematyka", level: "liceumP" } as const;
const LATE_CHARGED = {
  cutOff: { hours: 24 },
  late: "charge",
  freeLatePerMonth: 0,
  payTeacher: false,
  creditDays: null,
} as const;
let weekly: WeeklyLessons;

beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
  const version = (await getPolicy(weekly.asAdmin))?.version ?? 0;
  await savePolicy(weekly.asAdmin, { ...LATE_CHARGED, version });
});

const pay = (lessonAmount: number, expiresOn: CivilDate | null = null) =>
  addPayment(
    weekly.asAdmin,
    { studentId: weekly.student.id, moneyAmount: 1, lessonAmount, ...PAIR, description: "", expiresOn },
    null,
  );
const priceOf = async () => (await previewBooking(weekly.asStudent, booking(0))).amount;
const booking = (block: number, date = "2026-11-24") => bookingOf(weekly.teacher, date, block);
/** Spaces as they are typed. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("a booking", () => {
  test("says its price, the day to pay by and the free limit; nothing is reserved", async () => {
    const shown = await previewBooking(weekly.asStudent, booking(9));
    expect(shown).toMatchObject({ lessons: 1, covered: 0, freeUntil: "2026-11-23T15:45:00.000Z" });
    expect(plain(shown.sentence)).toBe(
      `Bezpłatne odwołanie do pon. 23.11, 16:45. 1 lekcja = ${shown.amount} zł, do zapłaty do 24 listopada`,
    );
    await bookLesson(weekly.asStudent, booking(9));
    await expect(previewBooking(weekly.asStudent, booking(9))).rejects.toMatchObject({ code: "conflict" });
  });

  test("says that it is paid for, and that it is too late to cancel it free of charge", async () => {
    await pay(1);
    const shown = await previewBooking(weekly.asStudent, booking(9, "2026-11-20"));
    expect(shown.covered).toBe(1);
    expect(plain(shown.sentence)).toBe(
      `Tej lekcji nie można już odwołać bezpłatnie. 1 lekcja = ${shown.amount} zł, już opłacona`,
    );
  });

  test("before a weekly lesson that is paid for in part is paid for, and leaves a later one to be paid", async () => {
    await pay(2);
    const body = weekly.body();
    const { token } = await previewSeries(weekly.asStudent, body);
    await createSeries(weekly.asStudent, { ...body, token });
    const shown = await previewBooking(weekly.asStudent, booking(5, "2026-11-23"));
    expect(shown).toMatchObject({ lessons: 1, covered: 1 });
    expect(plain(shown.sentence)).toContain(`1 lekcja = ${shown.amount} zł, do zapłaty do 1 grudnia`);
    const after = await previewBooking(weekly.asStudent, booking(5, "2026-12-02"));
    expect(after).toMatchObject({ covered: 0 });
    expect(plain(after.sentence)).toContain("do zapłaty do 2 grudnia");
  });

  test("is previewed for a child by its guardian, and by nobody else", async () => {
    const [guardian, stranger] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
    await makeGuardian(services, guardian, weekly.student);
    const input = { ...booking(9), studentId: weekly.student.id };
    expect(await previewBooking(personCtx(services, guardian), input)).toMatchObject({ lessons: 1 });
    await expect(previewBooking(personCtx(services, stranger), input)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

test.each([
  ["advance", "2026-12-01", "grudzień 2026"],
  ["advance", "2026-11-24", "grudzień 2026"],
  ["arrears", "2026-11-24", "listopad 2026"],
] as const)("whose payer is charged %s, for %s, names the bill", async (mode, date, month) => {
  await setPayerMode(weekly.asAdmin, { payerId: weekly.student.id, mode });
  const shown = await previewBooking(weekly.asStudent, booking(9, date));
  expect(plain(shown.sentence)).toMatch(new RegExp(`zł, do zapłaty w rachunku za ${month}$`));
  const series = await previewSeries(weekly.asStudent, weekly.body({ from: date }));
  expect(series.consequence?.sentence).toMatch(
    new RegExp(`; płacisz co miesiąc, najbliższy rachunek za ${month}$`),
  );
});

test("a booking that takes the place of a cancelled lesson in an open bill names that bill, and no later one asks for it", async () => {
  await setPayerMode(weekly.asAdmin, { payerId: weekly.student.id, mode: "advance" });
  const lessons = [];
  for (const date of ["2026-12-01", "2026-12-08"])
    lessons.push(await bookLesson(weekly.asStudent, booking(9, date)));
  const { token } = await previewBills(weekly.asAdmin, { month: "2026-12" });
  await issueBills(weekly.asAdmin, { month: "2026-12", token });
  const { id: lessonId = "" } = lessons[1] ?? {};
  await forceStatus(services, lessonId, "Potwierdzona");
  await cancelLesson(weekly.asStudent, { lessonId });
  const due = async () => (await getMyMoney(weekly.asStudent, {})).due;
  const [before, sentence] = [
    await due(),
    async (block: number, date = "2026-12-15") =>
      plain((await previewBooking(weekly.asStudent, booking(block, date))).sentence),
  ];
  expect(await previewBooking(weekly.asStudent, booking(9, "2026-12-15"))).toMatchObject({ covered: 0 });
  expect(await sentence(9)).toMatch(/, do zapłaty w rachunku za grudzień 2026$/);
  const double = { ...booking(9, "2026-12-15"), blocks: 2 as const };
  expect(plain((await previewBooking(weekly.asStudent, double)).sentence)).toMatch(
    /, do zapłaty w rachunkach za grudzień 2026 i styczeń 2027$/,
  );
  await bookLesson(weekly.asStudent, booking(9, "2026-12-15"));
  expect(await due()).toBe(before);
  expect(await sentence(10)).toMatch(/, do zapłaty w rachunku za styczeń 2027$/);
});

describe("a weekly lesson", () => {
  test.each([
    [0, "5 lekcji × P zł = S zł; płacisz na bieżąco, najbliższa wpłata P zł do 24 listopada"],
    [1, "5 lekcji × P zł = S zł; 1 jest opłacona; płacisz na bieżąco, najbliższa wpłata P zł do 1 grudnia"],
    [2, "5 lekcji × P zł = S zł; 2 są opłacone; płacisz na bieżąco, najbliższa wpłata P zł do 8 grudnia"],
    [7, "5 lekcji × P zł = S zł; wszystkie są już opłacone"],
  ])("with %i paid lessons", async (paid, sentence) => {
    if (paid > 0) await pay(paid);
    const price = await priceOf();
    const { consequence } = await previewSeries(weekly.asStudent, weekly.body());
    expect(consequence).toMatchObject({
      lessons: 5,
      amount: 5 * price,
      covered: Math.min(paid, 5),
      freeUntil: "2026-11-23T15:45:00.000Z",
    });
    expect(plain(consequence?.sentence ?? "")).toBe(
      sentence.replaceAll("P", String(price)).replace("S", String(5 * price)),
    );
  });

  test("of two hours asks first for both of a day; a date at another hour counts by its own", async () => {
    const price = await priceOf();
    const body = weekly.body({ blocks: 2, changes: [{ date: "2026-11-24", block: 5 }] });
    const { consequence } = await previewSeries(weekly.asStudent, body);
    expect(consequence).toMatchObject({ lessons: 10, freeUntil: "2026-11-23T11:25:00.000Z" });
    expect(plain(consequence?.sentence ?? "")).toContain(`najbliższa wpłata ${2 * price} zł do 24 listopada`);
    await pay(3);
    const shown = (await previewSeries(weekly.asStudent, body)).consequence;
    expect(plain(shown?.sentence ?? "")).toContain(`najbliższa wpłata ${price} zł do 1 grudnia`);
  });

  test("is paid for by nothing that expires before its lessons", async () => {
    await pay(4, "2026-12-05");
    const { consequence } = await previewSeries(weekly.asStudent, weekly.body());
    expect(consequence).toMatchObject({ lessons: 5, covered: 2 });
    expect(plain(consequence?.sentence ?? "")).toContain("; 2 są opłacone; płacisz na bieżąco, najbliższa");
    expect(consequence?.sentence).toContain("do 8 grudnia");
    expect((await previewBooking(weekly.asStudent, booking(9, "2026-12-06"))).covered).toBe(0);
  });

  test("tells teachers nothing of money, administrators what students are told", async () => {
    expect((await previewSeries(weekly.asTeacher, weekly.body())).consequence).toBeNull();
    const shown = (await previewSeries(weekly.asStudent, weekly.body())).consequence;
    expect((await previewSeries(weekly.asAdmin, weekly.body())).consequence).toEqual(shown);
  });

  test("says of a move what has to be confirmed", async () => {
    const { token } = await previewSeries(weekly.asStudent, weekly.body());
    const { id: seriesId } = await createSeries(weekly.asStudent, { ...weekly.body(), token });
    const move = { seriesId, from: "2026-12-01", weekday: "sr" as const, block: 10 };
    expect((await previewMove(weekly.asStudent, move)).consequence).toMatchObject({
      lessons: 3,
      amount: 0,
      covered: 0,
      sentence:
        "3 lekcje przechodzą na środy 17:50; nauczyciel musi potwierdzić; do tego czasu zostają wtorki",
    });
    expect((await previewMove(weekly.asAdmin, move)).consequence?.sentence).toBe(
      "3 lekcje przechodzą na środy 17:50",
    );
    expect((await previewMove(weekly.asTeacher, move)).consequence).toBeNull();
  });
});

test("cancelling late loses the lesson that is paid for, or costs one that is not", async () => {
  const price = await priceOf();
  const [first, second] = [
    await bookLesson(weekly.asStudent, booking(9)),
    await bookLesson(weekly.asStudent, booking(10, addDays("2026-11-24", 1))),
  ];
  for (const { id } of [first, second]) {
    await services.db.prisma.lesson.update({ where: { id }, data: { status: "Potwierdzona" } });
  }
  await pay(1);
  const sentences = async (ids: string[]) => {
    const terms = await Promise.all(
      ids.map((lessonId) => getCancellationTerms(weekly.asStudent, { lessonId })),
    );
    return terms.map(
      ({ consequence }) => consequence && { ...consequence, sentence: plain(consequence.sentence) },
    );
  };
  expect(await sentences([first.id])).toMatchObject([
    { amount: 0, covered: 1, sentence: "Bezpłatne odwołanie do pon. 23.11, 16:45" },
  ]);
  services.clock.time = new Date(blockStart(first.date, first.block).getTime() - 60_000);
  expect(await sentences([first.id, second.id])).toMatchObject([
    { amount: price, covered: 1, sentence: `Stracisz 1 opłaconą lekcję (${price} zł)` },
    { amount: 0, covered: 0, sentence: "Bezpłatne odwołanie do wt. 24.11, 17:50" },
  ]);
  services.clock.time = new Date(blockStart(second.date, second.block).getTime() - 60_000);
  expect(await sentences([second.id])).toMatchObject([
    {
      amount: price,
      covered: 0,
      sentence: `Termin bezpłatnego odwołania minął: za tę lekcję trzeba zapłacić ${price} zł`,
    },
  ]);
  expect((await getCancellationTerms(weekly.asTeacher, { lessonId: second.id })).consequence).toBeNull();
});

describe("cancelling a double lesson late of which one hour is paid for", () => {
  const terms = async () => {
    const { id } = await bookLesson(weekly.asStudent, { ...booking(9), blocks: 2 });
    await services.db.prisma.lesson.updateMany({
      where: { studentId: weekly.student.id, deletedAt: null },
      data: { status: "Potwierdzona" },
    });
    await pay(1);
    services.clock.time = new Date(blockStart("2026-11-24", 9).getTime() - 60_000);
    const { unpaid, consequence } = await getCancellationTerms(weekly.asStudent, { lessonId: id });
    if (!consequence) throw new Error("no consequence");
    await cancelLesson(weekly.asStudent, { lessonId: id });
    const { due } = await getMyMoney(weekly.asStudent, {});
    const label = plain(cancellingLabel({ ...consequence, unpaid }));
    return { ...consequence, label, due, sentence: plain(consequence.sentence) };
  };

  test("loses it and leaves the other one to be paid: sentence, button and what is due agree", async () => {
    const price = await priceOf();
    expect(await terms()).toMatchObject({
      amount: 2 * price,
      covered: 1,
      sentence: `Stracisz 1 opłaconą lekcję (${price} zł); za drugą trzeba zapłacić ${price} zł`,
      label: `Odwołaj, strać lekcję (${price} zł) i zapłać ${price} zł`,
      due: price,
    });
  });

  test("leaves nothing to be paid where the month's allowance makes the other one free", async () => {
    const version = (await getPolicy(weekly.asAdmin))?.version ?? 0;
    await savePolicy(weekly.asAdmin, { ...LATE_CHARGED, freeLatePerMonth: 1, version });
    const price = await priceOf();
    expect(await terms()).toMatchObject({
      amount: price,
      covered: 1,
      sentence: `Stracisz 1 opłaconą lekcję (${price} zł)`,
      label: `Odwołaj i strać lekcję (${price} zł)`,
      due: 0,
    });
  });
});

test("ending a weekly lesson says how many lessons go, and which of them cost nevertheless", async () => {
  const price = await priceOf();
  const series = await weekly.book(weekly.asStudent, { to: "2026-12-08" });
  const ending = async (ctx = weekly.asStudent) =>
    (await previewEnd(ctx, { seriesId: series.id, from: "2026-11-24" })).consequence;
  expect(await ending()).toMatchObject({ lessons: 3, amount: 0, sentence: "Odwołasz bezpłatnie: 3 lekcje" });
  await services.db.prisma.lesson.updateMany({
    where: { seriesId: series.id },
    data: { status: "Potwierdzona" },
  });
  services.clock.time = new Date(blockStart("2026-11-24", 9).getTime() - 60_000);
  const shown = await ending();
  expect(shown).toMatchObject({ lessons: 3, amount: price });
  expect(plain(shown?.sentence ?? "")).toBe(
    `Odwołasz: 3 lekcje; po terminie, płatne mimo odwołania: 1 lekcja (${price} zł)`,
  );
  // These two end on the teacher's side, which never charges.
  expect(await ending(weekly.asTeacher)).toBeNull();
  expect(await ending(weekly.asAdmin)).toBeNull();
});
