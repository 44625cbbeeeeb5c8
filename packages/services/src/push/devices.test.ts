import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "@korki/db";
import { PUSH_DEVICES_MAX } from "@korki/domain";
import { describe, expect, onTestFinished, test } from "vitest";
import { logout } from "../accounts/sessions";
import { type ActorCtx, systemCtx } from "../context";
import { erasePerson } from "../privacy/personal-data";
import { makePerson, type Person, personCtx, signIn } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { getPush, removeDevice, reportShown, subscribe, testDevice } from "./devices";
import { shownToken } from "./shown-token";

const services = await openTestServices({ RATE_LIMIT_SCALE: "100" });
const { prisma } = services.db;

/** A new student, signed in. */
async function signedIn(): Promise<ActorCtx> {
  return sessionOf(await makePerson(services, "Student"));
}

async function sessionOf(person: Person): Promise<ActorCtx> {
  const { sessionId } = await signIn(services, person);
  const ctx = personCtx(services, person);
  return { ...ctx, actor: { ...ctx.actor, sessionId } };
}

/** A subscription as a browser makes it, at a push service that nobody reaches. */
function subscription(name = "Chrome, Android") {
  const p256dh = createECDH("prime256v1").generateKeys("base64url");
  const keys = { p256dh, auth: randomBytes(16).toString("base64url") };
  return { endpoint: `http://127.0.0.1:9/${newId()}`, keys, name };
}

test("a device is added, renewed by its address, and removed by its owner alone", async () => {
  const [owner, other] = [await signedIn(), await signedIn()];
  const input = subscription();
  const device = await subscribe(owner, input);
  expect(device).toEqual({
    id: expect.any(String),
    name: "Chrome, Android",
    createdAt: expect.any(String),
    lastShownAt: null,
  });
  const renewed = await subscribe(owner, { ...subscription("Chrome"), endpoint: input.endpoint });
  expect(renewed).toEqual({ ...device, name: "Chrome" });
  expect(await getPush(owner)).toEqual({ key: services.settings.push?.publicKey, devices: [renewed] });
  await expect(removeDevice(other, device)).rejects.toMatchObject({ code: "not_found" });
  await expect(testDevice(other, device)).rejects.toMatchObject({ code: "not_found" });
  await removeDevice(owner, device);
  await expect(removeDevice(owner, device)).rejects.toMatchObject({ code: "not_found" });
});

test("another account on the device takes it over, at once or at the same moment", async () => {
  const [first, second] = [await signedIn(), await signedIn()];
  const input = subscription();
  const { id } = await subscribe(first, input);
  const taken = await subscribe(second, input);
  expect(taken.id).not.toBe(id);
  expect((await getPush(first)).devices).toEqual([]);
  await Promise.allSettled([subscribe(first, input), subscribe(second, input), subscribe(first, input)]);
  expect(await prisma.pushSubscription.count({ where: { endpoint: input.endpoint } })).toBe(1);
});

test("an eleventh device replaces the one shown longest ago", async () => {
  const owner = await signedIn();
  const ids: string[] = [];
  for (let at = 0; at < PUSH_DEVICES_MAX; at += 1)
    ids.push((await subscribe(owner, subscription(`Telefon ${at}`))).id);
  for (const [at, id] of ids.entries()) {
    const lastShownAt = new Date(Date.now() - (at === 4 ? 7_200_000 : 60_000));
    await prisma.pushSubscription.update({ where: { id }, data: { lastShownAt } });
  }
  const eleventh = await subscribe(owner, subscription("Telefon 11"));
  const left = (await getPush(owner)).devices.map((device) => device.id);
  expect(left).toHaveLength(PUSH_DEVICES_MAX);
  expect(left).toContain(eleventh.id);
  expect(left).not.toContain(ids[4]);
});

