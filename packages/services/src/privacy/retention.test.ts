import { deleteOutdated } from "@korki/db";
import { expect, test } from "vitest";
import { getBilling, saveBilling } from "../bills/billing-settings";
import { adjustLedger } from "../ledger/adjust-ledger";
import { bookedLesson, makeClassroom } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";

const services = await openTestServices();
const { db } = services;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test("registrations that nobody confirmed go, unless the centre works with the person", async () => {
  const registered = async (days: number) => {
    const { id } = await makePerson(services, "Student", { isConfirmed: false });
    await db.prisma.user.update({ where: { id }, data: { createdAt: daysAgo(days) } });
    return id;
  };
  const [old, young, invited] = [await registered(31), await registered(29), await registered(31)];
  await db.prisma.user.update({ where: { id: invited }, data: { passwordHash: null } });
  const room = await makeClassroom(services);
  await bookedLesson(services, room, 1);
  await db.prisma.user.update({
    where: { id: room.student.id },
    data: { emailConfirmedAt: null, createdAt: daysAgo(31) },
  });
  const asked = await registered(31);
  await db.prisma.oneTimeLink.create({
    data: {
      id: crypto.randomUUID(),
      userId: asked,
      kind: "confirm-email",
      createdAt: daysAgo(2),
      expiresAt: daysAgo(1),
    },
  });

  expect(await deleteOutdated(db)).toMatchObject({ unconfirmed_registrations: 1 });
  const left = await db.prisma.user.findMany({ select: { id: true } });
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([young, invited, room.student.id, asked]));
  expect(left.map(({ id }) => id)).not.toContain(old);
});

test("a registration that nobody confirmed goes also after the centre has changed how it bills by default", async () => {
  const { id } = await makePerson(services, "Student", { isConfirmed: false });
  await db.prisma.user.update({ where: { id }, data: { createdAt: daysAgo(31) } });
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const billing = await getBilling(asAdmin);
  await saveBilling(asAdmin, { ...billing, defaultMode: "advance" });
  await saveBilling(asAdmin, billing);
  expect(await db.prisma.billingPayer.count({ where: { payerId: id } })).toBe(1);
  expect(await deleteOutdated(db)).toMatchObject({ unconfirmed_registrations: 1 });
  expect(await db.prisma.user.count({ where: { id } })).toBe(0);
});

test("a registration that nobody confirmed stays once the centre has given it anything to do", async () => {
  const { prisma } = db;
  const admin = await makePerson(services, "Admin");
  const { student } = await makeClassroom(services);
  const id = () => crypto.randomUUID();
  const maths = { subject: "Matematyka", level: "liceumP" } as const;
  const order = { amount: 90, expiresAt: daysAgo(0), createdById: admin.id };
  const given: Record<string, ["Student" | "Parent" | "Teacher", (person: Person) => Promise<unknown>]> = {
    lessons: [
      "Student",
      ({ id: studentId }) =>
        adjustLedger(personCtx(services, admin), { studentId, ...maths, quantity: 1, description: "Gratis" }),
    ],
    order: [
      "Student",
      ({ id: studentId }) =>
        prisma.order.create({ data: { id: id(), studentId, payerId: studentId, ...order } }),
    ],
    "a child's order": [
      "Parent",
      ({ id: payerId }) =>
        prisma.order.create({ data: { id: id(), studentId: student.id, payerId, ...order } }),
    ],
    child: ["Parent", (parent) => makeGuardian(services, parent, student)],
    parent: ["Student", async (child) => makeGuardian(services, await makePerson(services, "Parent"), child)],
    subjects: [
      "Teacher",
      ({ id: teacherId }) => prisma.teacherSubject.create({ data: { teacherId, ...maths } }),
    ],
    check: [
      "Teacher",
      ({ id: teacherId }) =>
        prisma.vettingCheck.create({
          data: {
            id: id(),
            teacherId,
            kind: "krk",
            reference: "1",
            checkedOn: daysAgo(1),
            checkedById: admin.id,
          },
        }),
    ],
    note: [
      "Student",
      ({ id: personId }) =>
        prisma.officeNote.create({ data: { id: id(), personId, text: "Zadzwonić", authorId: admin.id } }),
    ],
    price: [
      "Student",
      ({ id: studentId }) =>
        prisma.individualPrice.create({
          data: { id: id(), studentId, level: "liceumP", price: 80, rate: 60 },
        }),
    ],
    billing: [
      "Parent",
      ({ id: payerId }) =>
        prisma.billingPayer.create({ data: { payerId, mode: "advance", defaultMode: "perLesson" } }),
    ],
    "money left over": [
      "Parent",
      ({ id: payerId }) =>
        prisma.billingPayer.create({ data: { payerId, balance: 10, defaultMode: "perLesson" } }),
    ],
  };
  const made: Record<string, string> = {};
  for (const [name, [role, give]] of Object.entries(given)) {
    const person = await makePerson(services, role, { isConfirmed: false });
    await give(person);
    await prisma.user.update({ where: { id: person.id }, data: { createdAt: daysAgo(31) } });
    made[name] = person.id;
  }
  expect(await deleteOutdated(db)).toMatchObject({ unconfirmed_registrations: 0 });
  const left = await prisma.user.findMany({
    where: { id: { in: Object.values(made) } },
    select: { id: true },
  });
  expect(left.map((row) => row.id).sort()).toEqual(Object.values(made).sort());
});

