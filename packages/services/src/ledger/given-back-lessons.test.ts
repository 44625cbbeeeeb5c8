import { countUnusedLessons, findLedgerFaults, insertRefund, transact } from "@korki/db";
import { expect, test } from "vitest";
import { deleteLessonAsAdmin } from "../admin-lessons/delete-lesson";
import { voidPayment } from "../payments/payments";
import { type Classroom, makeClassroom } from "../testing/classroom";
import { openLedger, pair } from "../testing/student-ledger";
import { adjustLedger } from "./adjust-ledger";

/** Which payment's a lesson is once it is given back, so that the payment's refund may take it. */

const { services, asAdmin, pay, plan, movements, left } = await openLedger();

/** Takes a payment's unused lessons back, as a refund does. Returns how many. */
const refund = (room: Classroom, paymentId: string) =>
  transact(services.db, async (tx) => {
    const quantity = await countUnusedLessons(tx, paymentId);
    const of = { studentId: room.student.id, paymentId, ...pair, createdById: null };
    if (quantity > 0) await insertRefund(tx, { ...of, quantity, createdAt: services.now() });
    return quantity;
  });

test("a lesson that was held before it was paid for is its payment's once it is given back", async () => {
  const room = await makeClassroom(services);
  const ids = [await plan(room), await plan(room), await plan(room)];
  const first = await pay(room, 2);
  const second = await pay(room, 1);
  expect(await countUnusedLessons(services.db, first.id)).toBe(0);
  for (const id of ids.slice(0, 2)) await deleteLessonAsAdmin(asAdmin, { id });
  expect([
    await countUnusedLessons(services.db, first.id),
    await countUnusedLessons(services.db, second.id),
  ]).toEqual([2, 1]);
  expect(await refund(room, second.id)).toBe(1);
  expect(await refund(room, first.id)).toBe(1);
  expect(await movements(room)).toEqual([
    "hold -1 = -1",
    "hold -1 = -2",
    "hold -1 = -3",
    "purchase 2 = -1",
    "purchase 1 = 0",
    "release 1 = 1",
    "release 1 = 2",
    "refund -1 = 1",
    "refund -1 = 0",
  ]);
  expect(await findLedgerFaults(services.db, [room.student.id])).toEqual([]);
});

test("a lesson that is used again, was a gift, or whose payment was voided is no payment's to give back", async () => {
  const room = await makeClassroom(services);
  const gift = { studentId: room.student.id, ...pair, quantity: 1, description: "gratis" };
  await adjustLedger(asAdmin, gift);
  const ids = [await plan(room), await plan(room)];
  const payment = await pay(room, 1);
  const count = () => countUnusedLessons(services.db, payment.id);
  await deleteLessonAsAdmin(asAdmin, { id: ids[0] as string });
  expect(await count()).toBe(0);
  await plan(room);
  await deleteLessonAsAdmin(asAdmin, { id: ids[1] as string });
  expect(await count()).toBe(1);
  // Held from what came back, and given back once more.
  const again = await plan(room);
  expect(await count()).toBe(0);
  await deleteLessonAsAdmin(asAdmin, { id: again });
  expect(await count()).toBe(1);
  await voidPayment(asAdmin, { id: payment.id });
  expect(await count()).toBe(0);
});

test("what stood in for a voided payment's lessons is its own payment's when they are given back", async () => {
  const room = await makeClassroom(services);
  const voided = await pay(room, 1);
  const id = await plan(room);
  const payment = await pay(room, 1);
  await voidPayment(asAdmin, { id: voided.id });
  expect(await countUnusedLessons(services.db, payment.id)).toBe(0);
  await deleteLessonAsAdmin(asAdmin, { id });
  expect(await countUnusedLessons(services.db, voided.id)).toBe(0);
  expect(await refund(room, payment.id)).toBe(1);
  expect(await left(room)).toBe(0);
});