test("signing out, disabling and erasing take the device along", async () => {
  const owner = await signedIn();
  await subscribe(owner, subscription());
  await logout(owner, { refreshToken: undefined });
  expect((await getPush(owner)).devices).toEqual([]);
  await expect(subscribe(owner, subscription())).rejects.toMatchObject({ code: "conflict" });
  const disabled = await signedIn();
  await subscribe(disabled, subscription());
  await prisma.user.update({ where: { id: disabled.actor.id }, data: { isDisabled: true } });
  expect(await prisma.pushSubscription.count({ where: { userId: disabled.actor.id } })).toBe(0);
  const erased = await signedIn();
  await subscribe(erased, subscription());
  const admin = personCtx(services, await makePerson(services, "Admin"));
  await erasePerson(admin, { userId: erased.actor.id });
  expect(await prisma.pushSubscription.count({ where: { userId: erased.actor.id } })).toBe(0);
});

test("a removed device is renewed in no browser, until it is added there again or somebody signs in anew", async () => {
  const person = await makePerson(services, "Student");
  const [owner, elsewhere] = [await sessionOf(person), await sessionOf(person)];
  const [phone, laptop, renewal] = [subscription(), subscription("Chrome, Windows"), { isRenewal: true }];
  const { id } = await subscribe(owner, phone);
  await subscribe(elsewhere, laptop);
  await removeDevice(elsewhere, { id });
  await expect(subscribe(owner, { ...phone, ...renewal })).rejects.toMatchObject({ code: "not_found" });
  await expect(subscribe(owner, { ...subscription(), ...renewal })).rejects.toMatchObject({
    code: "not_found",
  });
  await subscribe(elsewhere, { ...laptop, ...renewal });
  expect((await getPush(owner)).devices.map(({ name }) => name)).toEqual(["Chrome, Windows"]);
  await subscribe(owner, phone);
  await subscribe(owner, { ...phone, ...renewal });
  expect((await getPush(owner)).devices).toHaveLength(2);
  await removeDevice(elsewhere, await subscribe(owner, phone));
  await subscribe(await sessionOf(person), { ...phone, ...renewal });
  expect((await getPush(owner)).devices).toHaveLength(2);
});

test("a browser whose outdated entry the person removed goes on, and one whose present entry was removed does not", async () => {
  const person = await makePerson(services, "Student");
  const [phone, laptop] = [await sessionOf(person), await sessionOf(person)];
  const [outdated, present, renewal] = [
    subscription("Telefon 1"),
    subscription("Telefon 2"),
    { isRenewal: true },
  ];
  const names = async () => (await getPush(phone)).devices.map(({ name }) => name);
  const { id } = await subscribe(phone, outdated);
  await subscribe(phone, { ...present, ...renewal });
  await removeDevice(laptop, { id });
  await subscribe(phone, { ...present, ...renewal });
  // Its push service gives it another address some day.
  const last = subscription("Telefon 3");
  const later = await subscribe(phone, { ...last, ...renewal });
  expect(await names()).toEqual(["Telefon 3", "Telefon 2"]);
  await removeDevice(laptop, later);
  await expect(subscribe(phone, { ...last, ...renewal })).rejects.toMatchObject({ code: "not_found" });
  expect(await names()).toEqual(["Telefon 2"]);
});

