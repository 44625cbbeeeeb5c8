import { accountTexts } from "@korki/contracts/texts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "../context";
import { mailedTokens, outboxOf } from "../testing/outbox";
import { makePerson, PASSWORD, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { authenticate } from "./authenticate";
import { confirmEmail } from "./confirm-email";
import { login } from "./login";

const services = await openTestServices();
const visitor = visitorCtx(services);
beforeEach(() => {
  services.freshLimits();
  visitor.limits = services.limits;
});

/** Fails to sign in so many times at once. */
async function fail(ctx: Ctx, credentials: { email: string; password: string }, times: number) {
  const attempts = Array.from({ length: times }, () => login(ctx, credentials));
  for (const outcome of await Promise.allSettled(attempts)) {
    expect(outcome).toMatchObject({ status: "rejected", reason: WRONG });
  }
}

const WRONG = { code: "unauthenticated", message: accountTexts.wrongCredentials };

test("begins a session whose access token authorises for 15 minutes", async () => {
  const { id, email } = await makePerson(services, "Teacher");
  const {
    pair: { accessToken },
  } = await login(visitor, { email, password: PASSWORD });
  await expect(authenticate(services, accessToken)).resolves.toMatchObject({ id, role: "Teacher" });

  const after = (minutes: number) => new Date(services.clock.time.getTime() + minutes * 60_000);
  const at = (time: Date) => ({ ...services, now: () => time });
  await expect(authenticate(at(after(14.9)), accessToken)).resolves.toMatchObject({ id });
  await expect(authenticate(at(after(15.1)), accessToken)).rejects.toMatchObject({
    code: "unauthenticated",
    message: commonTexts.sessionExpired,
  });
});

test("a school's class signs in at once from its one address", { timeout: 60_000 }, async () => {
  const pupils = await Promise.all(Array.from({ length: 60 }, () => makePerson(services, "Student")));
  const outcomes = await Promise.allSettled(
    pupils.map(({ email }) => login(visitor, { email, password: PASSWORD })),
  );
  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
});

test("every attempt leaves a line in the log: of whom, by what and how it ended, and nothing that was typed", async () => {
  const { id: userId, email } = await makePerson(services, "Student");
  const { log } = services;
  await login({ ...visitor, log }, { email, password: PASSWORD });
  await expect(login({ ...visitor, log }, { email, password: "Niepoprawne1" })).rejects.toThrow();
  const lines = services.logged.filter((line) => line.includes(userId)).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { msg: "sign-in", method: "password", outcome: "signed in" },
    { msg: "sign-in", method: "password", outcome: "unauthenticated" },
  ]);
  for (const secret of [email, PASSWORD, "Niepoprawne1"])
    expect(services.logged.join()).not.toContain(secret);
});

test("keeps of the refresh token its hash alone", async () => {
  const { email } = await makePerson(services, "Student");
  const {
    pair: { refreshToken },
  } = await login(visitor, { email, password: PASSWORD });
  const { rows } = await services.db.pool.query("SELECT row_to_json(t)::text AS row FROM refresh_tokens t");
  expect(rows.map(({ row }) => row).join()).not.toContain(refreshToken);
});

test("a wrong password and an unknown address are indistinguishable", async () => {
  const { email } = await makePerson(services, "Student");
  await expect(login(visitor, { email, password: "Niepoprawne1" })).rejects.toMatchObject(WRONG);
  await expect(login(visitor, { email: "nikt@example.pl", password: PASSWORD })).rejects.toMatchObject(WRONG);
});

test("a disabled account is named only after the right password", async () => {
  const { email } = await makePerson(services, "Student", { isDisabled: true });
  await expect(login(visitor, { email, password: "Niepoprawne1" })).rejects.toMatchObject(WRONG);
  await expect(login(visitor, { email, password: PASSWORD })).rejects.toMatchObject({
    code: "forbidden",
    message: commonTexts.accountDisabled,
  });
});

test("refuses an unconfirmed address like a wrong password, and mails the confirmation again", async () => {
  const { id, email } = await makePerson(services, "Student", { isConfirmed: false });
  await expect(login(visitor, { email, password: "Niepoprawne1" })).rejects.toMatchObject(WRONG);
  expect(await outboxOf(services, id)).toEqual([]);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await expect(login(visitor, { email, password: PASSWORD })).rejects.toMatchObject(WRONG);
  }
  const again = { kind: "account-confirm-email", facts: { linkId: expect.any(String) } };
  expect(await outboxOf(services, id)).toEqual([again, again, again]);
  await fail(visitor, { email, password: PASSWORD }, 4);
  await expect(login(visitor, { email, password: PASSWORD })).rejects.toMatchObject({ code: "rate_limited" });
  // The mail proves whose the account is: its owner need not wait.
  const [, , token = ""] = await mailedTokens(services, id);
  await confirmEmail(visitor, { token });
  await login(visitor, { email, password: PASSWORD });
});

test("a disabled account that was never confirmed tells no password from another, and gets no mail", async () => {
  const { id, email } = await makePerson(services, "Student", { isConfirmed: false, isDisabled: true });
  for (const password of ["Niepoprawne1", PASSWORD])
    await expect(login(visitor, { email, password })).rejects.toMatchObject(WRONG);
  expect(await outboxOf(services, id)).toEqual([]);
});

test("an account that was invited and has no password yet cannot be logged in to", async () => {
  const { id, email } = await makePerson(services, "Parent");
  await services.db.prisma.user.update({ where: { id }, data: { passwordHash: null } });
  await expect(login(visitor, { email, password: PASSWORD })).rejects.toMatchObject(WRONG);
});

