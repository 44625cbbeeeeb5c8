import { commonTexts } from "@korki/contracts/texts/common";
import { makePerson, PASSWORD, signIn } from "@korki/services/testing/people";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, origin, rest } = await openTestApi();
const { db } = services;
beforeEach(() => services.freshLimits());

const registration = {
  name: "Jan",
  surname: "Nowak",
  email: "jan@example.pl",
  password: PASSWORD,
  passwordConfirmation: PASSWORD,
  userType: "Student",
  phone: "+48600100200",
};

describe("what registration refuses, in the specification's words", () => {
  const LENGTH = "Hasło musi mieć przynajmniej 8 znaków";
  const UPPERCASE = "Hasło musi mieć przynajmniej 1 dużą literę";
  type Fault = [fields: Record<string, unknown>, text: string];
  const email = (value: unknown): Fault => [{ email: value }, "Niepoprawny adres e-mail"];
  const phone = (value: unknown): Fault => [{ phone: value }, "Błędny numer telefonu"];
  const name = (value: unknown): Fault => [{ name: value }, "Imię musi mieć przynajmniej 3 znaki"];
  const role = (value: unknown): Fault => [{ userType: value }, "Wybierz rodzaj konta"];
  const password = (value: unknown, text: string): Fault => [
    { password: value, passwordConfirmation: value },
    text,
  ];
  test.each<Fault>([
    email(""),
    email("jan"),
    email("jan@example"),
    email("jan@@example.pl"),
    email(`${"j".repeat(65)}@example.pl`),
    email(`jan@${"e".repeat(64)}.pl`),
    email(`jan@${"example.".repeat(32)}pl`),
    email("jan@example.pl\r\nBcc: x@example.pl"),
    email("jan@exam\0ple.pl"),
    email(null),
    email(7),
    email(["jan@example.pl"]),
    password("Abcdef7", LENGTH),
    password("", LENGTH),
    password("Aa😀😀😀", LENGTH),
    password("abcdefg8", UPPERCASE),
    password(12345678, LENGTH),
    password(`A${"b".repeat(256)}`, "Hasło może mieć najwyżej 256 znaków"),
    [{ passwordConfirmation: `${PASSWORD}x` }, "Hasła nie są takie same"],
    [{ passwordConfirmation: undefined }, "Hasła nie są takie same"],
    name("Ja"),
    name("  J "),
    name("😀J"),
    [{ name: "J".repeat(101) }, "Imię może mieć najwyżej 100 znaków"],
    [{ surname: "N".repeat(101) }, "Nazwisko może mieć najwyżej 100 znaków"],
    name(null),
    phone("600100200"),
    phone("+4860010020"),
    phone("+486001002000"),
    phone("+49600100200"),
    phone("+48 60010020"),
    phone("+4860010020a"),
    role("Admin"),
    role("Parent"),
    role("student"),
    role(undefined),
  ])("%j: %s", async (fault, text) => {
    const refused = await rest("POST", "/user/create", { body: { ...registration, ...fault } });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ error: text });
    expect(await db.prisma.user.count({ where: { email: registration.email } })).toBe(0);
  });

  test("and what it takes at the limits", async () => {
    const longest = `${"j".repeat(64)}@${"e".repeat(63)}.pl`;
    const body = { ...registration, email: longest, name: "Jan", surname: "", password: "Ąbcdefg8" };
    const taken = await rest("POST", "/user/create", { body: { ...body, passwordConfirmation: "Ąbcdefg8" } });
    expect(taken.status).toBe(200);
    expect(await db.prisma.user.count({ where: { email: longest } })).toBe(1);
  });
});

test("a registration without a surname is one with an empty surname", async () => {
  const email = "bez.nazwiska@example.pl";
  const taken = await rest("POST", "/user/create", {
    body: { ...registration, email, surname: undefined },
  });
  expect(taken.status).toBe(200);
  expect(await db.prisma.user.findUnique({ where: { email } })).toMatchObject({ name: "Jan", surname: "" });
});

test("whatever else a body holds changes nothing", async () => {
  const surplus = {
    _id: "01a1fb25-f90c-700e-919a-1b19a0726a7a",
    id: "01a1fb25-f90c-700e-919a-1b19a0726a7a",
    role: "Admin",
    isDisabled: true,
    emailConfirmedAt: "2020-01-01T00:00:00Z",
    telegramChatId: "1",
    isTelegramConnected: true,
    passwordHash: "x",
    subjects: [{ name: "Fizyka", level: "liceumR" }],
    students: ["01a1fb25-f90c-700e-919a-1b19a0726a7a"],
    version: 99,
    ["__proto__"]: { isAdmin: true },
  };
  const email = "nadmiar@example.pl";
  const body = { ...surplus, ...registration, email };
  expect((await rest("POST", "/user/create", { body })).status).toBe(200);
  const made = await db.prisma.user.findUniqueOrThrow({ where: { email } });
  expect(made).toMatchObject({
    role: "Student",
    isDisabled: false,
    emailConfirmedAt: null,
    telegramChatId: null,
    version: 0,
  });
  expect(made.id).not.toBe(surplus.id);

  const person = await makePerson(services, "Student");
  const before = await db.prisma.user.findUniqueOrThrow({ where: { id: person.id } });
  const { accessToken: token } = await signIn(services, person);
  const update = { ...surplus, email: "inny@example.pl", userType: "Admin", name: "Inne", password: "X" };
  const updated = await rest("PUT", "/user/update", { token, body: { ...update, isWantMoreStudents: true } });
  expect(updated.status).toBe(200);
  expect(await db.prisma.user.findUniqueOrThrow({ where: { id: person.id } })).toEqual(before);
});

