import { accountTexts } from "@korki/contracts/texts/account";
import { generateSync } from "otplib";
import { beforeEach, expect, test } from "vitest";
import { createCalendarAddress } from "../calendar/calendar-address";
import { Authenticator } from "../testing/authenticator";
import { mailedTokens, outboxOf } from "../testing/outbox";
import { makePerson, PASSWORD, personCtx, signIn, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { authenticate } from "./authenticate";
import { getAccountLink } from "./get-account-link";
import { login } from "./login";
import { addPasskey, startPasskey } from "./passkeys";
import { reportNotMe, reportOwnEvent } from "./report-not-me";
import { resetPassword } from "./reset-password";
import { confirmTotpSetup, startTotp } from "./second-factor";
import { listOwnSecurityEvents } from "./security-events";

const services = await openTestServices();
const { clock, db } = services;
const visitor = visitorCtx(services);
beforeEach(() => {
  services.freshLimits();
  visitor.limits = services.limits;
});

const INVALID = { code: "input", message: accountTexts.linkInvalid };

/** Somebody whose account a stranger is in; the stranger has made a calendar address. */
async function robbed() {
  const person = await makePerson(services, "Student");
  const { accessToken } = await signIn(services, person);
  const stranger = { ...personCtx(services, person), device: "Firefox, Linux" };
  await createCalendarAddress(stranger);
  const [token = ""] = await mailedTokens(services, person.id);
  return { person, accessToken, token };
}

test("the link of an alert says what happened, and changes nothing by that", async () => {
  const { person, accessToken, token } = await robbed();
  expect(await getAccountLink(visitor, { token })).toEqual({
    kind: "not-me",
    event: "calendar-address-created",
    at: clock.time.toISOString(),
    device: "Firefox, Linux",
  });
  await expect(authenticate(services, accessToken)).resolves.toMatchObject({ id: person.id });
});

test("ends every session, makes the password worthless and mails a link for a new one", async () => {
  const { person, accessToken, token } = await robbed();
  await reportNotMe(visitor, { token });
  await expect(authenticate(services, accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(login(visitor, { email: person.email, password: PASSWORD })).rejects.toThrow();
  const account = await db.prisma.user.findUniqueOrThrow({ where: { id: person.id } });
  expect(account).toMatchObject({ calendarKey: null, telegramChatId: null });
  expect((await outboxOf(services, person.id)).map(({ kind }) => kind)).toEqual([
    "account-alert",
    "account-alert",
    "account-recovery",
  ]);
  const confirmId = (await mailedTokens(services, person.id)).at(-1) ?? "";
  await resetPassword(visitor, { password: "Zupelnienowe1", confirmId });
  await login(visitor, { email: person.email, password: "Zupelnienowe1" });
});

test("removes a second factor and a passkey that were added since, and leaves older ones", async () => {
  const { person, token } = await robbed();
  const userId = person.id;
  const before = new Date(clock.time.getTime() - 1);
  const passkey = { userId, publicKey: "x", counter: 0, name: "x" };
  await db.prisma.totpFactor.create({ data: { userId, secret: "x", confirmedAt: before } });
  await db.prisma.passkey.createMany({
    data: [
      { ...passkey, id: "01980000-0000-7000-8000-000000000001", credentialId: "alt", createdAt: before },
      { ...passkey, id: "01980000-0000-7000-8000-000000000002", credentialId: "neu", createdAt: clock.time },
    ],
  });
  await reportNotMe(visitor, { token });
  const kept = await db.prisma.passkey.findMany({ where: { userId } });
  expect(kept.map(({ credentialId }) => credentialId)).toEqual(["alt"]);
  expect(await db.prisma.totpFactor.count({ where: { userId } })).toBe(1);
});

test("the link about a factor removes that factor, however long it took to add it", async () => {
  const person = await makePerson(services, "Student");
  const now = () => {
    clock.time = new Date(clock.time.getTime() + 5);
    return clock.time;
  };
  const stranger = { ...personCtx(services, person), limits: services.limits, now };
  const { challenge } = await startPasskey(stranger, { password: PASSWORD });
  const response = new Authenticator(services.settings.publicUrl).create(challenge);
  await addPasskey(stranger, { name: "Obcy", response });
  const { secret } = await startTotp(stranger, { password: PASSWORD });
  const epoch = Math.floor(clock.time.getTime() / 1000);
  await confirmTotpSetup(stranger, { code: generateSync({ secret, epoch }) });
  const [aboutPasskey = "", aboutTotp = ""] = await mailedTokens(services, person.id);
  await reportNotMe(visitor, { token: aboutTotp });
  expect(await db.prisma.totpFactor.count({ where: { userId: person.id } })).toBe(0);
  expect(await db.prisma.passkey.count({ where: { userId: person.id } })).toBe(1);
  await reportNotMe(visitor, { token: aboutPasskey });
  expect(await db.prisma.passkey.count({ where: { userId: person.id } })).toBe(0);
});

test("a browser that the account knew before is a new one afterwards", async () => {
  const { person, token } = await robbed();
  const { email } = person;
  const { deviceCookie } = await login(visitor, { email, password: PASSWORD });
  const before = clock.time;
  clock.time = new Date(before.getTime() + 2_000);
  await reportNotMe(visitor, { token });
  const confirmId = (await mailedTokens(services, person.id)).at(-1) ?? "";
  await resetPassword(visitor, { password: "Zupelnienowe1", confirmId });
  const told = async () =>
    (await outboxOf(services, person.id)).filter(({ facts }) => facts.event === "new-device").length;
  const alerts = await told();
  await login({ ...visitor, deviceCookie }, { email, password: "Zupelnienowe1" });
  expect(await told()).toBe(alerts + 1);
  clock.time = before;
});

test("works once, for seven days, and by no other link", async () => {
  const { token } = await robbed();
  const at = clock.time;
  clock.time = new Date(at.getTime() + 7 * 24 * 3_600_000);
  await expect(reportNotMe(visitor, { token })).rejects.toMatchObject(INVALID);
  clock.time = at;
  await expect(resetPassword(visitor, { password: "Zupelnienowe1", confirmId: token })).rejects.toMatchObject(
    INVALID,
  );
  await reportNotMe(visitor, { token });
  await expect(reportNotMe(visitor, { token })).rejects.toMatchObject(INVALID);
  await expect(getAccountLink(visitor, { token })).rejects.toMatchObject(INVALID);
  await expect(reportNotMe(visitor, { token: "nonsense" })).rejects.toMatchObject(INVALID);
});

test("an event in the settings' list is undone after the password alone, once, by its owner", async () => {
  const { person, accessToken } = await robbed();
  const ctx = { ...personCtx(services, person), limits: services.limits };
  const [event] = await listOwnSecurityEvents(ctx);
  expect(event).toMatchObject({ kind: "calendar-address-created", device: "Firefox, Linux", canUndo: true });
  const id = event?.id ?? "";
  await expect(reportOwnEvent(ctx, { id, password: "Niepoprawne1" })).rejects.toMatchObject({
    code: "unauthenticated",
    details: { sessionStands: true },
  });
  const other = { ...personCtx(services, await makePerson(services, "Student")), limits: services.limits };
  await expect(reportOwnEvent(other, { id, password: PASSWORD })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(authenticate(services, accessToken)).resolves.toMatchObject({ id: person.id });

  await reportOwnEvent(ctx, { id, password: PASSWORD });
  await expect(authenticate(services, accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(login(visitor, { email: person.email, password: PASSWORD })).rejects.toThrow();
  expect(await listOwnSecurityEvents(ctx)).toMatchObject([
    { kind: "reported-as-foreign", canUndo: false },
    { kind: "calendar-address-created", canUndo: false },
  ]);
});
