import type { OrderItemInput } from "@korki/contracts/orders";
import { beforeEach, describe, expect, test } from "vitest";
import { listHistory } from "../history/list-history";
import { savePackage } from "../packages/packages";
import { makeStudentOf, makeTeacher, relate } from "../testing/classroom";
import { FakeProvider } from "../testing/fake-provider";
import { makeChild, makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { cancelOrder } from "./cancel-order";
import { getOrder, getOrderOffer } from "./get-order";
import { placeOrder, sendPaymentLink } from "./place-order";
import { settleOrder } from "./settle-order";

/** Two parents may pay for a child; they do not pay for the same thing twice. */
const { services, asAdmin } = await openTestCentre();
const FOUR = { subject: "Matematyka", level: "liceumP", lessons: 4 } as const;
const start = services.clock.time;
const conflict = { code: "conflict" };
const PAGE = { page: 1, pageSize: 10 };

let provider: FakeProvider;
let teacher: Person;
let student: Person;
let mother: Person;
let father: Person;
beforeEach(async () => {
  services.clock.time = start;
  provider = new FakeProvider();
  services.payments = provider;
  teacher = await makeTeacher(services);
  student = await makeStudentOf(services, teacher);
  mother = await makePerson(services, "Parent", { name: "Anna", surname: "Nowak" });
  father = await makePerson(services, "Parent", { name: "Jan", surname: "Nowak" });
  for (const parent of [mother, father]) await makeGuardian(services, parent, student);
});

const as = (person: Person) => personCtx(services, person);
const order = (person: Person, item: OrderItemInput[][number] = FOUR) =>
  placeOrder(as(person), { studentId: student.id, items: [item] });

test("one of several simultaneous orders of the same lessons succeeds", async () => {
  const parents = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const parent = await makePerson(services, "Parent");
      await makeGuardian(services, parent, student);
      return parent;
    }),
  );
  const outcomes = await Promise.allSettled(parents.map((parent) => order(parent)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(conflict);
  }
  const where = { studentId: student.id, status: "open" };
  expect(await services.db.prisma.order.count({ where })).toBe(1);
});

test("a parent who pays for a child without a login has one message of it", async () => {
  const child = await makeChild(services, mother);
  await relate(services, child, teacher);
  const paid = await placeOrder(as(mother), { studentId: child.id, items: [FOUR] });
  await settleOrder(services, provider, provider.pay(paid.id, 360).payment);
  const kinds = (await outboxOf(services, mother.id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.startsWith("order-"))).toEqual(["order-receipt"]);
});

test("who pays is told of lessons that the student or the other parent paid for online", async () => {
  await services.db.prisma.guardianship.updateMany({
    where: { parentId: father.id, studentId: student.id },
    data: { isPayer: true },
  });
  const told = async (person: Person) =>
    (await outboxOf(services, person.id)).filter(({ kind }) => kind.startsWith("order-"));
  const paid = { kind: "order-paid", facts: { amount: 360, lessons: 4, studentId: student.id } };
  const own = await placeOrder(as(student), { items: [FOUR] });
  await settleOrder(services, provider, provider.pay(own.id, 360).payment);
  expect(await told(student)).toMatchObject([{ kind: "order-receipt" }]);
  expect(await told(father)).toMatchObject([paid]);
  expect(await told(mother)).toEqual([]);
  const { id } = await order(mother);
  await settleOrder(services, provider, provider.pay(id, 360).payment);
  expect(await told(mother)).toMatchObject([{ kind: "order-receipt" }]);
  expect(await told(father)).toMatchObject([paid, { ...paid, facts: { ...paid.facts, orderId: id } }]);
  expect(await told(student)).toMatchObject([{ kind: "order-receipt" }, { kind: "order-paid" }]);
});

