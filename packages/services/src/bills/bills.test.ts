import { billTexts } from "@korki/contracts/texts/bills";
import { zloty } from "@korki/contracts/texts/money";
import { newId, toDbDate, transact } from "@korki/db";
import { addDays, BLOCKS, billedAmount, type CivilDate, instantOf, type Subject } from "@korki/domain";
import { readNotification } from "@korki/notifications";
import { beforeEach, describe, expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { saveCentreSettings } from "../centre/centre-settings";
import { addClosure } from "../closures/add-closure";
import { remindWeekly } from "../debts/remind-weekly";
import { listHistory } from "../history/list-history";
import { bookLesson } from "../lessons/book-lesson";
import { getMyMoney, getStudentMoney } from "../money/get-money";
import { renderContext } from "../notifications/render-context";
import { revalidate } from "../notifications/revalidate";
import { placeOrder, sendPaymentLink } from "../orders/place-order";
import { settleOrder } from "../orders/settle-order";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { erasePerson } from "../privacy/personal-data";
import { answerMove, withdrawMove } from "../series/answer-move";
import { createSeries, previewSeries } from "../series/create-series";
import { previewExtension } from "../series/extend-series";
import { moveSeries, previewMove } from "../series/move-series";
import { bookingOf, type Classroom, makeClassroom, makeStudentOf } from "../testing/classroom";
import type { FakeProvider } from "../testing/fake-provider";
import { makeChild, makeGuardian } from "../testing/families";
import { somebodyWaits } from "../testing/lock-waits";
import { outboxOf } from "../testing/outbox";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { actWithUndo, undoAct } from "../undo/undo";
import { getBilling, getPayerMode, returnBalance, saveBilling, setPayerMode } from "./billing-settings";
import { issueBills, issueDueBills, previewBills } from "./issue-bills";
import { decideOverdue, withdrawBill } from "./manage-bill";
import { payBillByHand } from "./pay-bill";
import { getBill, listBillsOfMonth, listMyBills } from "./read-bills";
import { remindOfBills } from "./remind-of-bills";
import { renderBillFile } from "./render-bill";

const services = await openTestServices();
const provider = services.payments as FakeProvider;
const { prisma } = services.db;
const admin = await makePerson(services, "Admin");
const asAdmin = personCtx(services, admin);
const DECEMBER = "2026-12";
const PAGE = { page: 1, pageSize: 100 };
let room: Classroom;
let payer: Person;

beforeEach(async () => {
  services.freshLimits();
  services.clock.time = instantOf("2026-11-22", 10 * 60);
  await services.db.pool.query(
    "DELETE FROM bill_runs; DELETE FROM billing_payers; UPDATE invoicing_settings SET mode = 'off'",
  );
  await saveBilling(asAdmin, { defaultMode: "perLesson", issueDay: 25, dueDay: 10, halves: false });
  room = await makeClassroom(services);
  payer = await makePerson(services, "Parent");
  await makeGuardian(services, payer, room.student, { isPayer: true });
  await setPayerMode(asAdmin, { payerId: payer.id, mode: "advance" });
});

const asPayer = () => personCtx(services, payer);

/** Planned lessons on these days. */
async function lessons(
  days: readonly CivilDate[],
  { price = 90, subject = "Matematyka" as Subject, student = room.student, status = "Potwierdzona" } = {},
) {
  const data = days.map((date, at) => ({
    id: newId(),
    teacherId: room.teacher.id,
    studentId: student.id,
    date: toDbDate(date),
    block: at % BLOCKS.length,
    subject,
    level: "liceumP",
    title: subject,
    status,
    price,
    rate: 60,
  }));
  await prisma.lesson.createMany({ data });
  return data.map(({ id }) => id);
}

const TUESDAYS = ["2026-12-01", "2026-12-08", "2026-12-15", "2026-12-22"];
const prepay = (lessonAmount: number, expiresOn: CivilDate | null = null) =>
  addPayment(
    asAdmin,
    {
      studentId: room.student.id,
      moneyAmount: 90 * lessonAmount,
      lessonAmount,
      expiresOn,
      subject: "Matematyka",
      level: "liceumP",
      description: "",
    },
    null,
  );
const myPreview = async (month = DECEMBER) =>
  (await previewBills(asAdmin, { month })).bills.find(({ payerId }) => payerId === payer.id);

async function issued(month = DECEMBER) {
  const { token } = await previewBills(asAdmin, { month });
  await issueBills(asAdmin, { month, token });
  const bill = (await listMyBills(asPayer(), PAGE)).items.find((each) => each.month === month);
  if (!bill) throw new Error("no bill");
  return bill;
}

/** Sums that have to agree whatever happened: what is due, what the bill leaves, what bought lessons. */
async function agrees() {
  const { items } = await listMyBills(asPayer(), PAGE);
  const left = items
    .filter(({ status }) => status === "open" || status === "half")
    .reduce((sum, { amount, paid }) => sum + amount - paid, 0);
  const children = [...new Set(items.flatMap(({ lines }) => lines.map(({ studentId }) => studentId)))];
  const due = await Promise.all(children.map((studentId) => getStudentMoney(asAdmin, { studentId })));
  expect(due.reduce((sum, money) => sum + money.due, 0)).toBe(left);
}

describe("a preview", () => {
  test("shows the month's lessons per child and subject, less what is paid for", async () => {
    const sister = await makeStudentOf(services, room.teacher);
    await makeGuardian(services, payer, sister, { isPayer: true });
    await lessons(TUESDAYS);
    await lessons(["2026-12-02"], { subject: "Fizyka", price: 100 });
    await lessons(["2026-12-03", "2026-12-10"], { student: sister, price: 80 });
    await prepay(3);
    expect(await myPreview()).toMatchObject({
      month: DECEMBER,
      dueOn: "2026-12-10",
      amount: 350,
      paid: 0,
      balance: 0,
      status: "open",
      previous: null,
    });
    const lines = (await myPreview())?.lines ?? [];
    expect(lines).toHaveLength(3);
    expect(
      lines.find(({ subject, studentId }) => subject === "Matematyka" && studentId === room.student.id),
    ).toMatchObject({
      planned: 4,
      prepaid: 3,
      billed: 1,
      amount: 90,
    });
    for (const { planned, prepaid, billed } of lines) expect(planned).toBe(prepaid + billed);
  });

  test("says what a changed line comes to: what is issued with the change", async () => {
    await lessons(TUESDAYS.slice(0, 2));
    await lessons(TUESDAYS.slice(2), { price: 100 });
    await lessons(["2026-12-02"], { subject: "Fizyka", price: 70 });
    const [individual] = await prisma.individualPrice.createManyAndReturn({
      data: [{ id: newId(), studentId: room.student.id, level: "liceumP", price: 85, rate: 60 }],
    });
    const level = "liceumP" as const;
    const physics = { lessonAmount: 1, moneyAmount: 70, subject: "Fizyka", level } as const;
    await addPayment(asAdmin, { ...physics, studentId: room.student.id, description: "" }, null);
    const billed = { Matematyka: [3, 6], Fizyka: [2, 0] } as const;
    for (const at of [0, 1]) {
      const { bills, token } = await previewBills(asAdmin, { month: DECEMBER });
      const lines = bills.find(({ payerId }) => payerId === payer.id)?.lines ?? [];
      expect(lines).toMatchObject([
        { subject: "Fizyka", prices: [], morePrice: individual?.price },
        { subject: "Matematyka", prices: [90, 90, 100, 100], morePrice: 100 },
      ]);
      const changed = lines.map((line) => ({ ...line, billed: billed[line.subject as "Fizyka"][at] ?? 0 }));
      const changes = changed.map(({ studentId, subject, ...line }) => ({
        payerId: payer.id,
        studentId,
        subject,
        level,
        billed: line.billed,
      }));
      await issueBills(asAdmin, { month: DECEMBER, token, changes });
      const bill = (await listMyBills(asPayer(), PAGE)).items.find(({ status }) => status === "open");
      expect(bill?.amount).toBe(changed.reduce((sum, line) => sum + billedAmount(line, line.billed), 0));
      expect(bill?.amount).toBe([450, 580][at]);
      await withdrawBill(asAdmin, { id: bill?.id ?? "", reason: "pomyłka" });
    }
  });

  test.each([
    ["before", "booking"],
    ["after", "booking"],
  ])("counts nothing that expires before the lesson, paid %s %s", async (when) => {
    if (when === "before") await prepay(4, "2026-12-10");
    await lessons(TUESDAYS);
    if (when === "after") await prepay(4, "2026-12-10");
    expect((await myPreview())?.lines).toMatchObject([{ planned: 4, prepaid: 2, billed: 2, amount: 180 }]);
  });

  test("adds lessons of earlier months that nothing paid for and no bill asked for", async () => {
    await lessons(["2026-11-03", "2026-11-10"], { status: "Zrealizowana" });
    await lessons(TUESDAYS);
    await prepay(1);
    expect((await myPreview())?.lines).toMatchObject([{ planned: 5, prepaid: 0, billed: 5 }]);
    await issued();
    await lessons(["2027-01-05", "2026-12-29"]);
    expect((await myPreview("2027-01"))?.lines).toMatchObject([{ planned: 2, prepaid: 0, billed: 2 }]);
  });

  test("is smaller by lessons that were cancelled free of charge after a bill", async () => {
    const [first = ""] = await lessons(TUESDAYS);
    const bill = await issued();
    await prisma.lesson.update({ where: { id: first }, data: { status: "Odwolana przez nauczyciela" } });
    expect((await getBill(asPayer(), bill)).amount).toBe(360);
    await lessons(["2027-01-05", "2027-01-12"]);
    expect((await myPreview("2027-01"))?.lines).toMatchObject([{ planned: 2, prepaid: 1, billed: 1 }]);
    expect(await myPreview("2027-01")).toMatchObject({ previous: 360 });
  });

  test("answers for twelve months, and in arrears only after the month, of what was delivered", async () => {
    await expect(previewBills(asAdmin, { month: "2028-01" })).rejects.toMatchObject({ code: "input" });
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "arrears" });
    await lessons(TUESDAYS.slice(0, 2));
    await lessons(["2026-12-16"], { status: "Zrealizowana" });
    expect(await myPreview()).toBeUndefined();
    services.clock.time = instantOf("2027-01-01", 8 * 60);
    expect(await myPreview()).toMatchObject({ dueOn: "2027-01-10", lines: [{ planned: 1, billed: 1 }] });
  });
});

