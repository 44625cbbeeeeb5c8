import { beforeEach, expect, test } from "vitest";
import { Authenticator } from "../testing/authenticator";
import { outboxOf } from "../testing/outbox";
import { makePerson, PASSWORD, type Person, personCtx, signIn, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { authenticate } from "./authenticate";
import { loginWithPasskey, startPasskeyLogin } from "./passkey-login";
import { addPasskey, listOwnPasskeys, removePasskey, startPasskey } from "./passkeys";

const services = await openTestServices({ PUBLIC_URL: "https://korki.example" });
const { clock } = services;
const visitor = visitorCtx(services);
beforeEach(() => {
  services.freshLimits();
  visitor.limits = services.limits;
});

const ORIGIN = "https://korki.example";
const INVALID = { code: "input" };
const REFUSED = { code: "unauthenticated" };

async function withPasskey() {
  const person = await makePerson(services, "Teacher");
  const ctx = personCtx(services, person);
  const device = new Authenticator(ORIGIN);
  const { challenge } = await startPasskey(ctx, { password: PASSWORD });
  const passkey = await addPasskey(ctx, { name: "Laptop", response: device.create(challenge) });
  return { person, ctx, device, passkey };
}

async function signInWith(device: Authenticator) {
  const { challenge } = await startPasskeyLogin(visitor);
  return loginWithPasskey(visitor, { response: device.get(challenge) });
}

test("a passkey is added after the password, signs in alone, and the owner is notified", async () => {
  const { person, ctx, device, passkey } = await withPasskey();
  expect(await listOwnPasskeys(ctx)).toEqual([passkey]);
  expect(await outboxOf(services, person.id)).toMatchObject([{ facts: { event: "passkey-added" } }]);
  const { pair } = await signInWith(device);
  await expect(authenticate(services, pair.accessToken)).resolves.toMatchObject({ id: person.id });
  expect(await listOwnPasskeys(ctx)).toMatchObject([{ lastUsedAt: clock.time.toISOString() }]);
});

test("adding one ends every other session, and keeps the one that added it", async () => {
  const person = await makePerson(services, "Admin");
  const [thief, own] = [await signIn(services, person), await signIn(services, person)];
  const actor = await authenticate(services, own.accessToken);
  const ctx = { ...personCtx(services, person), actor };
  const { challenge } = await startPasskey(ctx, { password: PASSWORD });
  await addPasskey(ctx, { name: "Laptop", response: new Authenticator(ORIGIN).create(challenge) });
  await expect(authenticate(services, thief.accessToken)).rejects.toMatchObject(REFUSED);
  await expect(authenticate(services, own.accessToken)).resolves.toMatchObject({ id: person.id });
});

test("a session without the password adds and removes none", async () => {
  const { ctx, passkey } = await withPasskey();
  await expect(startPasskey(ctx, { password: "Niepoprawne1" })).rejects.toMatchObject(REFUSED);
  await expect(removePasskey(ctx, { id: passkey.id, password: "Niepoprawne1" }, null)).rejects.toMatchObject(
    REFUSED,
  );
  // A challenge that was made for somebody else, for a sign-in, or by nobody.
  const other = personCtx(services, await makePerson(services, "Student"));
  const theirs = await startPasskey(other, { password: PASSWORD });
  for (const { challenge } of [theirs, await startPasskeyLogin(visitor), { challenge: "AAAA" }]) {
    const response = new Authenticator(ORIGIN).create(challenge);
    await expect(addPasskey(ctx, { name: "Obcy", response })).rejects.toMatchObject(INVALID);
  }
});

test("an answer is taken once, and within five minutes", async () => {
  const { ctx, device } = await withPasskey();
  const { challenge } = await startPasskeyLogin(visitor);
  const response = device.get(challenge);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => loginWithPasskey(visitor, { response })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);

  const late = await startPasskeyLogin(visitor);
  const now = clock.time;
  clock.time = new Date(now.getTime() + 301_000);
  await expect(loginWithPasskey(visitor, { response: device.get(late.challenge) })).rejects.toMatchObject(
    REFUSED,
  );
  clock.time = now;
  const { challenge: added } = await startPasskey(ctx, { password: PASSWORD });
  const made = new Authenticator(ORIGIN).create(added);
  await addPasskey(ctx, { name: "Telefon", response: made });
  await expect(addPasskey(ctx, { name: "Telefon", response: made })).rejects.toThrow();
});

test("a page of another site, a foreign key and a removed one sign nobody in", async () => {
  const { ctx, device, passkey } = await withPasskey();
  const { challenge } = await startPasskeyLogin(visitor);
  const elsewhere = { ...device.get(challenge), id: "AAAA", rawId: "AAAA" };
  await expect(loginWithPasskey(visitor, { response: elsewhere })).rejects.toMatchObject(REFUSED);
  const impostor = new Authenticator(ORIGIN).get(challenge);
  const { id, rawId } = device.get(challenge);
  await expect(loginWithPasskey(visitor, { response: { ...impostor, id, rawId } })).rejects.toMatchObject(
    REFUSED,
  );
  await removePasskey(ctx, { id: passkey.id, password: PASSWORD }, null);
  await expect(signInWith(device)).rejects.toMatchObject(REFUSED);
});

test("a removal repeated with its key answers as at first, and only after the password", async () => {
  const { person, ctx, passkey } = await withPasskey();
  const input = { id: passkey.id, password: PASSWORD };
  await Promise.all(Array.from({ length: 3 }, () => removePasskey(ctx, input, "klucz")));
  await removePasskey(ctx, input, "klucz");
  expect(await outboxOf(services, person.id)).toMatchObject([
    { facts: { event: "passkey-added" } },
    { facts: { event: "passkey-removed" } },
  ]);
  const guess = { ...input, password: "Niepoprawne1" };
  await expect(removePasskey(ctx, guess, "klucz")).rejects.toMatchObject(REFUSED);
  await expect(removePasskey(ctx, input, "inny")).rejects.toMatchObject({ code: "not_found" });
  const another = { ...input, id: person.id };
  await expect(removePasskey(ctx, another, "klucz")).rejects.toMatchObject({ code: "conflict" });
});

test("a disabled account is not let in", async () => {
  const { person, device } = await withPasskey();
  await disable(person);
  await expect(signInWith(device)).rejects.toMatchObject({ code: "forbidden" });
});

async function disable({ id }: Person): Promise<void> {
  await services.db.prisma.user.update({ where: { id }, data: { isDisabled: true } });
}

test("failures count against the address", async () => {
  const response = new Authenticator(ORIGIN).get("AAAA");
  for (let attempt = 1; attempt <= 50; attempt += 1) {
    await expect(loginWithPasskey(visitor, { response })).rejects.toMatchObject(REFUSED);
  }
  await expect(loginWithPasskey(visitor, { response })).rejects.toMatchObject({
    code: "rate_limited",
  });
});
