import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { findCredentials } from "@korki/db";
import { generateSync } from "otplib";
import { beforeEach, describe, expect, test } from "vitest";
import type { ActorCtx } from "../context";
import { mailedTokens, outboxOf } from "../testing/outbox";
import {
  signIn as beginSession,
  makePerson,
  PASSWORD,
  type Person,
  personCtx,
  visitorCtx,
} from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { authenticate } from "./authenticate";
import { beginSession as startSession } from "./begin-session";
import { login } from "./login";
import { requestRecovery, resetPassword } from "./reset-password";
import {
  confirmTotpSetup,
  getSecurityState,
  removeTotp,
  resetSecondFactor,
  startTotp,
  takeSecondFactorCode,
} from "./second-factor";

const services = await openTestServices();
const { clock, db } = services;
const visitor = visitorCtx(services);
const start = clock.time;
beforeEach(() => {
  services.freshLimits();
  visitor.limits = services.limits;
  clock.time = start;
});

const seconds = (count: number) => {
  clock.time = new Date(clock.time.getTime() + count * 1000);
};
const codeOf = (secret: string, offSteps = 0) =>
  generateSync({ secret, epoch: Math.floor(clock.time.getTime() / 1000) + 30 * offSteps });
const NEEDED = { code: "unauthenticated", details: { secondFactor: true } };
const WRONG = { ...NEEDED, message: accountSecurityTexts.wrongCode };

type WithFactor = { person: Person; ctx: ActorCtx; secret: string; recoveryCodes: string[] };

/** Somebody whose authenticator was confirmed a minute ago. */
async function withFactor(): Promise<WithFactor> {
  const person = await makePerson(services, "Teacher");
  const ctx = { ...personCtx(services, person), limits: services.limits };
  const { secret } = await startTotp(ctx, { password: PASSWORD });
  const { recoveryCodes } = await confirmTotpSetup(ctx, { code: codeOf(secret) });
  seconds(60);
  return { person, ctx, secret, recoveryCodes };
}

const signIn = ({ email }: Person, code?: string) => login(visitor, { email, password: PASSWORD, code });

describe("setting up an authenticator", () => {
  test("asks for the password, names account and centre, and gives ten recovery codes", async () => {
    const person = await makePerson(services, "Student");
    const ctx = personCtx(services, person);
    await expect(startTotp(ctx, { password: "Niepoprawne1" })).rejects.toMatchObject({
      code: "unauthenticated",
      details: { sessionStands: true },
    });
    const { secret, uri } = await startTotp(ctx, { password: PASSWORD });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(`Korki:${person.email}`);
    const { recoveryCodes } = await confirmTotpSetup(ctx, { code: codeOf(secret) });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await getSecurityState(ctx)).toEqual({ hasTotp: true, recoveryCodesLeft: 10 });
    expect(await outboxOf(services, person.id)).toMatchObject([
      { kind: "account-alert", facts: { event: "totp-enabled" } },
    ]);
  });

  test("keeps neither the secret nor a code in clear", async () => {
    const { person, secret, recoveryCodes } = await withFactor();
    const { rows } = await db.pool.query(
      `SELECT row_to_json(t)::text AS row FROM totp_factors t WHERE user_id = $1
       UNION ALL SELECT row_to_json(c)::text FROM recovery_codes c WHERE user_id = $1`,
      [person.id],
    );
    const kept = rows.map(({ row }) => row).join();
    for (const secretValue of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll("-", "")),
    ])
      expect(kept).not.toContain(secretValue);
    expect(services.logged.join()).not.toContain(secret);
  });

  test("is not in force before its first code, nor after half an hour without one", async () => {
    const person = await makePerson(services, "Student");
    const ctx = personCtx(services, person);
    const { secret } = await startTotp(ctx, { password: PASSWORD });
    await signIn(person);
    await expect(confirmTotpSetup(ctx, { code: "000000" })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    seconds(31 * 60);
    await expect(confirmTotpSetup(ctx, { code: codeOf(secret) })).rejects.toMatchObject({ code: "conflict" });
  });

  test("ends every other session when its first code is taken, and keeps the one that took it", async () => {
    const person = await makePerson(services, "Student");
    const [thief, own] = [await beginSession(services, person), await beginSession(services, person)];
    const actor = await authenticate(services, own.accessToken);
    const ctx = { ...personCtx(services, person), limits: services.limits, actor };
    const { secret } = await startTotp(ctx, { password: PASSWORD });
    await expect(authenticate(services, thief.accessToken)).resolves.toMatchObject({ id: person.id });
    await confirmTotpSetup(ctx, { code: codeOf(secret) });
    await expect(authenticate(services, thief.accessToken)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(authenticate(services, own.accessToken)).resolves.toMatchObject({ id: person.id });
  });

  test("leaves no session to a password that was verified a moment before", async () => {
    const person = await makePerson(services, "Student");
    const ctx = { ...personCtx(services, person), limits: services.limits };
    const { secret } = await startTotp(ctx, { password: PASSWORD });
    const verified = await findCredentials(db, person.email);
    if (!verified) throw new Error("no account");
    await confirmTotpSetup(ctx, { code: codeOf(secret) });
    const { id: userId, passwordHash, hasTotp } = verified;
    expect(await startSession(visitor, { userId, email: person.email, passwordHash, hasTotp })).toBeNull();
  });

  test("leaves the older one in force until the new one is confirmed", async () => {
    const { person, ctx, secret } = await withFactor();
    const { secret: next } = await startTotp(ctx, { password: PASSWORD });
    await signIn(person, codeOf(secret));
    await expect(signIn(person, codeOf(next))).rejects.toMatchObject(WRONG);
    await confirmTotpSetup(ctx, { code: codeOf(next) });
    seconds(60);
    await expect(signIn(person, codeOf(secret))).rejects.toMatchObject(WRONG);
    await signIn(person, codeOf(next));
  });
});