describe("issuing", () => {
  test("repeats its answer, refuses a stale token with a fresh preview, and changes what is wanted", async () => {
    await lessons(TUESDAYS);
    const stale = await previewBills(asAdmin, { month: DECEMBER });
    await lessons(["2026-12-03"], { subject: "Fizyka" });
    await expect(issueBills(asAdmin, { month: DECEMBER, token: stale.token })).rejects.toMatchObject({
      code: "conflict",
      details: { preview: { bills: expect.any(Array) } },
    });
    const { token } = await previewBills(asAdmin, { month: DECEMBER });
    const line = {
      payerId: payer.id,
      studentId: room.student.id,
      subject: "Matematyka",
      level: "liceumP",
    } as const;
    const unknown = { ...line, subject: "Polski", billed: 1 } as const;
    await expect(issueBills(asAdmin, { month: DECEMBER, token, changes: [unknown] })).rejects.toMatchObject({
      code: "input",
    });
    const body = { month: DECEMBER, token, changes: [{ ...line, billed: 2 }] };
    const answers = await Promise.all([1, 2, 3].map(() => issueBills(asAdmin, body)));
    expect(answers).toEqual([{ issued: 1 }, { issued: 1 }, { issued: 1 }]);
    services.clock.time = new Date(services.clock.time.getTime() + 20 * 60_000);
    expect(await issueBills(asAdmin, body)).toEqual({ issued: 1 });
    const [bill] = (await listMyBills(asPayer(), PAGE)).items;
    expect(bill).toMatchObject({ amount: 270, status: "open", paid: 0 });
    expect(bill?.payUrl).toMatch(new RegExp(`/rachunek/${bill?.id}$`));
    const kinds = (await outboxOf(services, payer.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "bill-issued")).toHaveLength(1);
    await agrees();
  });

  test("answers with a fresh preview where a payment is voided meanwhile that had left a balance", async () => {
    await lessons(TUESDAYS);
    const bill = await issued();
    const [paid] = await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 400 }, null);
    await lessons(["2027-01-05"]);
    const month = "2027-01";
    expect(await myPreview(month)).toMatchObject({ amount: 50, balance: 40 });
    const { token } = await previewBills(asAdmin, { month });
    const calls = await transact(services.db, async (tx) => {
      const db = { ...services.db, tx };
      await voidPayment({ ...asAdmin, db }, { id: paid?.id ?? "" });
      const call = issueBills(asAdmin, { month, token }).catch((error: unknown) => error);
      await somebodyWaits(services.db);
      return [call];
    });
    expect(await Promise.all(calls)).toMatchObject([
      {
        code: "conflict",
        message: billTexts.previewOutdated,
        details: { preview: { bills: [{ amount: 90, balance: 0 }] } },
      },
    ]);
  });

  test("regards the price of a lesson more only where a line asks for more", async () => {
    await lessons(TUESDAYS);
    await prepay(4);
    await lessons(["2026-12-03"], { subject: "Fizyka" });
    const { token } = await previewBills(asAdmin, { month: DECEMBER });
    await prisma.individualPrice.create({
      data: { id: newId(), studentId: room.student.id, level: "liceumP", price: 85, rate: 60 },
    });
    const line = { payerId: payer.id, studentId: room.student.id, level: "liceumP" } as const;
    const more = { ...line, subject: "Matematyka", billed: 1 } as const;
    await expect(issueBills(asAdmin, { month: DECEMBER, token, changes: [more] })).rejects.toMatchObject({
      code: "conflict",
      details: { preview: { bills: expect.any(Array) } },
    });
    expect(await issueBills(asAdmin, { month: DECEMBER, token })).toEqual({ issued: 1 });
    expect((await listMyBills(asPayer(), PAGE)).items).toMatchObject([{ amount: 90 }]);
  });

  test("leaves out whom the administrator leaves out, by the worker as well", async () => {
    await lessons(TUESDAYS);
    const { token } = await previewBills(asAdmin, { month: DECEMBER });
    const without = { month: DECEMBER, token, without: [payer.id] };
    await issueBills(asAdmin, without);
    services.clock.time = instantOf("2026-11-25", 9 * 60);
    await issueDueBills(services);
    expect((await listMyBills(asPayer(), PAGE)).total).toBe(0);
  });

  test("leaves out whose lines the administrator changed to nothing, by the worker as well", async () => {
    await lessons(TUESDAYS);
    const { token } = await previewBills(asAdmin, { month: DECEMBER });
    const line = { studentId: room.student.id, subject: "Matematyka", level: "liceumP" } as const;
    const changes = [{ payerId: payer.id, ...line, billed: 0 }];
    await issueBills(asAdmin, { month: DECEMBER, token, changes });
    services.clock.time = instantOf("2026-11-25", 9 * 60);
    await issueDueBills(services);
    expect((await listMyBills(asPayer(), PAGE)).total).toBe(0);
    expect((await myPreview())?.amount).toBe(360);
  });

  test("that the administrator changed to what the balance pays for is bought at once, and asked for by nobody", async () => {
    await lessons(TUESDAYS);
    await prisma.billingPayer.update({ where: { payerId: payer.id }, data: { balance: 100 } });
    const { token } = await previewBills(asAdmin, { month: DECEMBER });
    const line = { studentId: room.student.id, subject: "Matematyka", level: "liceumP" } as const;
    const body = { month: DECEMBER, token, changes: [{ payerId: payer.id, ...line, billed: 1 }] };
    for (let time = 0; time < 2; time += 1) expect(await issueBills(asAdmin, body)).toEqual({ issued: 0 });
    services.clock.time = instantOf("2026-11-25", 9 * 60);
    await issueDueBills(services);
    expect((await listMyBills(asPayer(), PAGE)).total).toBe(0);
    expect(await prisma.payment.findMany({ where: { studentId: room.student.id } })).toMatchObject([
      { moneyAmount: 90, lessonAmount: 1, method: "inne" },
    ]);
    expect((await prisma.billingPayer.findUnique({ where: { payerId: payer.id } }))?.balance).toBe(10);
    expect(await myPreview()).toMatchObject({ amount: 260, balance: 10 });
  });

  test("is the worker's at 9:00 of the day, once by any number of them, and is made up for", async () => {
    await lessons(TUESDAYS);
    services.clock.time = instantOf("2026-11-25", 9 * 60 - 1);
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
    services.clock.time = instantOf("2026-12-04", 12 * 60);
    const workers = await Promise.all([1, 2, 3].map(() => issueDueBills(services)));
    expect(workers.reduce((sum, { issued: count }) => sum + count, 0)).toBe(1);
    const { items } = await listMyBills(asPayer(), PAGE);
    expect(items).toMatchObject([{ month: DECEMBER, dueOn: "2026-12-11", amount: 360 }]);
    await lessons(["2026-12-30"]);
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
  });

  test("does nothing by itself for a mode or a day that was set after it", async () => {
    await lessons(TUESDAYS);
    services.clock.time = instantOf("2026-11-26", 12 * 60);
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "perLesson" });
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "advance" });
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
  });

  test("comes on a later day that is set after the first one has passed", async () => {
    services.clock.time = instantOf("2026-11-26", 12 * 60);
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
    await saveBilling(asAdmin, { ...(await getBilling(asAdmin)), issueDay: 28 });
    await lessons(TUESDAYS);
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
    services.clock.time = instantOf("2026-11-28", 9 * 60);
    expect(await issueDueBills(services)).toEqual({ issued: 1 });
    expect((await listMyBills(asPayer(), PAGE)).items).toMatchObject([{ month: DECEMBER, amount: 360 }]);
    await lessons(["2026-12-30"]);
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
  });
});