test("ten failures for one account from one place lock it there, and nowhere else", async () => {
  const [{ email }, other] = [await makePerson(services, "Student"), await makePerson(services, "Student")];
  const wrong = { email, password: "Niepoprawne1" };
  await fail(visitor, wrong, 10);
  const locked = {
    code: "rate_limited",
    message: commonTexts.tooManyAttempts,
    retryAfterSeconds: expect.closeTo(15 * 60, -2),
  };
  await expect(login(visitor, wrong)).rejects.toMatchObject(locked);
  await expect(login(visitor, { email, password: PASSWORD })).rejects.toMatchObject(locked);
  await login({ ...visitor, address: "10.0.0.2" }, { email, password: PASSWORD });
  await login(visitor, { email: other.email, password: PASSWORD });
});

test("an address without account is locked like any other", async () => {
  const wrong = { email: "nikogo@example.pl", password: "Niepoprawne1" };
  await fail(visitor, wrong, 10);
  await expect(login(visitor, wrong)).rejects.toMatchObject({ code: "rate_limited" });
});

test("failures before a success are forgotten", async () => {
  const { email } = await makePerson(services, "Student");
  for (let round = 1; round <= 2; round += 1) {
    await fail(visitor, { email, password: "Niepoprawne1" }, 9);
    await login(visitor, { email, password: PASSWORD });
  }
});

test("tries made all at once are counted one by one", async () => {
  const { email } = await makePerson(services, "Student");
  const tries = Array.from({ length: 30 }, (_, i) => login(visitor, { email, password: `Niepoprawne${i}` }));
  const outcomes = await Promise.allSettled(tries);
  const codes = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "in"));
  expect(codes.sort()).toEqual([...Array(20).fill("rate_limited"), ...Array(10).fill("unauthenticated")]);
});

test("simultaneous logins with the right password all succeed", async () => {
  const { email } = await makePerson(services, "Student");
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () => login(visitor, { email, password: PASSWORD })),
  );
  expect(new Set(sessions.map(({ pair }) => pair.refreshToken)).size).toBe(20);
});

test("a password that is changed while its login is under way begins no session", async () => {
  const { id, email } = await makePerson(services, "Student");
  // Given back when the password has been verified already.
  const refund = async () => {
    await services.db.pool.query("UPDATE users SET password_hash = 'another' WHERE id = $1", [id]);
  };
  const changing = { ...visitor, limits: { ...services.limits, refund } };
  await expect(login(changing, { email, password: PASSWORD })).rejects.toMatchObject(WRONG);
  expect(await services.db.prisma.session.count({ where: { userId: id } })).toBe(0);
});

test("fifty failures from one address lock it for every account, and no success gives them back", async () => {
  const own = await makePerson(services, "Student");
  for (let victim = 1; victim <= 10; victim += 1) {
    await fail(visitor, { email: `ofiara${victim}@example.pl`, password: "Niepoprawne1" }, 5);
    if (victim < 10) await login(visitor, { email: own.email, password: PASSWORD });
  }
  const next = login(visitor, { email: "jeszcze@example.pl", password: "Niepoprawne1" });
  await expect(next).rejects.toMatchObject({ code: "rate_limited" });
  const fresh = await makePerson(services, "Student");
  await expect(login(visitor, { email: fresh.email, password: PASSWORD })).rejects.toMatchObject({
    code: "rate_limited",
  });
  await login({ ...visitor, address: "10.0.0.2" }, { email: fresh.email, password: PASSWORD });
});

test("a /48 has five times the tries of one of its /64, and no more", async () => {
  const { email } = await makePerson(services, "Student");
  const wrong = { email, password: "Niepoprawne1" };
  const from = (network: string) => ({ ...visitor, address: `${network}::/64` });
  for (let network = 1; network <= 5; network += 1) {
    await fail(from(`2001:db8:1:${network}`), wrong, 10);
    // Beyond its own limit a /64 uses up nothing of its neighbours'.
    await expect(login(from(`2001:db8:1:${network}`), wrong)).rejects.toMatchObject({ code: "rate_limited" });
  }
  const right = { email, password: PASSWORD };
  await expect(login(from("2001:db8:1:6"), right)).rejects.toMatchObject({ code: "rate_limited" });
  await login(from("2001:db8:2:1"), right);
});

test("a known device is not locked out by its neighbours, and has a separate limit", async () => {
  const { email } = await makePerson(services, "Student");
  const { deviceCookie } = await login(visitor, { email, password: PASSWORD });
  const known = { ...visitor, deviceCookie };
  await fail(visitor, { email, password: "Niepoprawne1" }, 10);
  await expect(login(visitor, { email, password: PASSWORD })).rejects.toMatchObject({ code: "rate_limited" });
  await login(known, { email, password: PASSWORD });

  await fail(known, { email, password: "Niepoprawne1" }, 10);
  await expect(login(known, { email, password: PASSWORD })).rejects.toMatchObject({ code: "rate_limited" });
});

test("a device known to one account counts like any other at another one", async () => {
  const [own, victim] = [await makePerson(services, "Student"), await makePerson(services, "Student")];
  const { deviceCookie } = await login(visitor, { email: own.email, password: PASSWORD });
  await fail({ ...visitor, deviceCookie }, { email: victim.email, password: "Niepoprawne1" }, 10);
  await expect(login(visitor, { email: victim.email, password: PASSWORD })).rejects.toMatchObject({
    code: "rate_limited",
  });
});
