import { mailedTokens } from "@korki/services/testing/outbox";
import { makePerson, PASSWORD, signIn } from "@korki/services/testing/people";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, rest, trpc, origin } = await openTestApi();
const { db } = services;
beforeEach(() => services.freshLimits());

const registration = {
  name: "Jan",
  surname: "Nowak",
  email: "Jan.Nowak@Example.pl",
  password: PASSWORD,
  passwordConfirmation: PASSWORD,
  userType: "Teacher",
  phone: "+48600100200",
};
const ERROR = { error: expect.any(String) };

describe("over REST, with the specification's names", () => {
  test("a person registers, confirms, logs in, changes something, renews and leaves", async () => {
    expect(await rest("POST", "/user/create", { body: registration })).toMatchObject({
      status: 200,
      body: {},
    });
    const { email } = registration;
    const credentials = { email, password: PASSWORD };
    const wrong = { ...credentials, password: "Niepoprawne1" };
    const refused = await rest("POST", "/user/login", { body: wrong });
    const unconfirmed = await rest("POST", "/user/login", { body: credentials });
    expect([unconfirmed.status, unconfirmed.body]).toEqual([401, refused.body]);

    const account = await db.prisma.user.findUniqueOrThrow({ where: { email: email.toLowerCase() } });
    const [token] = await mailedTokens(services, account.id);
    expect(await rest("GET", `/user/link/${token}`)).toMatchObject({
      status: 200,
      body: { kind: "confirm-email", name: "Jan", role: "Teacher", email: email.toLowerCase() },
    });
    for (let pressed = 1; pressed <= 2; pressed += 1) {
      expect(await rest("POST", `/user/confirm/${token}`)).toMatchObject({ status: 200, body: {} });
    }

    const login = await rest("POST", "/user/login", { body: credentials });
    const pair = login.body as { accessToken: string; refreshToken: string };
    expect(login).toMatchObject({
      status: 200,
      body: { accessToken: expect.any(String), refreshToken: expect.any(String) },
    });
    expect(Object.keys(pair)).toHaveLength(2);

    const profile = {
      _id: account.id,
      name: "Jan",
      surname: "Nowak",
      email: "jan.nowak@example.pl",
      userType: "Teacher",
      phone: "+48600100200",
      isTelegramConnected: false,
      telegramChatId: null,
      isDisabled: false,
      subjects: [],
      isWantMoreStudents: false,
      meetingRoom: "",
      parents: [],
      students: [],
      freeTime: [],
    };
    const own = await rest("GET", "/user/profile", { token: pair.accessToken });
    expect(own.status).toBe(200);
    expect(own.body).toEqual(profile);

    const update = { name: "Inne", surname: "Kowalski", phone: "+48111222333", isWantMoreStudents: true };
    const updated = await rest("PUT", "/user/update", { token: pair.accessToken, body: update });
    expect(updated.status).toBe(200);
    expect(updated.body).toEqual({ ...profile, ...update, name: "Jan" });

    const renewed = await rest("POST", "/user/refresh", { body: { refreshToken: pair.refreshToken } });
    const next = renewed.body as typeof pair;
    expect(renewed.status).toBe(200);
    expect(next.refreshToken).not.toBe(pair.refreshToken);

    const goodbye = { body: { refreshToken: next.refreshToken } };
    expect(await rest("POST", "/user/logout", goodbye)).toMatchObject({ status: 200, body: {} });
    expect(await rest("POST", "/user/logout", goodbye)).toMatchObject({ status: 200, body: {} });
    expect(await rest("GET", "/user/profile", { token: next.accessToken })).toMatchObject({
      status: 401,
      body: ERROR,
    });
    expect((await rest("POST", "/user/refresh", goodbye)).status).toBe(401);
  });

  test("the profile of a student and of the others have their own fields", async () => {
    const keys = async (role: "Student" | "Parent" | "Admin") => {
      const { accessToken } = await signIn(services, await makePerson(services, role));
      const { body } = await rest("GET", "/user/profile", { token: accessToken });
      return Object.keys(body as object);
    };
    const common = [
      "_id",
      "surname",
      "name",
      "email",
      "userType",
      "phone",
      "isTelegramConnected",
      "telegramChatId",
      "isDisabled",
    ];
    expect(await keys("Student")).toEqual([...common, "phoneParent", "teachers"]);
    expect(await keys("Parent")).toEqual(common);
    expect(await keys("Admin")).toEqual(common);
  });

  test("a recovery link sets a new password; a weak password does not use it up", async () => {
    const person = await makePerson(services, "Student");
    const session = await signIn(services, person);
    expect(await rest("POST", "/user/regen_password", { body: { email: person.email } })).toMatchObject({
      status: 200,
      body: {},
    });
    const [confirmId] = await mailedTokens(services, person.id);
    const set = (password: string) =>
      rest("POST", "/user/regen_password_confirm", { body: { password, confirmId } });
    expect(await set("Krotkie")).toMatchObject({
      status: 400,
      body: { error: "Hasło musi mieć przynajmniej 8 znaków" },
    });
    expect(await set("bezduzejlitery")).toMatchObject({
      status: 400,
      body: { error: "Hasło musi mieć przynajmniej 1 dużą literę" },
    });
    const changed = await set("Nowehaslo1");
    expect([changed.status, changed.body, changed.headers.get("set-cookie")]).toEqual([200, {}, null]);
    expect(await set("Nowehaslo2")).toMatchObject({ status: 400, body: ERROR });
    expect((await rest("GET", "/user/profile", { token: session.accessToken })).status).toBe(401);
  });

  test("a new password signs in where `signIn` asks for it", async () => {
    const person = await makePerson(services, "Student");
    await rest("POST", "/user/regen_password", { body: { email: person.email } });
    const [confirmId] = await mailedTokens(services, person.id);
    const body = { password: "Nowehaslo1", confirmId, signIn: true };
    const answer = await rest("POST", "/user/regen_password_confirm", { body });
    const { accessToken: token } = answer.body as { accessToken: string };
    expect(answer.headers.get("set-cookie")).toContain("refreshToken=");
    expect(await rest("GET", "/user/profile", { token })).toMatchObject({ body: { _id: person.id } });
  });

  test("a messenger code links the chat; HEAD links nothing", async () => {
    const person = await makePerson(services, "Student");
    const { accessToken: token } = await signIn(services, person);
    const expiresAt = new Date(services.clock.time.getTime() + 60_000);
    await db.prisma.telegramCode.create({
      data: { id: person.id, chatId: "77", code: "12345678", expiresAt },
    });
    const path = "/user/telegram/confirm?telegramCode=12345678";
    expect((await rest("HEAD", path, { token })).status).toBe(200);
    expect((await rest("GET", path)).status).toBe(401);
    expect(await rest("GET", path, { token })).toMatchObject({
      status: 200,
      body: { isTelegramConnected: true, telegramChatId: "77" },
    });
    expect(await rest("GET", path, { token })).toMatchObject({ status: 400, body: { error: "Zły kod" } });
  });
});