describe("a bill", () => {
  test("is what is due, and is paid online in one order: one payment per line", async () => {
    await lessons(TUESDAYS);
    await lessons(["2026-12-02"], { subject: "Fizyka", price: 100 });
    expect(await getMyMoney(asPayer(), { studentId: room.student.id })).toMatchObject({
      due: 0,
      plannedLater: 460,
      isBilled: true,
    });
    const bill = await issued();
    expect(await getMyMoney(asPayer(), { studentId: room.student.id })).toMatchObject({
      due: 460,
      dueBy: "2026-12-10",
      plannedLater: 0,
    });
    const order = await placeOrder(asPayer(), { billId: bill.id });
    expect(order).toMatchObject({ amount: 460, items: [{ lessons: 4 }, { lessons: 1 }] });
    expect((await placeOrder(asPayer(), { billId: bill.id })).id).toBe(order.id);
    await expect(placeOrder(room.asStudent, { billId: bill.id })).rejects.toMatchObject({
      code: "not_found",
    });
    await settleOrder(services, provider, provider.pay(order.id, 460).payment);
    expect(await getBill(asPayer(), bill)).toMatchObject({ status: "paid", paid: 460, orderId: order.id });
    const payments = await prisma.payment.findMany({ where: { billId: bill.id } });
    expect(payments.map(({ moneyAmount, lessonAmount }) => [moneyAmount, lessonAmount]).sort()).toEqual([
      [100, 1],
      [360, 4],
    ]);
    await expect(placeOrder(asPayer(), { billId: bill.id })).rejects.toMatchObject({ code: "conflict" });
    await agrees();
  });

  test("is due after all of its lessons were cancelled, too: those are free in the next one", async () => {
    const ids = await lessons(TUESDAYS);
    await issued();
    await prisma.lesson.updateMany({
      where: { id: { in: ids } },
      data: { status: "Odwolana przez nauczyciela" },
    });
    expect(await getMyMoney(asPayer(), { studentId: room.student.id })).toMatchObject({ due: 360 });
    await agrees();
  });

  test("is paid by hand: whole lessons, the rest counts, and more than enough is the next bill's balance", async () => {
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    expect(await payBillByHand(asAdmin, { billId, moneyAmount: 50 }, null)).toEqual([]);
    await agrees();
    expect(await payBillByHand(asAdmin, { billId, moneyAmount: 150 }, null)).toMatchObject([
      { moneyAmount: 180, lessonAmount: 2 },
    ]);
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "open", paid: 200 });
    await agrees();
    const [last] = await payBillByHand(asAdmin, { billId, moneyAmount: 200 }, null);
    expect(last).toMatchObject({ moneyAmount: 180, lessonAmount: 2 });
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "paid", paid: 400 });
    await lessons(["2027-01-05", "2027-01-12"]);
    expect(await myPreview("2027-01")).toMatchObject({ amount: 140, balance: 40 });
    await voidPayment(asAdmin, { id: last?.id ?? "" });
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "open", paid: 220 });
    expect(await myPreview("2027-01")).toMatchObject({ balance: 0 });
    await agrees();
  });

  test("noted by hand is one message to each student, and one to the payer with the sum", async () => {
    const [sister, child] = [await makeStudentOf(services, room.teacher), await makeChild(services, payer)];
    await makeGuardian(services, payer, sister, { isPayer: true });
    await lessons(TUESDAYS);
    await lessons(["2026-12-02"], { subject: "Fizyka", price: 100 });
    await lessons(["2026-12-03"], { student: sister, price: 80 });
    await lessons(["2026-12-04"], { student: child, price: 70 });
    const { id: billId } = await issued();
    await payBillByHand(asAdmin, { billId, moneyAmount: 610 }, null);
    const noted = async (person: Person) =>
      (await outboxOf(services, person.id)).filter(({ kind }) => kind === "payment-noted");
    const sums = async (person: Person) =>
      (await noted(person)).map(({ facts: { moneyAmount, others = [] } }) =>
        [moneyAmount, ...(others as { moneyAmount: number }[]).map((each) => each.moneyAmount)].sort(),
      );
    expect(await sums(payer)).toEqual([[100, 360, 70, 80]]);
    expect(await sums(room.student)).toEqual([[100, 360]]);
    expect(await sums(sister)).toEqual([[80]]);
    expect(await noted(child)).toEqual([]);
  });

  test("noted by hand says to its payer what came, what waits and what is balance, also where it buys nothing", async () => {
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    const pay = async (moneyAmount: number) => {
      await prisma.notification.deleteMany({ where: { recipientId: { in: [payer.id, room.student.id] } } });
      await payBillByHand(asAdmin, { billId, moneyAmount }, null);
      const told = [await outboxOf(services, payer.id), await outboxOf(services, room.student.id)];
      return told.map((rows) => rows.map(({ kind, facts }) => [kind, facts.moneyAmount, facts.bills]));
    };
    const bill = { billId, month: DECEMBER };
    expect(await pay(50)).toEqual([
      [["bill-money", undefined, [{ ...bill, received: 50, toBill: 50, toBalance: 0 }]]],
      [],
    ]);
    expect(await pay(150)).toEqual([
      [["payment-noted", 180, [{ ...bill, received: 150, toBill: 20, toBalance: 0 }]]],
      [["payment-noted", 180, undefined]],
    ]);
    expect(await pay(200)).toEqual([
      [["payment-noted", 180, [{ ...bill, received: 200, toBill: 0, toBalance: 40 }]]],
      [["payment-noted", 180, undefined]],
    ]);
    const [row] = (await outboxOf(services, payer.id)).filter(({ kind }) => kind === "payment-noted");
    const stored = readNotification("payment-noted", row?.facts);
    if (typeof stored === "string") throw new Error(stored);
    const message = (await revalidate(services, stored, payer.id))?.message(
      await renderContext(services, "Parent"),
    );
    expect(message).toMatchObject({
      subject: `Wpłata zaksięgowana: ${zloty(200)}`,
      details: expect.arrayContaining([{ label: "Nadpłata do odliczenia", value: zloty(40) }]),
    });
  });

  test("of which the balance leaves nothing is not issued: the balance buys its lessons on the day", async () => {
    await services.db.pool.query(
      "UPDATE invoicing_settings SET mode = 'eachOrder', domain = 'd', token = 't', tax = '23', since = $1",
      [services.now()],
    );
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    await payBillByHand(asAdmin, { billId, moneyAmount: 460 }, null);
    await lessons(["2027-01-05"]);
    services.clock.time = instantOf("2026-12-25", 9 * 60);
    await issueDueBills(services);
    expect((await listMyBills(asPayer(), PAGE)).total).toBe(1);
    expect(await prisma.invoice.findMany({ where: { payerId: payer.id } })).toMatchObject([
      { kind: "invoice", amount: 360 },
      { kind: "invoice", amount: 90 },
    ]);
    expect(
      await prisma.payment.findFirst({ where: { studentId: room.student.id, method: "inne" } }),
    ).toMatchObject({
      moneyAmount: 90,
      lessonAmount: 1,
    });
    expect(await prisma.billingPayer.findUnique({ where: { payerId: payer.id } })).toMatchObject({
      balance: 10,
    });
    const [{ id } = { id: "" }] = await prisma.payment.findMany({
      where: { method: "inne", student: { id: room.student.id } },
    });
    const facts = { paymentId: id, moneyAmount: 90, lessonAmount: 1, balanceMonth: "2027-01" };
    for (const person of [payer, room.student]) {
      const told = (await outboxOf(services, person.id)).filter(({ kind }) => kind === "payment-noted");
      expect(told.filter(({ facts: { balanceMonth } }) => balanceMonth !== undefined)).toMatchObject([
        { facts },
      ]);
    }
    expect(await prisma.historyEntry.findMany({ where: { entityId: id } })).toMatchObject([
      { entity: "payment", action: "add", actorId: null, studentId: room.student.id },
    ]);
    // It is the balance of who paid, also once another parent does.
    await prisma.guardianship.updateMany({ where: { studentId: room.student.id }, data: { isPayer: false } });
    await makeGuardian(services, await makePerson(services, "Parent"), room.student, { isPayer: true });
    const balance = async () =>
      (await prisma.billingPayer.findUnique({ where: { payerId: payer.id } }))?.balance;
    const deleteOne = async (paymentId: string) => {
      const undoId = newId();
      await actWithUndo(asAdmin, undoId, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
      return { id: undoId };
    };
    const deleted = await deleteOne(id);
    expect(await balance()).toBe(100);
    // Taken back, the balance pays for it once more.
    await undoAct(asAdmin, deleted);
    expect(await balance()).toBe(10);
    const counting = await prisma.payment.findMany({
      where: { studentId: room.student.id, method: "inne", deletedAt: null },
    });
    expect(counting).toMatchObject([{ moneyAmount: 90, payerId: payer.id, createdById: null, billId: null }]);
    const paymentAgain = counting[0]?.id ?? "";
    const again = await deleteOne(paymentAgain);
    expect(await balance()).toBe(100);
    const told = (await outboxOf(services, payer.id)).filter(({ kind }) => kind === "payment-voided");
    expect(told).toMatchObject([
      { facts: { payments: [{ paymentId: paymentAgain }], bills: [], toBalance: 90 } },
    ]);
    await prisma.billingPayer.update({ where: { payerId: payer.id }, data: { balance: 89 } });
    await expect(undoAct(asAdmin, again)).rejects.toMatchObject({ code: "conflict" });
    expect(await balance()).toBe(89);
  });

  test("stays paid by what else came for it when one of its payments is voided", async () => {
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    const [first] = await payBillByHand(asAdmin, { billId, moneyAmount: 720 }, null);
    await voidPayment(asAdmin, { id: first?.id ?? "" });
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "paid", paid: 360 });
    const counting = await prisma.payment.findMany({ where: { billId, deletedAt: null } });
    expect(counting).toMatchObject([{ moneyAmount: 360, lessonAmount: 4 }]);
    await voidPayment(asAdmin, { id: counting[0]?.id ?? "" });
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "open", paid: 0 });
    expect((await prisma.billingPayer.findUnique({ where: { payerId: payer.id } }))?.balance).toBe(0);
    await agrees();
    for (const [person, bills] of [
      [room.student, [[], []]],
      [payer, [[{ billId, left: 360 }], [{ billId, left: 360 }]]],
    ] as const) {
      const told = (await outboxOf(services, person.id)).filter(({ kind }) => kind === "payment-voided");
      const shown = await Promise.all(
        told.map(async ({ kind, facts }) => {
          const stored = readNotification(kind, facts);
          return typeof stored === "string" ? null : (await revalidate(services, stored, person.id))?.facts;
        }),
      );
      expect(shown).toMatchObject(bills.map((open) => ({ bills: open })));
    }
  });

  test("a part of which the balance paid is as it was once its deleted payment is booked again", async () => {
    await prisma.billingPayer.update({ where: { payerId: payer.id }, data: { balance: 20 } });
    await lessons(["2026-12-01", "2026-12-08"]);
    const { id: billId, amount } = await issued();
    expect(amount).toBe(160);
    const [payment] = await payBillByHand(asAdmin, { billId, moneyAmount: 160 }, null);
    const [id, paymentId] = [newId(), payment?.id ?? ""];
    await actWithUndo(asAdmin, id, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "open", paid: 0 });
    await undoAct(asAdmin, { id });
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "paid", paid: 160 });
    expect(await prisma.billingPayer.findUnique({ where: { payerId: payer.id } })).toMatchObject({
      balance: 0,
    });
    await agrees();
  });

  test("that is opened again asks in every place for what the next bill has spent of it", async () => {
    await lessons(["2026-12-01", "2026-12-08"]);
    const { id: billId } = await issued();
    const [payment] = await payBillByHand(asAdmin, { billId, moneyAmount: 200 }, null);
    await lessons(["2027-01-05"]);
    expect(await issued("2027-01")).toMatchObject({ amount: 70, balance: 20 });
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "open", amount: 180, paid: 0 });
    await agrees();
    expect(await placeOrder(asPayer(), { billId })).toMatchObject({ amount: 180 });
    services.clock.time = instantOf("2026-12-24", 9 * 60);
    const overdue = (await getAttention(asAdmin)).find(({ kind }) => kind === "bill-overdue")?.items;
    expect(overdue?.find((item) => item.billId === billId)).toMatchObject({
      text: expect.stringContaining("180\u00a0zł"),
    });
    expect(await payBillByHand(asAdmin, { billId, moneyAmount: 180 }, null)).toHaveLength(1);
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "paid" });
    await agrees();
  });

  test("that was withdrawn leaves what was left over with its payer, whatever is voided later", async () => {
    await lessons(TUESDAYS);
    const { id } = await issued();
    const [bought] = await payBillByHand(asAdmin, { billId: id, moneyAmount: 100 }, null);
    await withdrawBill(asAdmin, { id, reason: "Pomyłka" });
    await voidPayment(asAdmin, { id: bought?.id ?? "" });
    expect((await prisma.billingPayer.findUnique({ where: { payerId: payer.id } }))?.balance).toBe(10);
    await agrees();
  });

  test("can be paid in halves, the earlier lessons first", async () => {
    await saveBilling(asAdmin, { ...(await getBilling(asAdmin)), halves: true });
    await lessons([...TUESDAYS, "2026-12-29"]);
    const { id: billId } = await issued();
    const first = await placeOrder(asPayer(), { billId, half: true });
    expect(first.amount).toBe(270);
    await settleOrder(services, provider, provider.pay(first.id, 270).payment);
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "half", paid: 270 });
    await agrees();
    services.clock.time = instantOf("2026-12-13", 9 * 60);
    const reminders = async () => {
      await remindOfBills(services);
      return (await outboxOf(services, payer.id)).filter(({ kind }) => kind === "bill-reminder");
    };
    expect(await reminders()).toEqual([]);
    expect(await getMyMoney(asPayer(), { studentId: room.student.id })).toMatchObject({
      due: 180,
      dueBy: "2026-12-20",
    });
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({
      dueOn: "2026-12-10",
      payBy: "2026-12-20",
    });
    services.clock.time = instantOf("2026-12-23", 9 * 60);
    expect(await reminders()).toMatchObject([{ facts: { amount: 180, dueOn: "2026-12-20" } }]);
    const rest = await placeOrder(asPayer(), { billId, half: true });
    expect(rest.amount).toBe(180);
    await settleOrder(services, provider, provider.pay(rest.id, 180).payment);
    expect(await getBill(asPayer(), { id: billId })).toMatchObject({ status: "paid" });
  });

  test("whose first half the balance paid for is open, and is paid in one order of the rest", async () => {
    await saveBilling(asAdmin, { ...(await getBilling(asAdmin)), halves: true });
    await lessons(TUESDAYS);
    const { id: first } = await issued();
    await payBillByHand(asAdmin, { billId: first, moneyAmount: 560 }, null);
    await lessons(["2027-01-05", "2027-01-12", "2027-01-19", "2027-01-26"]);
    const bill = await issued("2027-01");
    expect(bill).toMatchObject({ amount: 160, balance: 200, status: "open" });
    const order = await placeOrder(asPayer(), { billId: bill.id, half: true });
    expect(order).toMatchObject({ amount: 160, items: [{ lessons: 4, amount: 160 }] });
    const [part] = await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 10 }, null);
    expect(await getBill(asPayer(), bill)).toMatchObject({ status: "half" });
    await voidPayment(asAdmin, { id: part?.id ?? "" });
    expect(await getBill(asPayer(), bill)).toMatchObject({ status: "open" });
    await agrees();
  });

  test("is taken back while it is open, and its lessons are in the next one", async () => {
    await lessons(TUESDAYS);
    const bill = await issued();
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 50 }, null);
    expect(await withdrawBill(asAdmin, { id: bill.id, reason: "Pomyłka" })).toMatchObject({
      status: "withdrawn",
    });
    const told = (await outboxOf(services, payer.id)).filter(({ kind }) => kind === "bill-withdrawn");
    expect(told.map(({ facts }) => facts)).toEqual([
      { billId: bill.id, month: DECEMBER, amount: 360, credit: 50, reason: "Pomyłka" },
    ]);
    await expect(withdrawBill(asAdmin, { id: bill.id, reason: "Znowu" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await myPreview()).toMatchObject({ amount: 310, balance: 50 });
    services.clock.time = instantOf("2026-11-25", 9 * 60);
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
    await agrees();
  });

  test("belongs to its payer alone", async () => {
    await lessons(TUESDAYS);
    const bill = await issued();
    const stranger = await makePerson(services, "Parent");
    for (const ctx of [room.asStudent, personCtx(services, stranger)]) {
      await expect(getBill(ctx, bill)).rejects.toMatchObject({ code: "not_found" });
      await expect(renderBillFile(ctx, bill)).rejects.toMatchObject({ code: "not_found" });
    }
    for (const ctx of [asPayer(), asAdmin]) {
      const { fileName, content } = await renderBillFile(ctx, bill);
      expect(fileName).toBe("rachunek-2026-12.pdf");
      expect(content.subarray(0, 5).toString()).toBe("%PDF-");
    }
    expect((await getBill(asPayer(), bill)).paysOnline).toBe(true);
    expect((await getBill({ ...asPayer(), payments: null }, bill)).paysOnline).toBe(false);
    expect((await listMyBills(room.asStudent, PAGE)).total).toBe(0);
    const all = (await listBillsOfMonth(asAdmin, { month: DECEMBER, ...PAGE })).items;
    expect(all.map(({ id }) => id)).toContain(bill.id);
  });
});