test("what cannot be deleted keeps nothing else from going, and is reported", async () => {
  const id = crypto.randomUUID();
  const common = { subject: "Fizyka", level: "liceumP", email: "x@example.pl", updatedAt: daysAgo(366) };
  await db.prisma.trialLesson.create({ data: { id, status: "Odwolana", ...common } });
  await db.pool.query("ALTER TABLE telegram_codes RENAME TO other_codes");
  try {
    await expect(deleteOutdated(db)).rejects.toThrow("telegram_codes");
  } finally {
    await db.pool.query("ALTER TABLE other_codes RENAME TO telegram_codes");
  }
  expect(await db.prisma.trialLesson.count({ where: { id } })).toBe(0);
});

test("a registration that nobody confirmed goes although documents were accepted with it, and the record stays", async () => {
  const admin = await makePerson(services, "Admin");
  const { id: personId } = await makePerson(services, "Student", { isConfirmed: false });
  const documentId = crypto.randomUUID();
  const text = { kind: "regulamin", title: "Regulamin", text: "§1", mandatory: true, roles: ["Student"] };
  await db.prisma.document.create({ data: { id: documentId, version: 1, createdById: admin.id, ...text } });
  await db.prisma.consent.create({
    data: { id: crypto.randomUUID(), documentId, givenById: personId, personId, accepted: true },
  });
  await db.prisma.user.update({ where: { id: personId }, data: { createdAt: daysAgo(31) } });
  expect(await deleteOutdated(db)).toMatchObject({ unconfirmed_registrations: 1 });
  expect(await db.prisma.user.count({ where: { id: personId } })).toBe(0);
  expect(await db.prisma.consent.count({ where: { personId } })).toBe(1);
});

test("trial requests go a year after they were held or cancelled, and open ones stay", async () => {
  const request = async (status: string, days: number) => {
    const id = crypto.randomUUID();
    const common = { subject: "Fizyka", level: "liceumP", email: "x@example.pl", updatedAt: daysAgo(days) };
    await db.prisma.trialLesson.create({ data: { id, status, ...common } });
    return id;
  };
  const gone = [await request("Odwolana", 366), await request("Zrealizowana", 366)];
  const kept = [await request("Odwolana", 364), await request("Nowa", 366)];
  expect(await deleteOutdated(db)).toMatchObject({ closed_trial_requests: gone.length });
  const left = await db.prisma.trialLesson.findMany({ select: { id: true } });
  expect(left.map(({ id }) => id).sort()).toEqual(kept.sort());
});

test("tokens by which bills were issued go after 30 days", async () => {
  const issuedBefore = (days: number) => ({
    tokenHash: `${days} days`,
    month: new Date("2026-12-01"),
    issued: 1,
    createdAt: daysAgo(days),
  });
  await db.prisma.billPreview.createMany({ data: [31, 29].map(issuedBefore) });
  expect(await deleteOutdated(db)).toMatchObject({ bill_previews: 1 });
  expect(await db.prisma.billPreview.findMany()).toMatchObject([{ tokenHash: "29 days" }]);
});