describe("signing in with a second factor", () => {
  test("says after the right password alone that a code is needed", async () => {
    const { person, secret } = await withFactor();
    await expect(signIn(person)).rejects.toMatchObject({
      ...NEEDED,
      message: accountSecurityTexts.codeNeeded,
    });
    const wrong = login(visitor, { email: person.email, password: "Niepoprawne1", code: codeOf(secret) });
    await expect(wrong).rejects.toMatchObject({ code: "unauthenticated", details: undefined });
    await signIn(person, codeOf(secret));
  });

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])("takes a code that is %i steps off the clock: %s", async (off, isTaken) => {
    const { person, secret } = await withFactor();
    const attempt = signIn(person, codeOf(secret, off));
    if (isTaken) await expect(attempt).resolves.toMatchObject({ pair: expect.anything() });
    else await expect(attempt).rejects.toMatchObject(WRONG);
  });

  test("takes the code that confirmed the authenticator for used", async () => {
    const person = await makePerson(services, "Student");
    const ctx = personCtx(services, person);
    const { secret } = await startTotp(ctx, { password: PASSWORD });
    await confirmTotpSetup(ctx, { code: codeOf(secret) });
    await expect(signIn(person, codeOf(secret))).rejects.toMatchObject(WRONG);
  });

  test("takes of twenty that come at once with one code, of the app or for recovery, one", async () => {
    const { person, secret, recoveryCodes } = await withFactor();
    for (const code of [codeOf(secret), recoveryCodes[0]]) {
      services.freshLimits();
      visitor.limits = services.limits;
      // Nobody is limited here: the code alone decides.
      const unlimited = {
        ...visitor,
        limits: { ...services.limits, check: async () => {}, consume: async () => 0 },
      };
      const credentials = { email: person.email, password: PASSWORD, code };
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => login(unlimited, credentials)),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
  });

  test("accepts none of 1,000 replays of a used code, nor of a used recovery code", async () => {
    const { person, secret, recoveryCodes } = await withFactor();
    for (const code of [codeOf(secret), recoveryCodes[0]?.replaceAll("-", "") ?? ""]) {
      expect(await takeSecondFactorCode(visitor, person.id, code)).not.toBeNull();
      const replays = Array.from({ length: 1_000 }, () => takeSecondFactorCode(visitor, person.id, code));
      expect((await Promise.all(replays)).filter((used) => used !== null)).toEqual([]);
    }
  });

  test("notifies the owner that a recovery code was used", async () => {
    const { person, ctx, recoveryCodes } = await withFactor();
    await signIn(person, recoveryCodes[3]?.replaceAll("-", ""));
    expect(await getSecurityState(ctx)).toEqual({ hasTotp: true, recoveryCodesLeft: 9 });
    const told = (await outboxOf(services, person.id)).map(({ facts }) => facts.event);
    expect(told).toContain("recovery-code-used");
  });

  test("counts wrong codes like wrong passwords", async () => {
    const { person, secret } = await withFactor();
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await expect(signIn(person, "000000")).rejects.toMatchObject(WRONG);
    }
    await expect(signIn(person, codeOf(secret))).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("counts wrong codes of an account over all addresses, tells the owner, and leaves the owner ways in", async () => {
    const { person, secret, recoveryCodes } = await withFactor();
    const email = person.email;
    const from = (network: number, code?: string) =>
      login({ ...visitor, address: `2001:db8:${network}:1::/64` }, { email, password: PASSWORD, code });
    const { deviceCookie } = await from(0, codeOf(secret));
    seconds(60);
    for (let network = 1; network <= 10; network += 1) {
      await expect(from(network, "000000")).rejects.toMatchObject(WRONG);
    }
    const told = (await outboxOf(services, person.id)).filter(({ facts }) => facts.event === "wrong-codes");
    expect(told).toHaveLength(1);
    await expect(from(11, codeOf(secret))).rejects.toMatchObject({ code: "rate_limited" });
    await expect(from(12)).rejects.toMatchObject(NEEDED);
    await login({ ...visitor, deviceCookie }, { email, password: PASSWORD, code: codeOf(secret) });
    await from(13, recoveryCodes[0]);
  });

  test("still asks for the code after a recovery of the password", async () => {
    const { person, secret } = await withFactor();
    await requestRecovery(visitor, { email: person.email });
    const confirmId = (await mailedTokens(services, person.id)).at(-1) ?? "";
    await resetPassword(visitor, { password: "Zupelnienowe1", confirmId });
    const credentials = { email: person.email, password: "Zupelnienowe1" };
    await expect(login(visitor, credentials)).rejects.toMatchObject(NEEDED);
    await login(visitor, { ...credentials, code: codeOf(secret) });
  });
});