describe("an overpayment", () => {
  beforeEach(async () => {
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    await payBillByHand(asAdmin, { billId, moneyAmount: 400 }, null);
  });
  const own = async () => (await listMyBills(asPayer(), PAGE)).overpaid;
  const shown = async () => (await getPayerMode(asAdmin, { payerId: payer.id })).overpaid;
  const giveBack = (amount: number) => returnBalance(asAdmin, { payerId: payer.id, amount });

  test("is shown to its payer and to administrators, also once the payer gets no more bills", async () => {
    expect([await own(), await shown()]).toEqual(Array(2).fill({ amount: 40, isBilled: true }));
    expect((await listMyBills(room.asStudent, PAGE)).overpaid).toBeNull();
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "perLesson" });
    expect([await own(), await shown()]).toEqual(Array(2).fill({ amount: 40, isBilled: false }));
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "advance" });
    await prisma.guardianship.updateMany({ where: { parentId: payer.id }, data: { isPayer: false } });
    expect([await own(), await shown()]).toEqual(Array(2).fill({ amount: 40, isBilled: false }));
  });

  test("that was given back is on no bill, and its history says so", async () => {
    await giveBack(40);
    expect([await own(), await shown()]).toEqual([null, null]);
    await lessons(["2027-01-05", "2027-01-12"]);
    expect(await myPreview("2027-01")).toMatchObject({ amount: 180, balance: 0 });
    const { items } = await listHistory(asAdmin, { entity: "account", entityId: payer.id, limit: 10 });
    expect(items).toContainEqual(
      expect.objectContaining({
        action: "returnBalance",
        changes: [{ field: "moneyAmount", from: 40, to: 0 }],
      }),
    );
    await agrees();
  });

  test("is given back only as it was shown, and once", async () => {
    await expect(giveBack(50)).rejects.toMatchObject({ code: "conflict", message: billTexts.balanceChanged });
    const twice = await Promise.allSettled([giveBack(40), giveBack(40)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(giveBack(40)).rejects.toMatchObject({ code: "conflict" });
    const teacher = { payerId: room.teacher.id, amount: 40 };
    await expect(returnBalance(asAdmin, teacher)).rejects.toMatchObject({ code: "not_found" });
  });

  test("that was given back no longer counts for its bill, should the payment be voided", async () => {
    await giveBack(40);
    const [payment] = await prisma.payment.findMany({ where: { studentId: room.student.id } });
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect((await listMyBills(asPayer(), PAGE)).items).toMatchObject([
      { status: "open", amount: 360, paid: 0 },
    ]);
    expect(await own()).toBeNull();
    await agrees();
  });
});

