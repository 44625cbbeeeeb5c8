import { billTexts } from "@korki/contracts/texts/bills";
import { listPaidParts, newId, toDbDate } from "@korki/db";
import { BLOCKS, type CivilDate, instantOf, linesSum, type Subject } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { saveCentreSettings } from "../centre/centre-settings";
import { listDebts } from "../debts/debts";
import { remindWeekly } from "../debts/remind-weekly";
import { exportPayments } from "../exports/export-money";
import { linesOf } from "../invoices/want-invoice";
import { getMyMoney, getStudentMoney } from "../money/get-money";
import { listMyOrders } from "../orders/get-order";
import { placeOrder } from "../orders/place-order";
import { refundOrder } from "../orders/refund-order";
import { settleOrder } from "../orders/settle-order";
import { getStudentCard } from "../people/own-people";
import { getActivity } from "../statistics/activity";
import { type Classroom, makeClassroom, makeStudentOf } from "../testing/classroom";
import type { FakeProvider } from "../testing/fake-provider";
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { saveBilling, setPayerMode } from "./billing-settings";
import { issueBills, previewBills } from "./issue-bills";
import { decideOverdue, withdrawBill } from "./manage-bill";
import { payBillByHand } from "./pay-bill";
import { getBill, listBillsOfMonth, listMyBills, listMyFormerBills } from "./read-bills";

const { services, prisma, asAdmin } = await openTestCentre();
const provider = services.payments as FakeProvider;
const PAGE = { page: 1, pageSize: 100 };
let room: Classroom;
let payer: Person;
let guardianshipId: string;

beforeEach(async () => {
  services.freshLimits();
  services.clock.time = instantOf("2026-11-22", 10 * 60);
  await services.db.pool.query("DELETE FROM billing_payers; UPDATE invoicing_settings SET mode = 'off'");
  await saveBilling(asAdmin, { defaultMode: "perLesson", issueDay: 25, dueDay: 10, halves: false });
  room = await makeClassroom(services);
  payer = await makePerson(services, "Parent", { name: "Jan", surname: "Stary" });
  guardianshipId = await makeGuardian(services, payer, room.student, { isPayer: true });
  await setPayerMode(asAdmin, { payerId: payer.id, mode: "advance" });
});

const asPayer = () => personCtx(services, payer);
const own = () => ({ studentId: room.student.id });

async function lessons(
  days: readonly CivilDate[],
  { price = 90, subject = "Matematyka" as Subject, student = room.student, status = "Potwierdzona" } = {},
) {
  const data = days.map((date, at) => ({
    id: newId(),
    teacherId: room.teacher.id,
    studentId: student.id,
    date: toDbDate(date),
    rate: 60,
    price,
    block: at % BLOCKS.length,
    subject,
    level: "liceumP",
    title: subject,
    status,
  }));
  await prisma.lesson.createMany({ data });
}

async function issued(month: string, ctx = asPayer()) {
  const { token } = await previewBills(asAdmin, { month });
  await issueBills(asAdmin, { month, token });
  const bill = (await listMyBills(ctx, PAGE)).items.find((each) => each.month === month);
  if (!bill) throw new Error("no bill");
  return bill;
}

async function pay({ id, amount }: { id: string; amount: number }) {
  expect(await settleOrder(services, provider, provider.pay(id, amount).payment)).toBe("booked");
}

const dueOf = async (student: { id: string }) => (await getMyMoney(asPayer(), { studentId: student.id })).due;

