import { accountTexts } from "@korki/contracts/texts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { beforeEach, describe, expect, test } from "vitest";
import { createCalendarAddress } from "../calendar/calendar-address";
import { CalendarReader } from "../calendar/read-calendar";
import { mailedTokens, outboxOf } from "../testing/outbox";
import { makePerson, PASSWORD, personCtx, signIn, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { authenticate } from "./authenticate";
import { confirmEmail } from "./confirm-email";
import { createUser } from "./create-user";
import { login } from "./login";
import { refreshSession } from "./refresh-session";
import { register } from "./register";
import { requestRecovery, resetPassword } from "./reset-password";

const services = await openTestServices();
const { clock, db } = services;
const visitor = visitorCtx(services);
const start = clock.time;
beforeEach(() => {
  services.freshLimits();
  visitor.limits = services.limits;
  clock.time = start;
});

const NEW = "Nowehaslo1";
const INVALID = { code: "input", message: accountTexts.linkInvalid };
const minutes = (count: number) => {
  clock.time = new Date(clock.time.getTime() + count * 60_000);
};

async function alertsOf(userId: string): Promise<unknown[]> {
  const mails = await outboxOf(services, userId);
  return mails.filter(({ kind }) => kind === "account-alert").map(({ facts }) => facts.event);
}

async function recoveryToken(person: { id: string; email: string }): Promise<string> {
  await requestRecovery(visitor, { email: person.email });
  return (await mailedTokens(services, person.id)).at(-1) ?? "";
}

describe("asking for a recovery", () => {
  test("brings one e-mail to an account, and the same answer to everybody", async () => {
    const person = await makePerson(services, "Student");
    await expect(requestRecovery(visitor, { email: person.email })).resolves.toBeUndefined();
    await expect(requestRecovery(visitor, { email: "nikt@example.pl" })).resolves.toBeUndefined();
    expect(await outboxOf(services, person.id)).toEqual([
      { kind: "account-recovery", facts: { linkId: expect.any(String) } },
    ]);
  });

  test("takes the same time for every address, so that timing reveals no account", async () => {
    const person = await makePerson(services, "Student");
    for (const email of [person.email, "nikt@example.pl"]) {
      const asked = performance.now();
      await requestRecovery(visitor, { email });
      // A timer may ring up to a millisecond early.
      expect(performance.now() - asked).toBeGreaterThanOrEqual(149);
    }
  });

  test("says nothing to a disabled account", async () => {
    const person = await makePerson(services, "Student", { isDisabled: true });
    await requestRecovery(visitor, { email: person.email });
    expect(await outboxOf(services, person.id)).toEqual([]);
  });

  test("leaves the links that were sent before valid; the one that is used voids the others", async () => {
    const person = await makePerson(services, "Student");
    const owners = await recoveryToken(person);
    const strangers = { ...visitor, address: "10.0.0.2" };
    await requestRecovery(strangers, { email: person.email });
    const [, second = ""] = await mailedTokens(services, person.id);
    await resetPassword(visitor, { password: NEW, confirmId: owners });
    await expect(resetPassword(visitor, { password: NEW, confirmId: second })).rejects.toMatchObject(INVALID);
  });

  test("brings three e-mails an hour to one address, wherever they are asked for", async () => {
    const person = await makePerson(services, "Student");
    for (const email of [person.email, "nikt@example.pl"]) {
      for (let time = 1; time <= 3; time += 1) {
        await requestRecovery({ ...visitor, address: `10.0.1.${time}` }, { email });
      }
      await expect(requestRecovery({ ...visitor, address: "10.0.1.4" }, { email })).rejects.toMatchObject({
        code: "rate_limited",
      });
    }
    expect(await outboxOf(services, person.id)).toHaveLength(3);
  });

  test("is refused for the sixth time within the hour from one place", async () => {
    for (let time = 1; time <= 5; time += 1) {
      await requestRecovery(visitor, { email: `nikt${time}@example.pl` });
    }
    await expect(requestRecovery(visitor, { email: "inny@example.pl" })).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: expect.closeTo(3600, -2),
    });
  });
});