test("a child without a login pays nothing itself: without a payer, the parent who may pay is billed", async () => {
  const child = await makeChild(services, payer);
  await prisma.teachingRelation.create({ data: { teacherId: room.teacher.id, studentId: child.id } });
  const [mother, father] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
  for (const parent of [mother, father]) {
    await makeGuardian(services, parent, child);
    await setPayerMode(asAdmin, { payerId: parent.id, mode: "advance" });
  }
  // The paying parent's last day has passed, and the mother cannot sign in.
  await prisma.guardianship.updateMany({
    where: { parentId: payer.id, studentId: child.id },
    data: { firstDay: toDbDate("2026-01-01"), lastDay: toDbDate("2026-01-31") },
  });
  await lessons(TUESDAYS, { student: child });
  const payerOf = async () =>
    (await previewBills(asAdmin, { month: DECEMBER })).bills.find(({ lines }) =>
      lines.some(({ studentId }) => studentId === child.id),
    )?.payerId;
  expect(await payerOf()).toBe(mother.id);
  await prisma.user.update({ where: { id: mother.id }, data: { isDisabled: true } });
  expect(await payerOf()).toBe(father.id);

  const items = [{ subject: "Fizyka", level: "liceumP", lessons: 1 } as const];
  const link = await sendPaymentLink(asAdmin, { studentId: child.id, items });
  expect(link.payerId).toBe(father.id);
  expect(await outboxOf(services, father.id)).toContainEqual(
    expect.objectContaining({ kind: "payment-link", facts: expect.objectContaining({ orderId: link.id }) }),
  );
  const { token } = await previewBills(asAdmin, { month: DECEMBER });
  await issueBills(asAdmin, { month: DECEMBER, token });
  const asFather = personCtx(services, father);
  const [bill] = (await listMyBills(asFather, PAGE)).items;
  expect(await getBill(asFather, { id: bill?.id ?? "" })).toMatchObject({ amount: 360, status: "open" });
  const order = await placeOrder(asFather, { studentId: child.id, due: true });
  expect(order).toMatchObject({ amount: 360, status: "open" });
  await settleOrder(services, provider, provider.pay(order.id, 360).payment);
  expect(await getBill(asFather, { id: bill?.id ?? "" })).toMatchObject({ status: "paid" });
  const told = await outboxOf(services, father.id);
  expect(told.filter(({ kind }) => kind === "bill-issued")).toHaveLength(1);
});