describe("the link that confirms an address", () => {
  test.each(["nonsense", "A".repeat(64), "a".repeat(500), "%00", "%E0%A4%A", "..%2f..", "ą"])(
    "%s confirms nothing; opening it leads to the page that says so, or nowhere",
    async (token) => {
      expect((await rest("POST", `/user/confirm/${token}`)).status).toBe(400);
      const { status, headers } = await rest("GET", `/user/confirm/${token}`);
      if (status === 302) expect(headers.get("location")).toMatch(/^\/potwierdz\/[\w%.-]+$/);
      else expect([400, 404]).toContain(status);
    },
  );

  test("leads to the page of its token, and confirms nothing by GET or HEAD", async () => {
    const email = "skaner@example.pl";
    await rest("POST", "/user/create", { body: { ...registration, email } });
    const { id } = await db.prisma.user.findUniqueOrThrow({ where: { email } });
    const [token] = await mailedTokens(services, id);
    for (const method of ["HEAD", "GET"]) {
      const { status, headers } = await rest(method, `/user/confirm/${token}`);
      expect([status, headers.get("location")]).toEqual([302, `/potwierdz/${token}`]);
    }
    const account = await db.prisma.user.findUniqueOrThrow({ where: { id } });
    expect(account.emailConfirmedAt).toBeNull();
  });
});

