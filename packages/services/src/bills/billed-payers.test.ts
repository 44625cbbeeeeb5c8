import { toDbDate } from "@korki/db";
import { instantOf } from "@korki/domain";
import { expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { placeOrder, sendPaymentLink } from "../orders/place-order";
import { settleOrder } from "../orders/settle-order";
import { addPayment } from "../payments/add-payment";
import { erasePerson } from "../privacy/personal-data";
import { DECEMBER, openBilledFamily, PAGE, TUESDAYS } from "../testing/billed-family";
import { makeStudentOf } from "../testing/classroom";
import { makeChild, makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, personCtx } from "../testing/people";
import { getBilling, getPayerMode, saveBilling, setPayerMode } from "./billing-settings";
import { issueBills, issueDueBills, previewBills } from "./issue-bills";
import { getBill, listMyBills } from "./read-bills";

/** Who is billed, and who is not. */

const { services, provider, prisma, asAdmin, family, lessons, issued } = await openBilledFamily();

test("a child without a login pays nothing itself: without a payer, the parent who may pay is billed", async () => {
  const child = await makeChild(services, family.payer);
  await prisma.teachingRelation.create({ data: { teacherId: family.teacher.id, studentId: child.id } });
  const [mother, father] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
  for (const parent of [mother, father]) {
    await makeGuardian(services, parent, child);
    await setPayerMode(asAdmin, { payerId: parent.id, mode: "advance" });
  }
  // The paying parent's last day has passed, and the mother cannot sign in.
  await prisma.guardianship.updateMany({
    where: { parentId: family.payer.id, studentId: child.id },
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

test("an erased student gets no bill, and what was left is no line of attention", async () => {
  const [gone, stays] = [
    await makeStudentOf(services, family.teacher),
    await makeChild(services, family.payer),
  ];
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
  expect(await billed()).toEqual(expect.arrayContaining([gone.id, family.payer.id]));
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
  expect(await told()).toEqual(expect.arrayContaining(lines(family.payer.id, stays.id)));
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
  const before = await makeStudentOf(services, family.teacher);
  await saveBilling(asAdmin, { ...settings, defaultMode: "advance" });
  const after = await makeStudentOf(services, family.teacher);
  await lessons(TUESDAYS.slice(0, 1), { student: before });
  await lessons(["2026-12-09"], { student: after });
  const payers = (await previewBills(asAdmin, { month: DECEMBER })).bills.map(({ payerId }) => payerId);
  expect(payers).toContain(after.id);
  expect(payers).not.toContain(before.id);
  await makeGuardian(services, later, before, { isPayer: true });
  const added = (await previewBills(asAdmin, { month: DECEMBER })).bills;
  expect(added.map(({ payerId }) => payerId)).toContain(later.id);
  expect(await getPayerMode(asAdmin, { payerId: after.id })).toMatchObject({ payerId: after.id, mode: null });
  await expect(getPayerMode(asAdmin, { payerId: family.teacher.id })).rejects.toMatchObject({
    code: "not_found",
  });
});