describe("an unpaid bill", () => {
  test("is reminded of once, three days after it was due, and not again by the weekly reminder that day", async () => {
    await lessons(TUESDAYS);
    const bill = await issued();
    // The reminder's day is a Monday.
    await prisma.bill.update({ where: { id: bill.id }, data: { dueOn: toDbDate("2026-12-11") } });
    await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
    services.clock.time = instantOf("2026-12-14", 9 * 60 - 1);
    expect(await remindOfBills(services)).toEqual({ reminded: 0 });
    services.clock.time = instantOf("2026-12-14", 9 * 60);
    await Promise.all([1, 2].map(() => remindOfBills(services)));
    await prisma.centreSettings.updateMany({ data: { weeklyDebtReminderSince: null, remindedWeek: null } });
    await remindWeekly(services);
    const kinds = (await outboxOf(services, payer.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "bill-reminder")).toHaveLength(1);
    expect(kinds).not.toContain("debt-reminder");
  });

  test("whose first half was reminded of and paid late is reminded of once more, of its second half", async () => {
    await saveBilling(asAdmin, { ...(await getBilling(asAdmin)), halves: true });
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    const remindedOn = async (date: CivilDate) => {
      services.clock.time = instantOf(date, 9 * 60);
      await remindOfBills(services);
      return (await outboxOf(services, payer.id))
        .filter(({ kind }) => kind === "bill-reminder")
        .map(({ facts }) => facts.dueOn);
    };
    expect(await remindedOn("2026-12-13")).toEqual(["2026-12-10"]);
    await payBillByHand(asAdmin, { billId, moneyAmount: 180 }, null);
    expect(await remindedOn("2026-12-22")).toEqual(["2026-12-10"]);
    expect(await remindedOn("2026-12-23")).toEqual(["2026-12-10", "2026-12-20"]);
    expect(await remindedOn("2026-12-24")).toEqual(["2026-12-10", "2026-12-20"]);
  });

  test("of which both reminders of a Monday were missed is reminded of once", async () => {
    await lessons(TUESDAYS);
    const bill = await issued();
    await prisma.bill.update({ where: { id: bill.id }, data: { dueOn: toDbDate("2026-12-11") } });
    await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
    await prisma.centreSettings.updateMany({ data: { weeklyDebtReminderSince: null, remindedWeek: null } });
    services.clock.time = instantOf("2026-12-15", 9 * 60);
    await remindOfBills(services);
    await remindWeekly(services);
    const kinds = (await outboxOf(services, payer.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.endsWith("-reminder"))).toEqual(["bill-reminder"]);
  });

  test("that was reminded of that day is no part of the weekly reminder, also when that is delivered", async () => {
    await lessons(["2026-12-01", "2026-12-08"]);
    const december = await issued();
    await lessons(["2027-01-05"], { price: 120 });
    const january = await issued("2027-01");
    for (const [{ id }, dueOn] of [
      [december, "2026-12-01"],
      [january, "2026-12-11"],
    ] as const)
      await prisma.bill.update({ where: { id }, data: { dueOn: toDbDate(dueOn) } });
    await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
    services.clock.time = instantOf("2026-12-14", 9 * 60);
    await remindOfBills(services);
    await prisma.centreSettings.updateMany({ data: { weeklyDebtReminderSince: null, remindedWeek: null } });
    await remindWeekly(services);
    const told = (await outboxOf(services, payer.id)).find(({ kind }) => kind === "debt-reminder");
    expect(told?.facts).toMatchObject({ moneyAmount: 180 });
    const stored = readNotification("debt-reminder", told?.facts);
    if (typeof stored === "string") throw new Error(stored);
    expect(await revalidate(services, stored, payer.id)).toMatchObject({ facts: { moneyAmount: 180 } });
  });

  test("becomes a line of attention ten days after, with what can be done", async () => {
    await lessons(TUESDAYS);
    const { id } = await issued();
    const line = async () =>
      (await getAttention(asAdmin))
        .find(({ kind }) => kind === "bill-overdue")
        ?.items.find(({ billId }) => billId === id);
    services.clock.time = instantOf("2026-12-19", 12 * 60);
    expect(await line()).toBeUndefined();
    services.clock.time = instantOf("2026-12-20", 12 * 60);
    expect(await line()).toMatchObject({ payerId: payer.id, text: expect.stringContaining("grudzień 2026") });
    await decideOverdue(asAdmin, { id, action: "wait" });
    expect(await line()).toBeUndefined();
    services.clock.time = instantOf(addDays("2026-12-20", 7), 12 * 60);
    expect(await line()).toBeDefined();
    for (const _ of [1, 2]) await decideOverdue(asAdmin, { id, action: "stop" });
    expect(await line()).toBeUndefined();
    const stopped = (await outboxOf(services, payer.id)).filter(
      ({ kind }) => kind === "bill-bookings-stopped",
    );
    expect(stopped.map(({ facts }) => facts)).toEqual([
      { billId: id, month: DECEMBER, amount: 360, dueOn: "2026-12-10" },
    ]);
    const booking = bookingOf(room.teacher, "2026-12-30", 12);
    await expect(bookLesson(room.asStudent, booking)).rejects.toMatchObject({ code: "conflict" });
    await payBillByHand(asAdmin, { billId: id, moneyAmount: 360 }, null);
    await bookLesson(room.asStudent, booking);
    await expect(decideOverdue(asAdmin, { id, action: "wait" })).rejects.toMatchObject({ code: "conflict" });
  });

  test("stops longer weekly lessons too, and gives the place away from tomorrow", async () => {
    const body = {
      ...({ teacherId: room.teacher.id, weekday: "sr", block: 9, everyWeeks: 1, description: "" } as const),
      ...({ subject: "Matematyka", level: "liceumP", from: "2026-12-02", to: "2026-12-30" } as const),
    };
    const asTeacher = personCtx(services, room.teacher);
    const offer = { ...body, studentId: room.student.id };
    const { token } = await previewSeries(asTeacher, offer);
    const { id: seriesId } = await createSeries(asTeacher, { ...offer, token });
    const away = { from: "2026-12-09", to: "2026-12-09", fromBlock: 10, toBlock: 10, label: "Szkolenie" };
    await addClosure(asTeacher, { scope: "teacher", ...away, decisions: [] });
    const second = { ...offer, block: 10 };
    const { token: of } = await previewSeries(asTeacher, second);
    const { id: secondId } = await createSeries(asTeacher, { ...second, token: of });
    const { id } = await issued();
    services.clock.time = instantOf("2026-12-20", 12 * 60);
    const longer = { seriesId, to: "2027-01-13" };
    await expect(previewExtension(room.asStudent, longer)).resolves.toBeDefined();
    services.clock.time = instantOf("2026-12-01", 12 * 60);
    const later = { seriesId: secondId, from: "2026-12-02", weekday: "sr", block: 11 } as const;
    const { token: moveToken } = await previewMove(room.asStudent, later);
    const { move } = await moveSeries(room.asStudent, { ...later, token: moveToken });
    await decideOverdue(asAdmin, { id, action: "stop" });
    const stopped = { code: "conflict", message: billTexts.stopped };
    await expect(previewExtension(room.asStudent, longer)).rejects.toMatchObject(stopped);
    await expect(previewExtension(asAdmin, longer)).resolves.toBeDefined();
    // A weekly lesson moves, unless that fills a date that it skipped.
    const asked = { seriesId: secondId, moveId: move?.id ?? "" };
    await expect(answerMove(asTeacher, { ...asked, answer: "accept" })).rejects.toMatchObject(stopped);
    await withdrawMove(room.asStudent, asked);
    for (const ctx of [room.asStudent, asTeacher]) {
      await expect(previewMove(ctx, later)).rejects.toMatchObject(stopped);
    }
    await expect(previewMove(asTeacher, { ...later, seriesId, block: 12 })).resolves.toBeDefined();
    await expect(previewMove(asAdmin, later)).resolves.toBeDefined();
    services.clock.time = instantOf("2026-12-20", 12 * 60);
    await decideOverdue(asAdmin, { id, action: "release" });
    const ahead = { seriesId, status: "Potwierdzona", deletedAt: null, date: { gt: toDbDate("2026-12-20") } };
    expect(await prisma.lesson.count({ where: ahead })).toBe(0);
    for (const person of [room.teacher, room.student, payer]) {
      const told = (await outboxOf(services, person.id)).filter(
        ({ kind, facts }) => kind === "series-released" || facts.event === "ended",
      );
      expect(told).toMatchObject([
        {
          facts: {
            from: "2026-12-21",
            series: [
              { block: 9, count: 2, slots: [{ block: 9 }, { block: 9 }] },
              { block: 10, count: 2, slots: [{ block: 10 }, { block: 10 }] },
            ],
          },
        },
      ]);
    }
  });

  test("is announced three days before the day of issuing, where there is somebody to bill", async () => {
    await lessons(TUESDAYS);
    const kinds = async () => (await getAttention(asAdmin)).map(({ kind }) => kind);
    services.clock.time = instantOf("2026-11-21", 12 * 60);
    expect(await kinds()).not.toContain("bills-preview");
    services.clock.time = instantOf("2026-11-22", 12 * 60);
    expect(await kinds()).toContain("bills-preview");
    services.clock.time = instantOf("2026-11-25", 9 * 60);
    expect(await kinds()).not.toContain("bills-preview");
  });
});