describe("over tRPC", () => {
  test("the same person does the same", async () => {
    const email = "trpc@example.pl";
    const { userType: _wireName, ...fields } = registration;
    const visitor = trpc();
    await visitor.account.register.mutate({ ...fields, role: "Teacher", email });
    const account = await db.prisma.user.findUniqueOrThrow({ where: { email } });
    const [token = ""] = await mailedTokens(services, account.id);
    await visitor.account.confirmEmail.mutate({ token });
    const pair = await visitor.account.login.mutate({ email, password: PASSWORD });
    const person = trpc(pair.accessToken);
    expect(await person.account.profile.query()).toMatchObject({ id: account.id, role: "Teacher" });
    expect(await person.account.updateProfile.mutate({ surname: "Lis" })).toMatchObject({ surname: "Lis" });
    await expect(person.account.connectTelegram.mutate({ code: "1" })).rejects.toMatchObject({
      message: "Zły kod",
      data: { httpStatus: 400 },
    });
    expect(await person.account.disconnectTelegram.mutate()).toMatchObject({ isTelegramConnected: false });
    const next = await visitor.account.refresh.mutate({ refreshToken: pair.refreshToken });
    await trpc(next.accessToken).account.logout.mutate({});
    await expect(trpc(next.accessToken).account.profile.query()).rejects.toMatchObject({
      data: { code: "UNAUTHORIZED", httpStatus: 401 },
    });
    await visitor.account.requestRecovery.mutate({ email });
    const confirmId = (await mailedTokens(services, account.id)).at(-1) ?? "";
    await visitor.account.resetPassword.mutate({ password: "Nowehaslo1", confirmId });
    await visitor.account.login.mutate({ email, password: "Nowehaslo1" });
  });

  test("each call of a batch counts for itself", async () => {
    const wrong = { email: "partia@example.pl", password: "Niepoprawne1" };
    const batch = Array.from({ length: 10 }, () => "account.login").join(",");
    const send = () =>
      fetch(`${origin}/trpc/${batch}?batch=1`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i, wrong]))),
      });
    expect((await send()).status).toBe(401);
    const locked = await send();
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("retry-after"))).toBeCloseTo(900, -2);
    const alone = await rest("POST", "/user/login", { body: wrong });
    expect(alone.status).toBe(429);
    expect(Number(alone.headers.get("retry-after"))).toBeCloseTo(900, -2);
  });
});

describe("a disabled account", () => {
  test("loses access at its next call, over REST and tRPC, and cannot come back", async () => {
    const person = await makePerson(services, "Teacher");
    const { accessToken: token, refreshToken } = await signIn(services, person);
    await db.prisma.user.update({ where: { id: person.id }, data: { isDisabled: true } });
    const refused = { status: 403, body: { error: expect.stringContaining("zablokowane") } };
    expect(await rest("GET", "/user/profile", { token })).toMatchObject(refused);
    expect(await rest("PUT", "/user/update", { token, body: { surname: "x" } })).toMatchObject(refused);
    expect(await rest("POST", "/user/refresh", { body: { refreshToken } })).toMatchObject(refused);
    const credentials = { email: person.email, password: PASSWORD };
    expect(await rest("POST", "/user/login", { body: credentials })).toMatchObject(refused);
    await expect(trpc(token).account.profile.query()).rejects.toMatchObject({ data: { httpStatus: 403 } });
  });
});

test("no log carries a password, a token, a code or an address of these tests", () => {
  const log = services.logged.join("\n");
  expect(log).not.toMatch(/Korepetycje|Nowehaslo|Niepoprawne|argon2|Bearer|eyJ|12345678|example\.pl/);
});
