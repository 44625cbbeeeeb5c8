import { billTexts } from "@korki/contracts/texts/bills";
import { newId, transact } from "@korki/db";
import { instantOf } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { voidPayment } from "../payments/payments";
import { DECEMBER, openBilledFamily, PAGE, TUESDAYS } from "../testing/billed-family";
import { somebodyWaits } from "../testing/lock-waits";
import { outboxOf } from "../testing/outbox";
import { getBilling, saveBilling, setPayerMode } from "./billing-settings";
import { issueBills, issueDueBills, previewBills } from "./issue-bills";
import { payBillByHand } from "./pay-bill";
import { listMyBills } from "./read-bills";

/** Bills are issued by an administrator, who may change them, or by the worker on the day, and once. */

const { services, prisma, asAdmin, family, lessons, prepay, myPreview, issued, agrees } =
  await openBilledFamily();

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
      payerId: family.payer.id,
      studentId: family.student.id,
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
    const [bill] = (await listMyBills(family.asPayer, PAGE)).items;
    expect(bill).toMatchObject({ amount: 270, status: "open", paid: 0 });
    expect(bill?.payUrl).toMatch(new RegExp(`/rachunek/${bill?.id}$`));
    const kinds = (await outboxOf(services, family.payer.id)).map(({ kind }) => kind);
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
      data: { id: newId(), studentId: family.student.id, level: "liceumP", price: 85, rate: 60 },
    });
    const line = { payerId: family.payer.id, studentId: family.student.id, level: "liceumP" } as const;
    const more = { ...line, subject: "Matematyka", billed: 1 } as const;
    await expect(issueBills(asAdmin, { month: DECEMBER, token, changes: [more] })).rejects.toMatchObject({
      code: "conflict",
      details: { preview: { bills: expect.any(Array) } },
    });
    expect(await issueBills(asAdmin, { month: DECEMBER, token })).toEqual({ issued: 1 });
    expect((await listMyBills(family.asPayer, PAGE)).items).toMatchObject([{ amount: 90 }]);
  });

  test("leaves out whom the administrator leaves out, by the worker as well", async () => {
    await lessons(TUESDAYS);
    const { token } = await previewBills(asAdmin, { month: DECEMBER });
    const without = { month: DECEMBER, token, without: [family.payer.id] };
    await issueBills(asAdmin, without);
    services.clock.time = instantOf("2026-11-25", 9 * 60);
    await issueDueBills(services);
    expect((await listMyBills(family.asPayer, PAGE)).total).toBe(0);
  });

  test("leaves out whose lines the administrator changed to nothing, by the worker as well", async () => {
    await lessons(TUESDAYS);
    const { token } = await previewBills(asAdmin, { month: DECEMBER });
    const line = { studentId: family.student.id, subject: "Matematyka", level: "liceumP" } as const;
    const changes = [{ payerId: family.payer.id, ...line, billed: 0 }];
    await issueBills(asAdmin, { month: DECEMBER, token, changes });
    services.clock.time = instantOf("2026-11-25", 9 * 60);
    await issueDueBills(services);
    expect((await listMyBills(family.asPayer, PAGE)).total).toBe(0);
    expect((await myPreview())?.amount).toBe(360);
  });

  test("that the administrator changed to what the balance pays for is bought at once, and asked for by nobody", async () => {
    await lessons(TUESDAYS);
    await prisma.billingPayer.update({ where: { payerId: family.payer.id }, data: { balance: 100 } });
    const { token } = await previewBills(asAdmin, { month: DECEMBER });
    const line = { studentId: family.student.id, subject: "Matematyka", level: "liceumP" } as const;
    const body = { month: DECEMBER, token, changes: [{ payerId: family.payer.id, ...line, billed: 1 }] };
    for (let time = 0; time < 2; time += 1) expect(await issueBills(asAdmin, body)).toEqual({ issued: 0 });
    services.clock.time = instantOf("2026-11-25", 9 * 60);
    await issueDueBills(services);
    expect((await listMyBills(family.asPayer, PAGE)).total).toBe(0);
    expect(await prisma.payment.findMany({ where: { studentId: family.student.id } })).toMatchObject([
      { moneyAmount: 90, lessonAmount: 1, method: "inne" },
    ]);
    expect((await prisma.billingPayer.findUnique({ where: { payerId: family.payer.id } }))?.balance).toBe(10);
    expect(await myPreview()).toMatchObject({ amount: 260, balance: 10 });
  });

  test("is the worker's at 9:00 of the day, once by any number of them, and is made up for", async () => {
    await lessons(TUESDAYS);
    services.clock.time = instantOf("2026-11-25", 9 * 60 - 1);
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
    services.clock.time = instantOf("2026-12-04", 12 * 60);
    const workers = await Promise.all([1, 2, 3].map(() => issueDueBills(services)));
    expect(workers.reduce((sum, { issued: count }) => sum + count, 0)).toBe(1);
    const { items } = await listMyBills(family.asPayer, PAGE);
    expect(items).toMatchObject([{ month: DECEMBER, dueOn: "2026-12-11", amount: 360 }]);
    await lessons(["2026-12-30"]);
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
  });

  test("does nothing by itself for a mode or a day that was set after it", async () => {
    await lessons(TUESDAYS);
    services.clock.time = instantOf("2026-11-26", 12 * 60);
    await setPayerMode(asAdmin, { payerId: family.payer.id, mode: "perLesson" });
    await setPayerMode(asAdmin, { payerId: family.payer.id, mode: "advance" });
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
    expect((await listMyBills(family.asPayer, PAGE)).items).toMatchObject([{ month: DECEMBER, amount: 360 }]);
    await lessons(["2026-12-30"]);
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
  });
});