describe("removing an authenticator", () => {
  test("asks for the password and a code, and voids the recovery codes", async () => {
    const { person, ctx, secret, recoveryCodes } = await withFactor();
    const code = codeOf(secret);
    await expect(removeTotp(ctx, { password: "Niepoprawne1", code }, null)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(removeTotp(ctx, { password: PASSWORD, code: "000000" }, null)).rejects.toMatchObject({
      code: "unauthenticated",
      message: accountSecurityTexts.wrongCode,
    });
    await removeTotp(ctx, { password: PASSWORD, code }, null);
    await signIn(person);
    expect(await db.prisma.recoveryCode.count({ where: { userId: person.id } })).toBe(0);
    await expect(
      removeTotp(ctx, { password: PASSWORD, code: recoveryCodes[0] ?? "" }, null),
    ).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("answers a repetition with its key as at first, however often, and only with the password", async () => {
    const { person, ctx, secret } = await withFactor();
    const proof = { password: PASSWORD, code: codeOf(secret) };
    await expect(removeTotp(ctx, { ...proof, code: "000000" }, "klucz")).rejects.toMatchObject({
      message: accountSecurityTexts.wrongCode,
    });
    // Those that come together wait for the first; more of them than wrong codes are allowed.
    await Promise.all(Array.from({ length: 3 }, () => removeTotp(ctx, proof, "klucz")));
    for (let time = 0; time < 12; time += 1) await removeTotp(ctx, proof, "klucz");
    const guess = { ...proof, password: "Niepoprawne1" };
    await expect(removeTotp(ctx, guess, "klucz")).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(removeTotp(ctx, proof, "inny")).rejects.toMatchObject({ code: "conflict" });
    const removals = (await outboxOf(services, person.id)).filter(
      ({ facts }) => facts.event === "totp-disabled",
    );
    expect(removals).toHaveLength(1);
  });

  test("needs a code of the authenticator that was set up since, whatever key comes", async () => {
    const { ctx, secret } = await withFactor();
    const proof = { password: PASSWORD, code: codeOf(secret) };
    await removeTotp(ctx, proof, "klucz");
    const { secret: next } = await startTotp(ctx, { password: PASSWORD });
    await confirmTotpSetup(ctx, { code: codeOf(next) });
    await removeTotp(ctx, proof, "klucz");
    expect(await getSecurityState(ctx)).toMatchObject({ hasTotp: true });
    await expect(removeTotp(ctx, proof, "inny")).rejects.toMatchObject({
      message: accountSecurityTexts.wrongCode,
    });
  });

  test("is done by an administrator for a person who lost it, and notifies that person", async () => {
    const { person } = await withFactor();
    const admin = personCtx(services, await makePerson(services, "Admin"));
    await resetSecondFactor(admin, { userId: person.id });
    await signIn(person);
    const told = (await outboxOf(services, person.id)).map(({ facts }) => facts.event);
    expect(told).toContain("second-factor-reset");
    await expect(resetSecondFactor(admin, { userId: admin.actor.id })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(resetSecondFactor(admin, { userId: admin.actor.sessionId })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

test("a stolen session alone cannot change how the account is entered", async () => {
  const { person, ctx, secret } = await withFactor();
  const guess = { password: "Niepoprawne1" };
  for (const attempt of [
    () => startTotp(ctx, guess),
    () => removeTotp(ctx, { ...guess, code: codeOf(secret) }, null),
    () => confirmTotpSetup(ctx, { code: codeOf(secret) }),
  ]) {
    await expect(attempt()).rejects.toThrow();
  }
  await signIn(person, codeOf(secret));
});
