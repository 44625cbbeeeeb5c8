import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "../context";
import { mailedTokens } from "../testing/outbox";
import { makePerson, type Person } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { linkToken } from "./link-token";
import { loginByCode, loginByLink, requestLoginLink } from "./login-link";
import { requestRecovery, resetPassword } from "./reset-password";

const services = await openTestServices();
const { prisma } = services.db;
const MINUTE_MS = 60_000;
let person: Person;
let n = 0;

/** A visitor at an address of its own, so that no test meets another's limits. */
const visitor = (): Ctx => ({ ...services, actor: null, address: `198.51.100.${n}` });

beforeEach(async () => {
  n += 1;
  services.clock.time = new Date("2026-11-20T09:00:00Z");
  person = await makePerson(services, "Student");
});

async function ask(email = person.email) {
  const request = await requestLoginLink(visitor(), { email });
  const link = await prisma.oneTimeLink.findFirst({
    where: { user: { email }, kind: "login" },
    orderBy: { id: "desc" },
  });
  return { request, token: link ? linkToken(services.settings.authSecret, link) : "" };
}

/** Opens the link in a browser that did not ask for it. */
async function codeOf(token: string): Promise<string> {
  const refused: { details?: { code?: string } } = await loginByLink(visitor(), {
    token,
    request: undefined,
  }).then(
    () => ({}),
    (error) => error,
  );
  return refused.details?.code ?? "";
}

const kindsFor = async (userId: string) =>
  (await prisma.notification.findMany({ where: { recipientId: userId } })).map(({ kind }) => kind);

test("the link signs in where it was asked for, once", async () => {
  const { request, token } = await ask();
  const { pair } = await loginByLink(visitor(), { token, request });
  expect(pair.accessToken).toBeTruthy();
  await expect(loginByLink(visitor(), { token, request })).rejects.toMatchObject({ code: "gone" });
});

test("in another browser it shows a code that the asking one takes", async () => {
  const { request, token } = await ask();
  const code = await codeOf(token);
  expect(code).toMatch(/^\d{6}$/);
  const other = await ask((await makePerson(services, "Student")).email);
  await expect(loginByCode(visitor(), { code, request: other.request })).rejects.toMatchObject({
    code: "input",
  });
  const { pair } = await loginByCode(visitor(), { code, request });
  expect(pair.accessToken).toBeTruthy();
  // The link is used, and so is its code.
  await expect(loginByCode(visitor(), { code, request })).rejects.toMatchObject({ code: "gone" });
});

test("a code of other signs than digits is wrong, for every address", async () => {
  for (const email of [person.email, "nikt@example.pl"]) {
    const { request } = await ask(email);
    for (const code of ["１２３４５６", "12345é"])
      await expect(loginByCode(visitor(), { code, request })).rejects.toMatchObject({ code: "input" });
  }
});

test("a code has five tries, for an address without an account too", async () => {
  for (const email of [person.email, "nikt@example.pl"]) {
    const { request, token } = await ask(email);
    const code = token ? await codeOf(token) : "123456";
    const wrong = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries += 1)
      await expect(loginByCode(visitor(), { code: wrong, request })).rejects.toMatchObject({ code: "input" });
    await expect(loginByCode(visitor(), { code, request })).rejects.toMatchObject({ code: "gone" });
  }
});

test("a newer link ends the older, and fifteen minutes end both", async () => {
  const first = await ask();
  const second = await ask();
  await expect(loginByLink(visitor(), first)).rejects.toMatchObject({ code: "gone" });
  services.clock.time = new Date(services.clock.time.getTime() + 15 * MINUTE_MS);
  await expect(loginByLink(visitor(), second)).rejects.toMatchObject({ code: "gone" });
});

test("a recovery ends a link that was mailed before", async () => {
  const mailed = await ask();
  await requestRecovery(visitor(), { email: person.email });
  const recovery = await prisma.oneTimeLink.findFirstOrThrow({
    where: { userId: person.id, kind: "reset-password" },
  });
  const confirmId = linkToken(services.settings.authSecret, recovery);
  await resetPassword(visitor(), { password: "Zupelnie-Nowe-1", confirmId });
  await expect(loginByLink(visitor(), mailed)).rejects.toMatchObject({ code: "gone" });
});

test("an administrator and an account with a passkey are told that it does not work for them", async () => {
  const admin = await makePerson(services, "Admin");
  await prisma.passkey.create({
    data: {
      id: person.id,
      userId: person.id,
      credentialId: person.id,
      publicKey: "klucz",
      counter: 0n,
      name: "Telefon",
    },
  });
  for (const { id, email } of [admin, person]) {
    expect((await ask(email)).token).toBe("");
    expect(await kindsFor(id)).toEqual(["account-login-link-refused"]);
  }
});

test("a disabled account gets no mail; an unconfirmed one is confirmed, without a stranger's password", async () => {
  await prisma.user.update({ where: { id: person.id }, data: { isDisabled: true } });
  expect((await ask()).token).toBe("");
  expect(await kindsFor(person.id)).toEqual([]);
  const fresh = await makePerson(services, "Student");
  await prisma.user.update({ where: { id: fresh.id }, data: { emailConfirmedAt: null } });
  await loginByLink(visitor(), await ask(fresh.email));
  const confirmed = await prisma.user.findUniqueOrThrow({ where: { id: fresh.id } });
  expect(confirmed.emailConfirmedAt).not.toBeNull();
  expect(confirmed.passwordHash).toBeNull();
});

test("who confirms by the link is mailed one for a new password, if there was one to remove", async () => {
  const [registered, invited] = [await makePerson(services, "Student"), await makePerson(services, "Parent")];
  const unconfirmed = { emailConfirmedAt: null };
  await prisma.user.update({ where: { id: registered.id }, data: unconfirmed });
  await prisma.user.update({ where: { id: invited.id }, data: { ...unconfirmed, passwordHash: null } });
  for (const { email } of [registered, invited]) await loginByLink(visitor(), await ask(email));
  const recoveries = await prisma.notification.findMany({
    where: { recipientId: { in: [registered.id, invited.id] }, kind: "account-recovery" },
  });
  expect(recoveries).toMatchObject([{ recipientId: registered.id, facts: { passwordRemoved: true } }]);
  const confirmId = (await mailedTokens(services, registered.id)).at(-1) ?? "";
  await resetPassword(visitor(), { password: "Zupelnie-Nowe-1", confirmId });
});