describe("refuses", () => {
  const real = { ...services, settings: { ...services.settings, demo: false } };
  test.each([
    ["https://fcm.googleapis.com/fcm/send/a", true],
    ["https://updates.push.services.mozilla.com/wpush/v2/a", true],
    ["https://web.push.apple.com/a", true],
    ["https://wns2-par02p.notify.windows.com/w/?token=a", true],
    ["http://fcm.googleapis.com/fcm/send/a", false],
    ["https://fcm.googleapis.com:8443/fcm/send/a", false],
    ["https://fcm.googleapis.com.example.pl/a", false],
    ["https://examplefcm.googleapis.com/a", false],
    ["https://notify.windows.com/a", false],
    ["https://user:pass@fcm.googleapis.com/a", false],
    ["https://fcm.googleapis.com@example.pl/a", false],
    ["https://127.0.0.1/a", false],
    ["http://127.0.0.1:9/a", false],
    ["https://[::1]/a", false],
    ["https://169.254.169.254/a", false],
    ["https://2130706433/a", false],
    ["ftp://fcm.googleapis.com/a", false],
    ["fcm.googleapis.com/a", false],
  ])("an address that is no push service's: %s", async (endpoint, isTaken) => {
    const saving = subscribe(
      { ...(await signedIn()), settings: real.settings },
      { ...subscription(), endpoint },
    );
    if (isTaken) expect(await saving).toMatchObject({ name: "Chrome, Android" });
    else await expect(saving).rejects.toMatchObject({ code: "input" });
  });

  const { p256dh, auth } = subscription().keys;
  const offCurve = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString("base64url");
  test.each([
    { p256dh: p256dh.slice(0, -2), auth },
    { p256dh: `${p256dh}AA`, auth },
    { p256dh: offCurve, auth },
    { p256dh, auth: auth.slice(0, -2) },
    { p256dh, auth: randomBytes(17).toString("base64url") },
    { p256dh: "", auth: "" },
  ])("keys that no browser makes: %j", async (keys) => {
    await expect(subscribe(await signedIn(), { ...subscription(), keys })).rejects.toMatchObject({
      code: "input",
    });
  });

  test("everything where the centre has no keys", async () => {
    const ctx = { ...(await signedIn()), settings: { ...services.settings, push: null } };
    expect(await getPush(ctx)).toEqual({ key: null, devices: [] });
    await expect(subscribe(ctx, subscription())).rejects.toMatchObject({ code: "conflict" });
  });
});

test("a token says once that a device showed a message; a forged or unknown one says nothing", async () => {
  const owner = await signedIn();
  const { id: deviceId } = await subscribe(owner, subscription());
  const shownAt = async () => (await getPush(owner)).devices[0]?.lastShownAt;
  const about = { deviceId, notificationId: null, sentAt: new Date(services.now().getTime() - 1000) };
  const token = shownToken(services.settings.authSecret, about);
  for (const forged of [
    "",
    "x",
    shownToken("another secret", about),
    `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
  ])
    await reportShown(systemCtx(services), { token: forged });
  expect(await shownAt()).toBeNull();
  await reportShown(systemCtx(services), { token });
  const first = await shownAt();
  expect(first).not.toBeNull();
  services.clock.time = new Date(services.now().getTime() + 60_000);
  await reportShown(systemCtx(services), { token });
  expect(await shownAt()).toBe(first);
});

test("a message to try a device that nobody takes is told", async () => {
  const owner = await signedIn();
  const device = await subscribe(owner, subscription());
  await expect(testDevice(owner, device)).rejects.toMatchObject({ code: "unavailable" });
  expect((await getPush(owner)).devices).toHaveLength(1);
});

test("a message to try a device is not urgent, and stops push for everybody where the keys are refused", async () => {
  const asked: (string | undefined)[] = [];
  let status = 403;
  const service = createServer((request, response) => {
    asked.push(request.headers.urgency as string | undefined);
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void service.close());
  await once(service, "listening");
  const { port } = service.address() as AddressInfo;
  const owner = await signedIn();
  const device = await subscribe(owner, {
    ...subscription(),
    endpoint: `http://127.0.0.1:${port}/${newId()}`,
  });
  await expect(testDevice(owner, device)).rejects.toMatchObject({ code: "unavailable" });
  expect(await prisma.pushStop.findMany()).toMatchObject([{ reason: expect.stringContaining("403") }]);
  status = 201;
  await prisma.pushStop.updateMany({ data: { until: new Date(0) } });
  await testDevice(owner, device);
  expect(await prisma.pushStop.count()).toBe(0);
  expect(asked).toEqual(["normal", "normal"]);
});
