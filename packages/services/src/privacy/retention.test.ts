import { deleteOutdated } from "@korki/db";
import { expect, test } from "vitest";
import { bookedLesson, makeClassroom } from "../testing/classroom";
import { makePerson } from "../testing/people";
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
    ...{ tokenHash: `${days} days`, month: new Date("2026-12-01"), issued: 1 },
    createdAt: daysAgo(days),
  });
  await db.prisma.billPreview.createMany({ data: [31, 29].map(issuedBefore) });
  expect(await deleteOutdated(db)).toMatchObject({ bill_previews: 1 });
  expect(await db.prisma.billPreview.findMany()).toMatchObject([{ tokenHash: "29 days" }]);
});