describe("an update refuses", () => {
  test.each([
    { surname: 5 },
    { surname: "a\0b" },
    { surname: "a\ud800b" },
    { surname: "a\nb" },
    { surname: "x".repeat(101) },
    { phone: "600" },
    { phone: "" },
    { phone: null },
    { phoneParent: "+48" },
    { phoneParent: 48 },
    { phoneParent: null },
    { isWantMoreStudents: "true" },
    { isWantMoreStudents: 1 },
    { meetingRoom: "x" },
  ])("%j, and changes nothing", async (fault) => {
    const isStudents = !("isWantMoreStudents" in fault || "meetingRoom" in fault);
    const person = await makePerson(services, isStudents ? "Student" : "Teacher");
    const before = await db.prisma.user.findUniqueOrThrow({ where: { id: person.id } });
    const { accessToken: token } = await signIn(services, person);
    const body = { surname: "Nowa", phone: "+48999888777", ...fault };
    const refused = await rest("PUT", "/user/update", { token, body });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(await db.prisma.user.findUniqueOrThrow({ where: { id: person.id } })).toEqual(before);
  });
});

test.each([
  ["Student", { isWantMoreStudents: "tak", meetingRoom: "x", isShownToVisitors: 5, introduction: {} }],
  ["Teacher", { phoneParent: null, isShownToVisitors: true, introduction: "Uczę od lat.", students: [] }],
  ["Parent", { phoneParent: 48, isWantMoreStudents: "tak", meetingRoom: ["x"], name: null }],
  ["Admin", { phoneParent: "+48", isWantMoreStudents: 1, meetingRoom: 1, isShownToVisitors: true }],
] as const)("what is not listed for a %s has no effect, whatever it holds", async (role, others) => {
  const person = await makePerson(services, role);
  const before = await db.prisma.user.findUniqueOrThrow({ where: { id: person.id } });
  const { accessToken: token } = await signIn(services, person);
  const body = { ...others, surname: "Nowacka" };
  const updated = await rest("PUT", "/user/update", { token, body });
  expect(updated).toMatchObject({ status: 200, body: { surname: "Nowacka" } });
  const {
    version: _,
    updatedAt: __,
    ...after
  } = await db.prisma.user.findUniqueOrThrow({ where: { id: person.id } });
  expect({ ...before, ...after }).toEqual({ ...before, surname: "Nowacka" });
  expect(await rest("PUT", "/user/update", { token, body: [] })).toMatchObject({ status: 400 });
});

describe("whatever is sent", () => {
  const CALLS = [
    ["POST", "/user/create"],
    ["POST", "/user/login"],
    ["POST", "/user/refresh"],
    ["POST", "/user/logout"],
    ["POST", "/user/regen_password"],
    ["POST", "/user/regen_password_confirm"],
    ["PUT", "/user/update"],
  ] as const;
  const odd = fc.oneof(
    fc.constantFrom<unknown>("", "\0", "\ud800", "'; DROP TABLE users; --", "x".repeat(20_000), -1, 1e308),
    fc.constantFrom<unknown>(null, true, [], {}, [[[]]], { $ne: null }, { toString: 1 }),
    fc.string({ unit: "binary" }),
    fc.jsonValue() as fc.Arbitrary<unknown>,
  );
  const fields = ["email", "password", "passwordConfirmation", "name", "surname", "phone", "userType"];
  const body = fc.oneof(
    fc.record(
      Object.fromEntries(
        [...fields, "refreshToken", "confirmId", "phoneParent", "isWantMoreStudents"].map((field) => [
          field,
          fc.oneof({ weight: 1, arbitrary: odd }, { weight: 2, arbitrary: fc.constant(PASSWORD) }),
        ]),
      ),
      { requiredKeys: [] },
    ),
    odd,
  );

  test("the answer is a sentence in Polish or success, never a fault of ours", async () => {
    const person = await makePerson(services, "Student");
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...CALLS), body, async ([method, path], sent) => {
        const { accessToken: token } = await signIn(services, person);
        const { status, body: answer } = await rest(method, path, { token, body: JSON.stringify(sent) });
        expect([200, 400, 401, 413, 429]).toContain(status);
        if (status === 200) return;
        const { error } = answer as { error: string };
        expect(error).not.toMatch(/expected|invalid|unexpected|prisma|select|error at/i);
        expect(Object.keys(answer as object)).toEqual(["error"]);
      }),
      { numRuns: 150 },
    );
    expect(services.logged.filter((line) => line.includes("call failed"))).toEqual([]);
  });

  test.each([
    ["not JSON at all", "{", 400],
    ["a bare word", '"x"', 400],
    ["nothing", "null", 400],
    ["a list", "[]", 400],
    ["a body without end", JSON.stringify({ email: "x".repeat(200_000) }), 413],
  ])("%s", async (_name, sent, status) => {
    const refused = await rest("POST", "/user/login", { body: sent });
    expect(refused).toMatchObject({ status, body: { error: expect.any(String) } });
  });

  test.each(["text/plain", "application/x-www-form-urlencoded"])("a body declared as %s", async (type) => {
    const { accessToken: token } = await signIn(services, await makePerson(services, "Student"));
    const answer = await fetch(`${origin}/api/user/update`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      body: JSON.stringify({ phone: "+48700800900" }),
    });
    expect([answer.status, await answer.json()]).toEqual([400, { error: commonTexts.requestUnreadable }]);
  });

  test("a code given twice is no code", async () => {
    const { accessToken: token } = await signIn(services, await makePerson(services, "Student"));
    for (const query of ["", "?telegramCode=1&telegramCode=2", "?telegramCode[a]=1", "?telegramCode=%00"]) {
      const refused = await rest("GET", `/user/telegram/confirm${query}`, { token });
      expect(refused).toMatchObject({ status: 400, body: { error: "Zły kod" } });
    }
  });
});
