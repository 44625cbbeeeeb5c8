import { commonTexts } from "@korki/contracts/texts/common";
import { deleteOutdated } from "@korki/db";
import { afterEach, expect, test } from "vitest";
import { makePerson, PASSWORD, personCtx, signIn, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { authenticate } from "./authenticate";
import { login } from "./login";
import { refreshSession } from "./refresh-session";
import { logout } from "./sessions";

const services = await openTestServices();
const { clock, db } = services;
const visitor = visitorCtx(services);
const start = clock.time;
afterEach(() => {
  clock.time = start;
});

const seconds = (count: number) => {
  clock.time = new Date(clock.time.getTime() + count * 1000);
};
const refresh = (refreshToken: string | undefined) => refreshSession(visitor, { refreshToken });
const OVER = { code: "unauthenticated", message: commonTexts.sessionExpired };

test("a refresh token gives a new pair that works, for the same session", async () => {
  const person = await makePerson(services, "Student");
  const { accessToken, refreshToken, sessionId } = await signIn(services, person);
  seconds(3600);
  const pair = await refresh(refreshToken);
  expect(pair.accessToken).not.toBe(accessToken);
  expect(pair.refreshToken).not.toBe(refreshToken);
  await expect(authenticate(services, pair.accessToken)).resolves.toEqual({
    id: person.id,
    role: "Student",
    sessionId,
  });
  await refresh(pair.refreshToken);
});

test("it lives for 30 days, and each successor for 30 days more", async () => {
  const { refreshToken } = await signIn(services, await makePerson(services, "Student"));
  const days = (count: number) => seconds(count * 24 * 3600);
  days(29.9);
  const next = await refresh(refreshToken);
  days(29.9);
  const { refreshToken: last } = await refresh(next.refreshToken);
  days(30);
  await expect(refresh(last)).rejects.toMatchObject(OVER);
});

test("a session ends after 180 days, however often it is renewed", async () => {
  let { refreshToken } = await signIn(services, await makePerson(services, "Student"));
  for (let days = 0; days < 175; days += 25) {
    seconds(25 * 24 * 3600);
    ({ refreshToken } = await refresh(refreshToken));
  }
  seconds(5 * 24 * 3600);
  await expect(refresh(refreshToken)).rejects.toMatchObject(OVER);
});

test("twenty that renew at once by one token, and one ten seconds later, get one and the same pair", async () => {
  const { refreshToken, sessionId } = await signIn(services, await makePerson(services, "Student"));
  const pairs = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
  const [pair] = pairs;
  seconds(10);
  for (const other of [...pairs, await refresh(refreshToken)]) expect(other).toEqual(pair);
  expect(await db.prisma.refreshToken.count({ where: { sessionId } })).toBe(2);
  const next = await refresh(pair?.refreshToken);
  expect(next.refreshToken).not.toBe(pair?.refreshToken);
});

test("a token reused after the grace period ends its session, and no other", async () => {
  const person = await makePerson(services, "Student");
  const [stolen, other] = [await signIn(services, person), await signIn(services, person)];
  const pair = await refresh(stolen.refreshToken);
  seconds(10.001);
  await expect(refresh(stolen.refreshToken)).rejects.toMatchObject(OVER);
  await expect(refresh(pair.refreshToken)).rejects.toMatchObject(OVER);
  await expect(authenticate(services, pair.accessToken)).rejects.toMatchObject(OVER);
  await refresh(other.refreshToken);
  expect(services.logged.join()).not.toContain(stolen.refreshToken);
});

test.each([undefined, "", "nonsense", "ą".repeat(500)])("%j is no token", async (token) => {
  await expect(refresh(token)).rejects.toMatchObject(OVER);
});

test("a disabled account is refused with its reason and renews nothing", async () => {
  const person = await makePerson(services, "Student");
  const { accessToken, refreshToken } = await signIn(services, person);
  await db.prisma.user.update({ where: { id: person.id }, data: { isDisabled: true } });
  const refused = { code: "forbidden", message: commonTexts.accountDisabled };
  await expect(refresh(refreshToken)).rejects.toMatchObject(refused);
  await expect(authenticate(services, accessToken)).rejects.toMatchObject(refused);
});

test("logging out ends the session by either token, once is as good as twice", async () => {
  const person = await makePerson(services, "Student");
  const [one, two, three] = [
    await signIn(services, person),
    await signIn(services, person),
    (await login(visitor, { email: person.email, password: PASSWORD })).pair,
  ];
  await logout(visitor, { refreshToken: one.refreshToken });
  await logout(visitor, { refreshToken: one.refreshToken });
  const actor = { ...personCtx(services, person).actor, sessionId: two.sessionId };
  await logout({ ...visitor, actor }, { refreshToken: undefined });
  await logout(visitor, { refreshToken: undefined });
  await logout(visitor, { refreshToken: "nonsense" });
  for (const { accessToken, refreshToken } of [one, two]) {
    await expect(authenticate(services, accessToken)).rejects.toMatchObject(OVER);
    await expect(refresh(refreshToken)).rejects.toMatchObject(OVER);
  }
  await refresh(three.refreshToken);
});

test("the end of a session is signalled, so that its sockets close", async () => {
  const listener = await db.pool.connect();
  try {
    await listener.query("LISTEN korki_access");
    const heard = new Promise<string | undefined>((resolve) => {
      listener.once("notification", ({ payload }) => resolve(payload));
    });
    const person = await makePerson(services, "Teacher");
    const { refreshToken, sessionId } = await signIn(services, person);
    await logout(visitor, { refreshToken });
    expect(JSON.parse((await heard) ?? "")).toEqual({ userId: person.id, sessionId });
  } finally {
    listener.release(true);
  }
});

test("the cleanup takes sessions that were not renewed for long, with their tokens, and no others", async () => {
  const person = await makePerson(services, "Student");
  const [old, used] = [await signIn(services, person), await signIn(services, person)];
  await db.pool.query("UPDATE sessions SET last_used_at = now() - interval '61 days' WHERE id = $1", [
    old.sessionId,
  ]);
  expect(await deleteOutdated(db)).toMatchObject({ sessions: 1, refresh_tokens: 0 });
  await expect(refresh(old.refreshToken)).rejects.toMatchObject(OVER);
  await refresh(used.refreshToken);
});