describe("a new password, with the wish to be signed in", () => {
  const set = (confirmId: string) => resetPassword(visitor, { password: NEW, confirmId, signIn: true });

  test("begins one session; those of before stay ended, and the owner is told once", async () => {
    const person = await makePerson(services, "Student");
    const old = await signIn(services, person);
    const begun = await set(await recoveryToken(person));
    expect(await authenticate(services, begun?.pair.accessToken ?? "")).toMatchObject({ id: person.id });
    await expect(authenticate(services, old.accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await alertsOf(person.id)).toEqual(["password-recovered"]);
    expect(await db.prisma.session.count({ where: { userId: person.id, endedAt: null } })).toBe(1);
  });

  test("begins none for an administrator or beside a second factor", async () => {
    const [admin, teacher] = [await makePerson(services, "Admin"), await makePerson(services, "Teacher")];
    await db.prisma.totpFactor.create({
      data: { userId: teacher.id, secret: "x", confirmedAt: clock.time },
    });
    for (const person of [admin, teacher]) {
      expect(await set(await recoveryToken(person))).toBeNull();
      expect(await db.prisma.session.count({ where: { userId: person.id } })).toBe(0);
    }
    await login(visitor, { email: admin.email, password: NEW });
  });

  test("begins none that is not wished for", async () => {
    const person = await makePerson(services, "Student");
    const confirmId = await recoveryToken(person);
    expect(await resetPassword(visitor, { password: NEW, confirmId })).toBeNull();
  });
});

describe("a new password", () => {
  test("holds, the older one does not, and every session has ended", async () => {
    const person = await makePerson(services, "Teacher");
    const sessions = [await signIn(services, person), await signIn(services, person)];
    const confirmId = await recoveryToken(person);
    await resetPassword(visitor, { password: NEW, confirmId });
    await login(visitor, { email: person.email, password: NEW });
    await expect(login(visitor, { email: person.email, password: PASSWORD })).rejects.toThrow();
    for (const { accessToken, refreshToken } of sessions) {
      await expect(authenticate(services, accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
      await expect(refreshSession(visitor, { refreshToken })).rejects.toMatchObject({
        code: "unauthenticated",
      });
    }
  });

  test("takes away everything that gave access: messenger link and calendar address, too", async () => {
    const person = await makePerson(services, "Student");
    const thief = personCtx(services, person);
    const { address } = await createCalendarAddress(thief);
    const calendars = new CalendarReader(services);
    const key = address?.split("/").at(-1)?.replace(".ics", "") ?? "";
    await db.prisma.user.update({ where: { id: person.id }, data: { telegramChatId: "666" } });
    await calendars.read(key, visitor.address);

    await resetPassword(visitor, { password: NEW, confirmId: await recoveryToken(person) });
    await expect(calendars.read(key, visitor.address)).rejects.toMatchObject({ code: "not_found" });
    expect(await db.prisma.user.findUnique({ where: { id: person.id } })).toMatchObject({
      telegramChatId: null,
      calendarKey: null,
    });
    expect(await alertsOf(person.id)).toEqual(["calendar-address-created", "password-recovered"]);
  });

  test("is set once by one link, of two that try at once by one", async () => {
    const confirmId = await recoveryToken(await makePerson(services, "Student"));
    const outcomes = await Promise.allSettled(
      ["Pierwsze1", "Drugiehaslo1"].map((password) => resetPassword(visitor, { password, confirmId })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(resetPassword(visitor, { password: NEW, confirmId })).rejects.toMatchObject(INVALID);
  });

  test("is set within the hour or not at all", async () => {
    const person = await makePerson(services, "Student");
    const confirmId = await recoveryToken(person);
    minutes(60);
    await expect(resetPassword(visitor, { password: NEW, confirmId })).rejects.toMatchObject(INVALID);
    minutes(-0.01);
    await resetPassword(visitor, { password: NEW, confirmId });
  });

  test("lets in where too many failures had locked the account", async () => {
    const person = await makePerson(services, "Student");
    for (let failure = 1; failure <= 10; failure += 1) {
      await expect(login(visitor, { email: person.email, password: "Niepoprawne1" })).rejects.toThrow();
    }
    await resetPassword(visitor, { password: NEW, confirmId: await recoveryToken(person) });
    await login(visitor, { email: person.email, password: NEW });
  });

  test("is no way into a disabled account", async () => {
    const person = await makePerson(services, "Student");
    const confirmId = await recoveryToken(person);
    await db.prisma.user.update({ where: { id: person.id }, data: { isDisabled: true } });
    await expect(resetPassword(visitor, { password: NEW, confirmId })).rejects.toMatchObject({
      code: "forbidden",
      message: commonTexts.accountDisabled,
    });
  });

  test("cannot be set by the link that confirms an address, nor an address confirmed by a recovery", async () => {
    const person = await makePerson(services, "Student");
    const recovery = await recoveryToken(person);
    await expect(confirmEmail(visitor, { token: recovery })).rejects.toMatchObject(INVALID);
    const email = "zmylka@example.pl";
    await register(visitor, {
      email,
      password: PASSWORD,
      passwordConfirmation: PASSWORD,
      name: "Jan",
      surname: "",
      role: "Student",
      phone: "+48600100200",
    });
    const { id } = await db.prisma.user.findUniqueOrThrow({ where: { email } });
    const [confirmation = ""] = await mailedTokens(services, id);
    await expect(resetPassword(visitor, { password: NEW, confirmId: confirmation })).rejects.toMatchObject(
      INVALID,
    );
    // What came by mail proves the address: a recovery lets in whoever never opened the first link.
    await resetPassword(visitor, { password: NEW, confirmId: await recoveryToken({ id, email }) });
    await login(visitor, { email, password: NEW });
    await confirmEmail(visitor, { token: confirmation });
    await login(visitor, { email, password: NEW });
  });

  test("an invitation sets the first one and confirms the address, for a week", async () => {
    const email = "ewa@example.pl";
    const { id } = await createUser(visitor, {
      role: "Parent",
      email,
      name: "Ewa",
      surname: "Lis",
      phone: "",
      phoneParent: "",
    });
    const [confirmId = ""] = await mailedTokens(services, id);
    minutes(7 * 24 * 60);
    await expect(resetPassword(visitor, { password: NEW, confirmId })).rejects.toMatchObject(INVALID);
    minutes(-1);
    await resetPassword(visitor, { password: NEW, confirmId });
    await login(visitor, { email, password: NEW });
  });

  test.each(["", "nonsense", "A".repeat(64), "ą".repeat(64)])("%j is no link", async (confirmId) => {
    await expect(resetPassword(visitor, { password: NEW, confirmId })).rejects.toMatchObject(INVALID);
  });
});
