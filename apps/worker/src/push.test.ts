import { notificationReasons } from "@korki/contracts/texts/notifications";
import { newId } from "@korki/db";
import { startPushEmulator } from "@korki/sandbox";
import { systemCtx } from "@korki/services";
import { reportShown } from "@korki/services/push/devices";
import type { Person } from "@korki/services/testing/people";
import { afterAll, beforeEach, expect, test } from "vitest";
import { notificationFixtures, WAIT_MS } from "./testing/notification-fixtures";
import { openTestWorld } from "./testing/outside-world";

const world = await openTestWorld({ DEMO: "1" });
const { services, mail, telegram } = world;
const { teacher, notifyRecipient, queueNotification, row, becomes } = notificationFixtures(world);
const { prisma } = services.db;
const push = await startPushEmulator();
afterAll(() => push.close());

/** Noon in Warsaw: no quiet hours. */
const NOON = () => new Date("2026-11-25T11:00:00Z");
const WAITS = { status: "pending", channel: "push", lastError: notificationReasons.pushWaits };

beforeEach(async () => {
  push.faults.clear();
  await prisma.pushStop.deleteMany();
});

function startWorker(pushAckSeconds = 600, now = NOON) {
  return world.startWorker({ now }, { pushAckSeconds });
}

/** Gives a person a session and a phone in it. */
async function phoneOf({ id: userId }: Person) {
  const phone = push.openPhone("Telefon");
  const sessionId = newId();
  await prisma.session.create({ data: { id: sessionId, userId } });
  const device = await prisma.pushSubscription.create({
    data: {
      id: newId(),
      userId,
      sessionId,
      endpoint: phone.endpoint,
      ...phone.keys,
      name: "Telefon",
      publicKey: services.settings.push?.publicKey ?? "",
    },
  });
  return { ...phone, deviceId: device.id };
}

async function shownOn(phone: { id: string }, count = 1) {
  const shown = () => push.find(phone.id)?.shown ?? [];
  await push.waitForShown(phone.id, () => shown().length >= count, WAIT_MS);
  return shown();
}

async function report(phone: { id: string }): Promise<void> {
  const token = push.find(phone.id)?.shown.at(-1)?.payload.shown ?? "";
  await reportShown(systemCtx(services), { token });
}

test("is sent when the device says that it was shown, and only once", async () => {
  startWorker();
  const person = await teacher({ connected: true });
  const phone = await phoneOf(person);
  const id = await notifyRecipient({ userId: person.id });
  const [message] = await shownOn(phone);
  expect(message?.payload).toMatchObject({
    id,
    title: "Masz nowego ucznia",
    body: expect.stringContaining("Ola może"),
    tag: id,
    badge: 0,
    url: "https://korki.example/dashboard/zajecia/dostepnosc",
  });
  expect(message).toMatchObject({ topic: null, urgency: "normal", ttl: 86_400 });
  await becomes(id, WAITS);
  await report(phone);
  await becomes(id, { status: "sent", channel: "push", lastError: null });
  const device = await prisma.pushSubscription.findUniqueOrThrow({ where: { id: phone.deviceId } });
  await report(phone);
  expect(await prisma.pushSubscription.findUniqueOrThrow({ where: { id: phone.deviceId } })).toEqual(device);
  expect(device.lastShownAt).not.toBeNull();
  expect(telegram.botMessages(person.chatId)).toEqual([]);
});

test("goes by Telegram when no device shows it in time; shown late, it stays so", async () => {
  startWorker(1);
  const person = await teacher({ connected: true });
  const phone = await phoneOf(person);
  const device = push.find(phone.id);
  if (!device) throw new Error("no phone");
  push.switch(device, false);
  const id = await notifyRecipient({ userId: person.id });
  await becomes(id, { status: "sent", channel: "telegram", attempts: 1 });
  push.switch(device, true);
  await shownOn(phone);
  await report(phone);
  expect(await row(id)).toMatchObject({ status: "sent", channel: "telegram", shownAt: expect.any(Date) });
  expect(telegram.botMessages(person.chatId)).toHaveLength(1);
});

test.each([404, 410])(
  "%i deletes the subscription, and the next channel takes over at once",
  async (status) => {
    startWorker();
    const person = await teacher();
    const phone = await phoneOf(person);
    push.faults.add({ status, phoneId: phone.id, times: 1 });
    const id = await notifyRecipient({ userId: person.id });
    await becomes(id, { status: "sent", channel: "email" });
    expect(mail.mailsTo(person.email)).toHaveLength(1);
    expect(await prisma.pushSubscription.count({ where: { userId: person.id } })).toBe(0);
  },
);