test("an erased student gets no bill, and what was left is no line of attention", async () => {
  const [gone, stays] = [await makeStudentOf(services, room.teacher), await makeChild(services, payer)];
  await setPayerMode(asAdmin, { payerId: gone.id, mode: "advance" });
  for (const { id: studentId } of [gone, stays]) {
    const paid = { studentId, moneyAmount: 180, lessonAmount: 2, expiresOn: "2026-12-24" } as const;
    const what = { subject: "Fizyka", level: "liceumP", description: "" } as const;
    await addPayment(asAdmin, { ...paid, ...what }, null);
  }
  await lessons(["2026-11-03"], { student: gone, status: "Zrealizowana" });
  await lessons(["2026-11-04"], { student: stays, status: "Zrealizowana" });
  const billed = async () =>
    (await previewBills(asAdmin, { month: DECEMBER })).bills.map(({ payerId }) => payerId);
  expect(await billed()).toEqual(expect.arrayContaining([gone.id, payer.id]));
  await issued();
  await prisma.bill.updateMany({ data: { dueOn: toDbDate("2026-12-10") } });
  services.clock.time = instantOf("2026-12-20", 12 * 60);
  const told = async () =>
    (await getAttention(asAdmin)).flatMap(({ kind, items }) =>
      ["bill-overdue", "package-ends"].includes(kind)
        ? items.map((item) => `${kind} ${"payerId" in item ? item.payerId : item.studentId}`)
        : [],
    );
  const lines = (payerId: string, studentId: string) => [
    `bill-overdue ${payerId}`,
    `package-ends ${studentId}`,
  ];
  expect(await told()).toEqual(expect.arrayContaining(lines(gone.id, gone.id)));
  await lessons(["2026-12-04"], { student: gone, status: "Zrealizowana" });
  await erasePerson(asAdmin, { userId: gone.id });
  expect(await told()).toEqual(expect.arrayContaining(lines(payer.id, stays.id)));
  expect((await told()).join()).not.toContain(gone.id);
  const next = (await previewBills(asAdmin, { month: "2027-01" })).bills;
  expect(next.map(({ payerId }) => payerId)).not.toContain(gone.id);
  services.clock.time = instantOf("2026-12-25", 9 * 60);
  await issueDueBills(services);
  expect(await prisma.bill.count({ where: { payerId: gone.id } })).toBe(1);
});

test("a new default is for who becomes a payer after it was saved, again as well", async () => {
  const settings = await getBilling(asAdmin);
  const later = await makePerson(services, "Parent");
  for (const mode of ["arrears", null] as const) await setPayerMode(asAdmin, { payerId: later.id, mode });
  const before = await makeStudentOf(services, room.teacher);
  await saveBilling(asAdmin, { ...settings, defaultMode: "advance" });
  const after = await makeStudentOf(services, room.teacher);
  await lessons(TUESDAYS.slice(0, 1), { student: before });
  await lessons(["2026-12-09"], { student: after });
  const payers = (await previewBills(asAdmin, { month: DECEMBER })).bills.map(({ payerId }) => payerId);
  expect(payers).toContain(after.id);
  expect(payers).not.toContain(before.id);
  await makeGuardian(services, later, before, { isPayer: true });
  const added = (await previewBills(asAdmin, { month: DECEMBER })).bills;
  expect(added.map(({ payerId }) => payerId)).toContain(later.id);
  expect(await getPayerMode(asAdmin, { payerId: after.id })).toMatchObject({ payerId: after.id, mode: null });
  await expect(getPayerMode(asAdmin, { payerId: room.teacher.id })).rejects.toMatchObject({
    code: "not_found",
  });
});