describe("when another person pays from now on", () => {
  let next: Person;
  const asNext = () => personCtx(services, next);

  beforeEach(async () => {
    await lessons(["2026-12-01", "2026-12-08"]);
    await issued("2026-12");
    await prisma.guardianship.update({ where: { id: guardianshipId }, data: { isPayer: false } });
    next = await makePerson(services, "Parent");
    await makeGuardian(services, next, room.student, { isPayer: true });
  });

  test("an open bill stays the former payer's, who sees and pays it; nobody else is asked", async () => {
    for (const ctx of [asNext(), asPayer()])
      expect(await getMyMoney(ctx, own())).toMatchObject({
        due: 0,
        dueBy: null,
        plannedLater: 0,
        billedTo: null,
      });
    expect(await getMyMoney(room.asStudent, {})).toMatchObject({ due: 0, dueBy: null });
    expect(await getStudentMoney(asAdmin, own())).toMatchObject({ due: 0, billedTo: null });
    expect(
      (await listDebts(asAdmin, PAGE)).items.find(({ studentId }) => studentId === room.student.id),
    ).toBe(undefined);
    expect((await listMyBills(asNext(), PAGE)).items).toEqual([]);
    await expect(placeOrder(asNext(), { ...own(), due: true })).rejects.toMatchObject({ code: "conflict" });
    const [bill] = (await listMyBills(asPayer(), PAGE)).items;
    expect(bill).toMatchObject({ status: "open", amount: 180 });
    await pay(await placeOrder(asPayer(), { billId: bill?.id }));
    expect((await listMyBills(asPayer(), PAGE)).items).toMatchObject([{ status: "paid" }]);
  });

  test("what is left of the bill of that student is the former payer's, apart from another child's of the same bill", async () => {
    const sister = await makeStudentOf(services, room.teacher);
    await makeGuardian(services, payer, sister, { isPayer: true });
    await lessons(["2027-01-05"]);
    await lessons(["2027-01-06"], { student: sister, price: 70 });
    await prisma.guardianship.updateMany({ where: { parentId: next.id }, data: { isPayer: false } });
    await prisma.guardianship.update({ where: { id: guardianshipId }, data: { isPayer: true } });
    services.clock.time = instantOf("2026-12-22", 10 * 60);
    expect(await issued("2027-01")).toMatchObject({ amount: 160 });
    expect(await listMyFormerBills(asPayer(), {})).toEqual([]);
    await prisma.guardianship.update({ where: { id: guardianshipId }, data: { isPayer: false } });
    await prisma.guardianship.updateMany({ where: { parentId: next.id }, data: { isPayer: true } });

    const [december, january] = [
      { month: "2026-12", left: 180, payBy: "2026-12-10" },
      { month: "2027-01", left: 90, payBy: "2027-01-10" },
    ];
    expect(await dueOf(sister)).toBe(70);
    expect(await listMyFormerBills(asPayer(), {})).toMatchObject([december, january]);
    expect(await listMyFormerBills(asPayer(), own())).toMatchObject([december, january]);
    expect(await listMyFormerBills(asPayer(), { studentId: sister.id })).toEqual([]);
    expect(await listMyFormerBills(asNext(), {})).toEqual([]);
    for (const { id } of (await listMyBills(asPayer(), PAGE)).items)
      await pay(await placeOrder(asPayer(), { billId: id }));
    expect(await listMyFormerBills(asPayer(), {})).toEqual([]);
  });

  test("administrators see the former payer with the bill, and with the student what that person has to pay", async () => {
    const { items } = await listBillsOfMonth(asAdmin, { month: "2026-12", ...PAGE });
    expect(items.find(({ payerId }) => payerId === payer.id)).toMatchObject({
      payerName: "Jan Stary",
      amount: 180,
    });
    expect((await getStudentCard(asAdmin, own())).office).toMatchObject({
      owed: 0,
      formerBills: [{ payerId: payer.id, payerName: "Jan Stary", month: "2026-12", left: 180 }],
    });
  });

  test("its lessons are asked for once: the next bill is of others, and after a withdrawal of these", async () => {
    await setPayerMode(asAdmin, { payerId: next.id, mode: "advance" });
    await lessons(["2026-12-15"]);
    const billed = await issued("2026-12", asNext());
    expect(billed).toMatchObject({ amount: 90, lines: [{ planned: 3, prepaid: 2, billed: 1 }] });
    expect(await getMyMoney(asNext(), own())).toMatchObject({
      due: 90,
      subjects: [{ due: 90, dueLessons: 1 }],
    });
    expect(await placeOrder(asNext(), { ...own(), due: true })).toMatchObject({ amount: 90 });
    const [former] = (await listMyBills(asPayer(), PAGE)).items;
    await withdrawBill(asAdmin, { id: former?.id ?? "", reason: "zmiana płatnika" });
    await lessons(["2027-01-05"]);
    expect((await previewBills(asAdmin, { month: "2027-01" })).bills).toMatchObject([
      { payerId: next.id, amount: 270 },
    ]);
  });

  test("of who pays for nobody any more one can only wait for money or withdraw the bill", async () => {
    const id = (await listMyBills(asPayer(), PAGE)).items[0]?.id ?? "";
    for (const action of ["stop", "release"] as const) {
      await expect(decideOverdue(asAdmin, { id, action })).rejects.toMatchObject({
        code: "conflict",
        message: billTexts.paysNoLonger,
      });
    }
    expect(await decideOverdue(asAdmin, { id, action: "wait" })).toMatchObject({ overdueAction: "wait" });
    expect((await outboxOf(services, payer.id)).map(({ kind }) => kind)).not.toContain(
      "bill-bookings-stopped",
    );
  });

  test("a weekly reminder asks the new payer for nothing that the former one was billed", async () => {
    await prisma.centreSettings.updateMany({ data: { weeklyDebtReminder: true } });
    services.clock.time = instantOf("2026-12-14", 10 * 60);
    await remindWeekly(services);
    expect((await outboxOf(services, next.id)).filter(({ kind }) => kind === "debt-reminder")).toEqual([]);
  });

  test("an order of what is due is not kept back by the former payer's order of the bill", async () => {
    const [former] = (await listMyBills(asPayer(), PAGE)).items;
    await placeOrder(asPayer(), { billId: former?.id });
    await lessons(["2026-12-15"], { price: 70, status: "Zrealizowana" });
    expect(await placeOrder(asNext(), { ...own(), due: true })).toMatchObject({ amount: 70 });
  });
});

