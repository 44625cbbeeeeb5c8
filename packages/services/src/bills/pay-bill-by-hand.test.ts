import { zloty } from "@korki/contracts/texts/money";
import { readNotification } from "@korki/notifications";
import { describe, expect, test } from "vitest";
import { renderContext } from "../notifications/render-context";
import { revalidate } from "../notifications/revalidate";
import { voidPayment } from "../payments/payments";
import { DECEMBER, openBilledFamily, TUESDAYS } from "../testing/billed-family";
import { makeStudentOf } from "../testing/classroom";
import { makeChild, makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import type { Person } from "../testing/people";
import { payBillByHand } from "./pay-bill";
import { getBill } from "./read-bills";

/** An administrator notes money that came for a bill, and its students and its payer are told. */

const { services, prisma, asAdmin, family, lessons, myPreview, issued, agrees } = await openBilledFamily();

describe("a bill", () => {
  test("is paid by hand: whole lessons, the rest counts, and more than enough is the next bill's balance", async () => {
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    expect(await payBillByHand(asAdmin, { billId, moneyAmount: 50 }, null)).toEqual([]);
    await agrees();
    expect(await payBillByHand(asAdmin, { billId, moneyAmount: 150 }, null)).toMatchObject([
      { moneyAmount: 180, lessonAmount: 2 },
    ]);
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({ status: "open", paid: 200 });
    await agrees();
    const [last] = await payBillByHand(asAdmin, { billId, moneyAmount: 200 }, null);
    expect(last).toMatchObject({ moneyAmount: 180, lessonAmount: 2 });
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({ status: "paid", paid: 400 });
    await lessons(["2027-01-05", "2027-01-12"]);
    expect(await myPreview("2027-01")).toMatchObject({ amount: 140, balance: 40 });
    await voidPayment(asAdmin, { id: last?.id ?? "" });
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({ status: "open", paid: 220 });
    expect(await myPreview("2027-01")).toMatchObject({ balance: 0 });
    await agrees();
  });

  test("noted by hand is one message to each student, and one to the payer with the sum", async () => {
    const [sister, child] = [
      await makeStudentOf(services, family.teacher),
      await makeChild(services, family.payer),
    ];
    await makeGuardian(services, family.payer, sister, { isPayer: true });
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
    expect(await sums(family.payer)).toEqual([[100, 360, 70, 80]]);
    expect(await sums(family.student)).toEqual([[100, 360]]);
    expect(await sums(sister)).toEqual([[80]]);
    expect(await noted(child)).toEqual([]);
  });

  test("noted by hand says to its payer what came, what waits and what is balance, also where it buys nothing", async () => {
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    const pay = async (moneyAmount: number) => {
      await prisma.notification.deleteMany({
        where: { recipientId: { in: [family.payer.id, family.student.id] } },
      });
      await payBillByHand(asAdmin, { billId, moneyAmount }, null);
      const told = [await outboxOf(services, family.payer.id), await outboxOf(services, family.student.id)];
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
    const [row] = (await outboxOf(services, family.payer.id)).filter(({ kind }) => kind === "payment-noted");
    const stored = readNotification("payment-noted", row?.facts);
    if (typeof stored === "string") throw new Error(stored);
    const message = (await revalidate(services, stored, family.payer.id))?.message(
      await renderContext(services, "Parent"),
    );
    expect(message).toMatchObject({
      subject: `Wpłata zaksięgowana: ${zloty(200)}`,
      details: expect.arrayContaining([{ label: "Nadpłata do odliczenia", value: zloty(40) }]),
    });
  });
});