test("403 stops push for everybody and says so; it goes on when a service takes a message again", async () => {
  startWorker();
  const [refused, other] = [await teacher({ connected: true }), await teacher()];
  const [phone, otherPhone] = [await phoneOf(refused), await phoneOf(other)];
  push.faults.add({ status: 403, phoneId: phone.id, times: 1 });
  const first = await notifyRecipient({ userId: refused.id });
  await becomes(first, { status: "sent", channel: "telegram" });
  const second = await notifyRecipient({ userId: other.id });
  await becomes(second, { status: "sent", channel: "email" });
  expect(push.find(otherPhone.id)?.shown).toEqual([]);
  expect(await prisma.pushStop.findMany()).toMatchObject([{ reason: expect.stringContaining("403") }]);
  expect(await prisma.pushSubscription.count({ where: { id: phone.deviceId } })).toBe(1);
  await prisma.pushStop.updateMany({ data: { until: new Date(0) } });
  const third = await notifyRecipient({ userId: other.id });
  await shownOn(otherPhone);
  await becomes(third, WAITS);
  expect(await prisma.pushStop.count()).toBe(0);
});

test("413 sends it once more without its body", async () => {
  startWorker();
  const person = await teacher();
  const phone = await phoneOf(person);
  push.faults.add({ status: 413, phoneId: phone.id, times: 1 });
  const id = await notifyRecipient({ userId: person.id });
  const [message] = await shownOn(phone);
  expect(message?.payload).toMatchObject({ title: "Masz nowego ucznia", body: "", actions: [] });
  await becomes(id, WAITS);
});

test.each([
  [429, 1],
  [503, undefined],
] as const)("%i is tried again", async (status, retryAfter) => {
  startWorker();
  const person = await teacher();
  const phone = await phoneOf(person);
  push.faults.add({ status, phoneId: phone.id, times: 1, ...(retryAfter && { retryAfter }) });
  const id = await notifyRecipient({ userId: person.id });
  await shownOn(phone);
  await becomes(id, WAITS);
  expect(mail.mailsTo(person.email)).toEqual([]);
});

test("a push service that stays away does not hold a message longer than a device may take", async () => {
  startWorker(1);
  const person = await teacher();
  const phone = await phoneOf(person);
  push.faults.add({ status: 500, phoneId: phone.id, times: 1000 });
  const id = await notifyRecipient({ userId: person.id });
  await becomes(id, { status: "sent", channel: "email", attempts: 1 });
});

test("one device that takes it is enough; the dead one among them goes", async () => {
  startWorker();
  const person = await teacher();
  const [dead, alive] = [await phoneOf(person), await phoneOf(person)];
  push.remove(dead.id);
  const id = await notifyRecipient({ userId: person.id });
  await shownOn(alive);
  await becomes(id, WAITS);
  const left = await prisma.pushSubscription.findMany({ where: { userId: person.id } });
  expect(left.map((device) => device.id)).toEqual([alive.deviceId]);
});

test("waits for seven o'clock in the night", async () => {
  startWorker(600, () => new Date("2026-11-24T22:30:00Z"));
  const person = await teacher({ connected: true });
  await phoneOf(person);
  const id = await notifyRecipient({ userId: person.id });
  await becomes(id, { status: "pending", lastError: notificationReasons.pushNight, attempts: 0 });
  const wait = (await row(id)).dueAt.getTime() - Date.now();
  expect(wait).toBeGreaterThan(7.4 * 3_600_000);
  expect(wait).toBeLessThan(7.6 * 3_600_000);
});

test("respects what is switched off, for a kind and for all", async () => {
  startWorker();
  const [kindOff, allOff, everythingOff] = [await teacher(), await teacher(), await teacher()];
  for (const person of [kindOff, allOff, everythingOff]) await phoneOf(person);
  const off = (userId: string, kind: string, channel: string) => ({ userId, kind, channel, enabled: false });
  await prisma.notificationPreference.createMany({
    data: [
      off(kindOff.id, "relation-added", "push"),
      off(allOff.id, "*", "push"),
      // Chosen before there was push.
      off(everythingOff.id, "relation-added", "telegram"),
      off(everythingOff.id, "relation-added", "email"),
    ],
  });
  const ids = await Promise.all(
    [kindOff, allOff, everythingOff].map(({ id }) => notifyRecipient({ userId: id })),
  );
  await becomes(ids[0] ?? "", { status: "sent", channel: "email" });
  await becomes(ids[1] ?? "", { status: "sent", channel: "email" });
  await becomes(ids[2] ?? "", { status: "skipped", lastError: notificationReasons.notWanted });
});

test("account mails stay e-mails, and signing out or disabling takes the device along", async () => {
  startWorker();
  const person = await teacher();
  const [first] = [await phoneOf(person), await phoneOf(person)];
  await queueNotification({
    kind: "account-exists",
    to: { userId: person.id },
    facts: { linkId: null },
  });
  await mail.waitForMail(person.email, WAIT_MS);
  expect(push.find(first.id)?.shown).toEqual([]);
  const { sessionId } = await prisma.pushSubscription.findUniqueOrThrow({ where: { id: first.deviceId } });
  await prisma.session.update({ where: { id: sessionId }, data: { endedAt: new Date() } });
  expect(await prisma.pushSubscription.count({ where: { userId: person.id } })).toBe(1);
  await prisma.user.update({ where: { id: person.id }, data: { isDisabled: true } });
  expect(await prisma.pushSubscription.count({ where: { userId: person.id } })).toBe(0);
});
