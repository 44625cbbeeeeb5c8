import { describe, expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { bookLesson } from "../lessons/book-lesson";
import { saveMoneySettings } from "../money/get-money";
import { cancelOrder } from "../orders/cancel-order";
import { getOrder } from "../orders/get-order";
import { placeOrder } from "../orders/place-order";
import { MATHS, openAskingFamily } from "../testing/asking-family";
import { bookingOf, inDays, notificationsFor } from "../testing/classroom";
import type { FakeProvider } from "../testing/fake-provider";
import { listApprovals } from "./approvals";

/** An order that a student places: it can be paid once the payer agrees. */

const { services, prisma, asAdmin, family, order, answer } = await openAskingFamily();

describe("a student's order", () => {
  test("of what is due is one, and the payer is asked once, while the same is due", async () => {
    for (const days of [2, 3, 4, 5])
      await bookLesson(family.asStudent, bookingOf(family.teacher, inDays(services, days), 8));
    const due = await placeOrder(family.asStudent, { due: true });
    expect(due).toMatchObject({ status: "waiting", amount: 360 });
    expect(await placeOrder(family.asStudent, { due: true })).toMatchObject({
      id: due.id,
      status: "waiting",
    });
    expect(await listApprovals(family.asPayer)).toHaveLength(1);
    expect(await notificationsFor(services, family.payer)).toEqual(["approval-asked"]);
    await saveMoneySettings(asAdmin, { approvalAbove: 0 });
    expect(await placeOrder(family.asStudent, { due: true })).toMatchObject({ status: "open", amount: 360 });
    // Agreed to later, it would be paid beside that one.
    expect((await getOrder(family.asStudent, due)).status).toBe("expired");
    expect(await listApprovals(family.asPayer)).toEqual([]);
  });

  test("above the limit has no address until the payer agrees", async () => {
    expect((await order(3)).payUrl).not.toBe("");
    const waiting = await order(4);
    expect(waiting).toMatchObject({ status: "waiting", payUrl: "", amount: 360 });
    expect(await getOrder(family.asStudent, waiting)).toMatchObject({ status: "waiting", payUrl: "" });
    const provider = services.payments as FakeProvider;
    provider.isAway = true;
    await expect(answer(true)).rejects.toMatchObject({ code: "unavailable" });
    expect(await listApprovals(family.asPayer)).toMatchObject([{ kind: "order", amount: 360 }]);
    provider.isAway = false;
    await answer(true);
    expect(await getOrder(family.asStudent, waiting)).toMatchObject({
      status: "open",
      payUrl: `https://pay.example/${waiting.id}`,
    });
    const told = await prisma.notification.findMany({ where: { recipientId: family.student.id } });
    expect(told).toMatchObject([{ kind: "approval-decided", facts: { orderId: waiting.id } }]);
  });

  test("of several subjects names the lessons of each", async () => {
    const physics = { subject: "Fizyka", level: "liceumR", lessons: 3 } as const;
    await placeOrder(family.asStudent, {
      items: [{ ...MATHS, lessons: 2 }, physics, { ...MATHS, lessons: 1 }],
    });
    const details = "Matematyka (liceum podst.), 3 lekcje; Fizyka (liceum rozsz.), 3 lekcje";
    expect(await listApprovals(family.asPayer)).toMatchObject([{ details }]);
    expect((await getAttention(family.asPayer)).find(({ kind }) => kind === "asked")?.items).toMatchObject([
      { text: expect.stringContaining(details) },
    ]);
  });

  test("can be taken back meanwhile, and is declined for good", async () => {
    const { id } = await order(4);
    expect((await cancelOrder(family.asStudent, { id })).status).toBe("expired");
    expect(await listApprovals(family.asPayer)).toEqual([]);
    const declined = await order(5);
    await answer(false);
    expect(await getOrder(family.asStudent, declined)).toMatchObject({ status: "declined", payUrl: "" });
    await expect(cancelOrder(family.asStudent, declined)).rejects.toMatchObject({ code: "conflict" });
  });

  test("is either taken back or agreed to, never both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await order(4);
      const [agreed, cancelled] = (
        await Promise.allSettled([answer(true), cancelOrder(family.asStudent, { id })])
      ).map(({ status }) => status === "fulfilled");
      const { status } = await getOrder(family.asStudent, { id });
      expect(status).toBe(cancelled ? "expired" : "open");
      expect(agreed || cancelled).toBe(true);
      if (!cancelled) await cancelOrder(family.asStudent, { id });
    }
  });
});