test("the second parent sees the other's order, before and after trying", async () => {
  const first = await order(mother);
  const offerTo = (person: Person) => getOrderOffer(as(person), { studentId: student.id, ...PAGE });
  expect((await offerTo(father)).waiting).toMatchObject([
    { id: first.id, amount: 360, items: [FOUR], payer: { name: "Anna", surname: "Nowak" } },
  ]);
  expect((await offerTo(mother)).waiting).toEqual([]);
  await expect(order(father)).rejects.toMatchObject({
    ...conflict,
    message: expect.stringContaining("Anna Nowak, Matematyka (liceum, poziom podstawowy), 4 lekcje"),
  });
  const offer = {
    subject: null,
    level: FOUR.level,
    name: "Pakiet",
    lessons: 10,
    price: 800,
    validDays: null,
  };
  const { id: packageId } = await savePackage(asAdmin, offer);
  await expect(order(father, { packageId, subject: FOUR.subject })).rejects.toMatchObject(conflict);
});

test("other lessons, the same parent and the student are not held up", async () => {
  const sibling = await makeStudentOf(services, await makeTeacher(services));
  await makeGuardian(services, father, sibling);
  const placed = [
    await order(mother),
    await order(mother),
    await order(father, { ...FOUR, level: "liceumR" }),
    await order(father, { ...FOUR, subject: "Fizyka" }),
    await placeOrder(as(student), { items: [FOUR] }),
    await placeOrder(as(father), { studentId: sibling.id, items: [FOUR] }),
  ];
  expect(placed.map(({ status }) => status)).toEqual(placed.map(() => "open"));
});

test("a payment link to the payer is not sent beside another parent's order", async () => {
  await services.db.prisma.guardianship.updateMany({
    where: { parentId: father.id, studentId: student.id },
    data: { isPayer: true },
  });
  const { id } = await order(mother);
  const link = { studentId: student.id, items: [FOUR] };
  await expect(sendPaymentLink(asAdmin, link)).rejects.toMatchObject(conflict);
  await cancelOrder(asAdmin, { id });
  expect(await sendPaymentLink(asAdmin, link)).toMatchObject({ payerId: father.id, status: "open" });
});

describe("the other parent orders again", () => {
  test("once the order is paid", async () => {
    const { id } = await order(mother);
    await settleOrder(services, provider, provider.pay(id, 360).payment);
    expect(await order(father)).toMatchObject({ status: "open" });
  });

  test("once its time is over", async () => {
    const { expiresAt } = await order(mother);
    services.clock.time = new Date(expiresAt);
    expect(await order(father)).toMatchObject({ status: "open" });
  });

  test("once it is cancelled, which the history keeps", async () => {
    const { id } = await order(mother);
    await expect(cancelOrder(as(father), { id })).rejects.toMatchObject({ code: "not_found" });
    expect(await cancelOrder(as(mother), { id })).toMatchObject({ status: "expired", payUrl: "" });
    await expect(cancelOrder(as(mother), { id })).rejects.toMatchObject(conflict);
    expect(await order(father)).toMatchObject({ status: "open" });
    const { items } = await listHistory(asAdmin, { entityId: id, limit: 1 });
    expect(items).toMatchObject([{ action: "cancel", actor: { surname: "Nowak", role: "Parent" } }]);
  });
});

describe("an order that is cancelled", () => {
  test("is booked instead where it was paid meanwhile", async () => {
    const { id } = await order(mother);
    provider.pay(id, 360);
    await expect(cancelOrder(as(mother), { id })).rejects.toMatchObject(conflict);
    expect(await getOrder(as(mother), { id })).toMatchObject({ status: "paid" });
  });

  test("stays open while the provider cannot be asked", async () => {
    const { id } = await order(mother);
    provider.isAway = true;
    await expect(cancelOrder(as(mother), { id })).rejects.toMatchObject({ code: "unavailable" });
    provider.isAway = false;
    expect(await getOrder(as(mother), { id })).toMatchObject({ status: "open" });
  });

  test("is cancelled or paid, never both, when both happen at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await order(mother, { ...FOUR, lessons: 1 });
      const { payment } = provider.pay(id, 90);
      await Promise.allSettled([cancelOrder(as(mother), { id }), settleOrder(services, provider, payment)]);
      await settleOrder(services, provider, payment);
      expect(await getOrder(as(mother), { id })).toMatchObject({ status: "paid" });
    }
    expect(await services.db.prisma.payment.count({ where: { studentId: student.id } })).toBe(5);
  });
});