describe("an order of what is due", () => {
  let sister: Person;

  beforeEach(async () => {
    sister = await makeStudentOf(services, room.teacher);
    await makeGuardian(services, payer, sister, { isPayer: true });
  });

  /** Two bills of both children, and a lesson that is paid for one by one. */
  async function manyDues() {
    await lessons(["2026-12-01", "2026-12-08"]);
    await lessons(["2026-12-02", "2026-12-09"], { student: sister, price: 80 });
    const december = await issued("2026-12");
    await lessons(["2027-01-05"], { price: 100 });
    await lessons(["2027-01-07"], { student: sister, subject: "Fizyka", price: 70 });
    const january = await issued("2027-01");
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "perLesson" });
    await lessons(["2027-01-12"], { price: 65, status: "Zrealizowana" });
    return { december, january };
  }

  test("pays a child's part of every bill and what is on none, exactly and at once", async () => {
    const { december, january } = await manyDues();
    expect(await dueOf(room.student)).toBe(345);
    const { subjects } = await getMyMoney(asPayer(), own());
    expect(subjects).toMatchObject([{ subject: "Matematyka", dueLessons: 4, billedLessons: 3 }]);
    expect(await getMyMoney(asPayer(), own())).toMatchObject({ billId: null });
    const order = await placeOrder(asPayer(), { ...own(), due: true });
    expect(order).toMatchObject({ amount: 345, studentId: room.student.id });
    expect(order.items.map(({ lessons: count, amount }) => [count, amount])).toEqual([
      [2, 180],
      [1, 100],
      [1, 65],
    ]);
    await pay(order);
    expect([await dueOf(room.student), await dueOf(sister)]).toEqual([0, 230]);
    expect(await getBill(asPayer(), december)).toMatchObject({
      status: "open",
      paid: 180,
      orderId: order.id,
    });
    expect(await getBill(asPayer(), january)).toMatchObject({ status: "open", paid: 100 });
    expect(await getMyMoney(asPayer(), { studentId: sister.id })).toMatchObject({ due: 230, billId: null });
    const rest = await placeOrder(asPayer(), { studentId: sister.id, due: true });
    expect(rest.amount).toBe(230);
    await pay(rest);
    expect(await dueOf(sister)).toBe(0);
    for (const bill of [december, january])
      expect(await getBill(asPayer(), bill)).toMatchObject({ status: "paid" });
  });

  test("is the same order while nothing changes, and ends the one before when the sum does", async () => {
    const { december } = await manyDues();
    const [first, twin] = await Promise.all([1, 2].map(() => placeOrder(asPayer(), { ...own(), due: true })));
    expect(twin?.id).toBe(first?.id);
    const other = await placeOrder(asPayer(), { studentId: sister.id, due: true });
    await payBillByHand(asAdmin, { billId: december.id, moneyAmount: 90 }, null);
    const now = await placeOrder(asPayer(), { ...own(), due: true });
    expect(now).toMatchObject({ amount: 255 });
    const statusOf = async (id = "") => (await prisma.order.findUniqueOrThrow({ where: { id } })).status;
    expect([await statusOf(first?.id), await statusOf(other.id), await statusOf(now.id)]).toEqual([
      "expired",
      "open",
      "open",
    ]);
    const whole = await placeOrder(asPayer(), { billId: december.id });
    expect([whole, now]).toMatchObject([
      { billId: december.id, isDue: false },
      { billId: null, isDue: true },
    ]);
    expect([await statusOf(other.id), await statusOf(now.id)]).toEqual(["expired", "expired"]);
  });

  test("loses no złoty when its bill is paid or withdrawn before its money comes", async () => {
    const { december, january } = await manyDues();
    const order = await placeOrder(asPayer(), { ...own(), due: true });
    await payBillByHand(asAdmin, { billId: december.id, moneyAmount: 340 }, null);
    await withdrawBill(asAdmin, { id: january.id, reason: "pomyłka" });
    expect((await prisma.order.findUniqueOrThrow({ where: { id: order.id } })).status).toBe("expired");
    await pay(order);
    const { balance } = await prisma.billingPayer.findUniqueOrThrow({ where: { payerId: payer.id } });
    expect(balance).toBe(280);
    expect((await outboxOf(services, payer.id)).find(({ kind }) => kind === "order-receipt")).toMatchObject({
      facts: { orderId: order.id, amount: 345, toBalance: 280 },
    });
  });

  test("has one invoice for each bill and one for the rest, and corrects each after a refund", async () => {
    await services.db.pool.query(
      "UPDATE invoicing_settings SET mode = 'eachOrder', domain = 'd', token = 't', tax = '23', since = '2026-01-01'",
    );
    await manyDues();
    const order = await placeOrder(asPayer(), { ...own(), due: true });
    await prisma.lesson.updateMany({
      where: { studentId: room.student.id },
      data: { status: "Odwolana przez nauczyciela" },
    });
    await pay(order);
    const invoices = () =>
      prisma.invoice.findMany({
        where: { payerId: payer.id },
        select: { sourceKind: true, amount: true },
        orderBy: { amount: "asc" },
      });
    expect(await invoices()).toEqual([
      { sourceKind: "order", amount: 65 },
      { sourceKind: "bill", amount: 100 },
      { sourceKind: "bill", amount: 180 },
    ]);
    await refundOrder(asAdmin, { id: order.id, reason: "rezygnacja" });
    expect(await invoices()).toEqual([]);
  });

  test("is given back for lessons that were booked before it and then given back", async () => {
    await manyDues();
    const order = await placeOrder(asPayer(), { ...own(), due: true });
    await pay(order);
    const give = (date: CivilDate) =>
      prisma.lesson.updateMany({
        where: { studentId: room.student.id, date: toDbDate(date) },
        data: { status: "Odwolana przez nauczyciela" },
      });
    await expect(refundOrder(asAdmin, { id: order.id, reason: "rezygnacja" })).rejects.toMatchObject({
      code: "conflict",
    });
    for (const date of ["2026-12-08", "2027-01-05", "2027-01-12"]) await give(date);
    expect((await getMyMoney(asPayer(), own())).subjects).toMatchObject([{ due: 0, credit: 3 }]);
    const { refund } = await refundOrder(asAdmin, { id: order.id, reason: "rezygnacja" });
    expect(refund).toMatchObject({ amount: 90 + 100 + 65 });
    expect((await getMyMoney(asPayer(), own())).subjects).toMatchObject([{ due: 0, credit: 0 }]);
  });

  test("is one for all children of a parent who names none", async () => {
    const { december, january } = await manyDues();
    const order = await placeOrder(asPayer(), { due: true });
    expect(order).toMatchObject({ amount: 575, isDue: true });
    expect((await placeOrder(asPayer(), { due: true })).id).toBe(order.id);
    await pay(order);
    expect([await dueOf(room.student), await dueOf(sister)]).toEqual([0, 0]);
    for (const bill of [december, january])
      expect(await getBill(asPayer(), bill)).toMatchObject({ status: "paid" });
    await expect(placeOrder(asPayer(), { due: true })).rejects.toMatchObject({ code: "conflict" });
    expect((await outboxOf(services, room.student.id)).map(({ kind }) => kind)).toContain("order-paid");
    const told = (await outboxOf(services, sister.id)).filter(({ kind }) => kind === "order-paid");
    expect(told).toMatchObject([{ facts: { orderId: order.id, amount: 230 } }]);
  });

  test("for all children leaves out whose bill another person pays, and keeps others from the same lessons", async () => {
    const other = await makePerson(services, "Parent");
    await makeGuardian(services, other, sister);
    await makeGuardian(services, other, room.student);
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "perLesson" });
    await lessons(["2026-11-10"], { status: "Zrealizowana" });
    await lessons(["2026-11-11"], { student: sister, price: 70, status: "Zrealizowana" });
    expect(await placeOrder(asPayer(), { due: true })).toMatchObject({ amount: 160 });
    for (const { id: studentId } of [room.student, sister])
      await expect(placeOrder(personCtx(services, other), { studentId, due: true })).rejects.toThrow(
        "Jan Stary",
      );
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "advance" });
    await lessons(["2026-12-01"]);
    await issued("2026-12");
    await expect(placeOrder(personCtx(services, other), { due: true })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("is for a disabled child as well, and its payer is reminded of it", async () => {
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "perLesson" });
    await lessons(["2026-11-10"], { status: "Zrealizowana" });
    const alone = await makeStudentOf(services, room.teacher);
    await lessons(["2026-11-11"], { student: alone, status: "Zrealizowana" });
    await prisma.user.updateMany({
      where: { id: { in: [room.student.id, alone.id] } },
      data: { isDisabled: true },
    });
    await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
    services.clock.time = instantOf("2026-12-21", 10 * 60);
    await remindWeekly(services);
    const reminders = async (person: Person) =>
      (await outboxOf(services, person.id)).filter(({ kind }) => kind === "debt-reminder");
    expect(await reminders(payer)).toMatchObject([{ facts: { moneyAmount: 90 } }]);
    expect([await reminders(room.student), await reminders(alone)]).toEqual([[], []]);
    expect(await dueOf(room.student)).toBe(90);
    expect(await placeOrder(asPayer(), { due: true })).toMatchObject({ amount: 90 });
    const order = await placeOrder(asPayer(), { ...own(), due: true });
    expect(order).toMatchObject({ amount: 90 });
    await pay(order);
    expect(await dueOf(room.student)).toBe(0);
  });

  test("counts what a balance paid for with the lessons that it buys", async () => {
    await lessons(["2026-12-01", "2026-12-08"]);
    const first = await issued("2026-12");
    await payBillByHand(asAdmin, { billId: first.id, moneyAmount: 280 }, null);
    await lessons(["2027-01-05", "2027-01-12"]);
    await lessons(["2027-01-06", "2027-01-13"], { student: sister, price: 80 });
    expect(await issued("2027-01")).toMatchObject({ amount: 240, balance: 100 });
    expect([await dueOf(room.student), await dueOf(sister)]).toEqual([90, 150]);
    const order = await placeOrder(asPayer(), { ...own(), due: true });
    expect(order).toMatchObject({ amount: 90, items: [{ lessons: 2 }] });
    await pay(order);
    expect([await dueOf(room.student), await dueOf(sister)]).toEqual([0, 150]);
    const rest = await placeOrder(asPayer(), { studentId: sister.id, due: true });
    await pay(rest);
    expect((await listMyBills(asPayer(), PAGE)).items.map(({ status }) => status)).toEqual(["paid", "paid"]);
  });

  test("of lessons that a balance paid for in part is refunded as it was paid, and nothing is left to invoice", async () => {
    await lessons(["2026-12-01"]);
    const first = await issued("2026-12");
    await payBillByHand(asAdmin, { billId: first.id, moneyAmount: 180 }, null);
    await lessons(["2027-01-05", "2027-01-12"]);
    const { id } = await issued("2027-01");
    const order = await placeOrder(asPayer(), { ...own(), due: true });
    expect(order).toMatchObject({ amount: 90, items: [{ lessons: 2 }] });
    await prisma.lesson.updateMany({
      where: { studentId: room.student.id },
      data: { status: "Odwolana przez nauczyciela" },
    });
    await pay(order);
    const invoiced = async () =>
      linesSum(linesOf(await listPaidParts(services.db, { sourceKind: "bill", sourceId: id })));
    expect(await invoiced()).toBe(180);
    expect((await refundOrder(asAdmin, { id: order.id, reason: "rezygnacja" })).refund?.amount).toBe(90);
    expect(await invoiced()).toBe(0);
  });

  test("of several children that is refunded is money back for each child", async () => {
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "perLesson" });
    await lessons(["2026-11-10"], { status: "Zrealizowana" });
    await lessons(["2026-11-11"], { student: sister, price: 70, status: "Zrealizowana" });
    const order = await placeOrder(asPayer(), { due: true });
    expect(order.isDue).toBe(true);
    expect(order.items.map(({ studentId, amount }) => [studentId, amount]).toSorted()).toEqual(
      [
        [room.student.id, 90],
        [sister.id, 70],
      ].toSorted(),
    );
    for (const ctx of [asPayer(), asAdmin])
      for (const { id: studentId } of [room.student, sister])
        expect(await listMyOrders(ctx, { studentId, ...PAGE })).toMatchObject({
          items: [{ id: order.id }],
          total: 1,
        });
    await prisma.lesson.updateMany({
      where: { studentId: { in: [room.student.id, sister.id] } },
      data: { status: "Odwolana przez nauczyciela" },
    });
    await pay(order);
    const paidIn = () =>
      Promise.all(
        [room.student, sister].map(async ({ id: studentId }) => {
          const { content } = await exportPayments(asAdmin, { studentId });
          const rows = content.split("\r\n").slice(1, -1);
          const months = await getActivity(asAdmin, { studentId, year: 2026, month: 11 });
          return [months.at(-1)?.paidIn, rows.map((row) => Number(row.split(";")[2])).sort((a, b) => a - b)];
        }),
      );
    expect(await paidIn()).toEqual([
      [90, [90]],
      [70, [70]],
    ]);
    await refundOrder(asAdmin, { id: order.id, reason: "rezygnacja" });
    await prisma.refund.updateMany({
      where: { orderId: order.id },
      data: { status: "completed", finishedAt: services.now() },
    });
    expect(await paidIn()).toEqual([
      [0, [-90, 90]],
      [0, [-70, 70]],
    ]);
  });

  test("is another person's where a bill is: the student and other guardians pay nothing of it", async () => {
    await lessons(["2026-12-01"]);
    await issued("2026-12");
    const guest = await makePerson(services, "Parent");
    await makeGuardian(services, guest, room.student);
    for (const [ctx, input] of [
      [room.asStudent, {}],
      [personCtx(services, guest), own()],
    ] as const) {
      expect(await getMyMoney(ctx, input)).toMatchObject({ due: 90, billedTo: "Jan Stary" });
      await expect(placeOrder(ctx, { ...input, due: true })).rejects.toMatchObject({ code: "conflict" });
    }
    expect(await getMyMoney(asPayer(), own())).toMatchObject({ due: 90, billedTo: null });
  });

  test("names the bill that all of it is on, and none of the same sum", async () => {
    await lessons(["2026-12-01"]);
    await lessons(["2026-12-02"], { student: sister });
    const december = await issued("2026-12");
    const dues = () =>
      Promise.all([room.student, sister].map(({ id }) => getMyMoney(asPayer(), { studentId: id })));
    expect(await dues()).toMatchObject([
      { due: 90, billId: december.id },
      { due: 90, billId: december.id },
    ]);
    await lessons(["2027-01-05"]);
    const january = await issued("2027-01");
    await payBillByHand(asAdmin, { billId: december.id, moneyAmount: 180 }, null);
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "perLesson" });
    await lessons(["2027-01-06"], { student: sister, subject: "Fizyka", status: "Zrealizowana" });
    expect(await dues()).toMatchObject([
      { due: 90, billId: january.id },
      { due: 90, billId: null },
    ]);
  });
});
