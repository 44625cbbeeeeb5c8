import type { RegisterInput } from "@korki/contracts/account";
import { newId } from "@korki/db";
import { beforeEach, describe, expect, test } from "vitest";
import { updatePerson } from "../people/update-person";
import { makeGuardian } from "../testing/families";
import { mailedTokens, outboxOf } from "../testing/outbox";
import { makePerson, personCtx, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { confirmEmail } from "./confirm-email";
import { createUser } from "./create-user";
import { getAccountLink } from "./get-account-link";
import { loginCode, readLinkToken } from "./link-token";
import { login } from "./login";
import { loginByCode } from "./login-link";
import { register } from "./register";

const services = await openTestServices();
const { db, clock } = services;
const visitor = visitorCtx(services);

beforeEach(() => {
  services.freshLimits();
  visitor.limits = services.limits;
});

let tried = 0;

function registration(details: Partial<RegisterInput> = {}): RegisterInput {
  tried += 1;
  const password = details.password ?? "Korepetycje1";
  return {
    name: "Jan",
    surname: "Nowak",
    email: `jan${tried}@example.pl`,
    role: "Student",
    phone: "+48600100200",
    password,
    passwordConfirmation: password,
    ...details,
  };
}

const accountOf = (email: string) => db.prisma.user.findUniqueOrThrow({ where: { email } });

describe("a new address", () => {
  test("gets an account that waits for its confirmation, and one e-mail", async () => {
    const input = registration({ role: "Teacher" });
    await register(visitor, input);
    const account = await accountOf(input.email);
    expect(account).toMatchObject({
      role: "Teacher",
      name: "Jan",
      surname: "Nowak",
      phone: "+48600100200",
      emailConfirmedAt: null,
      isDisabled: false,
    });
    expect(account.passwordHash).toMatch(/^\$argon2id/);
    expect(await outboxOf(services, account.id)).toEqual([
      { kind: "account-confirm-email", facts: { linkId: expect.any(String) } },
    ]);
    await expect(login(visitor, input)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("works once the link of the e-mail was opened, which may be opened again for 24 hours", async () => {
    const input = registration();
    await register(visitor, input);
    const { id } = await accountOf(input.email);
    const [token = ""] = await mailedTokens(services, id);
    const registeredAt = clock.time;

    await Promise.all([confirmEmail(visitor, { token }), confirmEmail(visitor, { token })]);
    const { emailConfirmedAt } = await accountOf(input.email);
    expect(emailConfirmedAt).toEqual(clock.time);
    await login(visitor, input);

    clock.time = new Date(registeredAt.getTime() + 24 * 3_600_000 - 1);
    await confirmEmail(visitor, { token });
    expect((await accountOf(input.email)).emailConfirmedAt).toEqual(emailConfirmedAt);
    clock.time = new Date(registeredAt.getTime() + 24 * 3_600_000);
    await expect(confirmEmail(visitor, { token })).rejects.toMatchObject({
      code: "input",
      message: "Link wygasł lub został już wykorzystany",
    });
    clock.time = registeredAt;
    expect(
      await db.prisma.historyEntry.findMany({ where: { entityId: id }, select: { action: true } }),
    ).toEqual([{ action: "register" }, { action: "confirm-email" }]);
  });
});

test("the link signs in the browser that registered, once; every other browser confirms only", async () => {
  const [input, other] = [registration(), registration()];
  const request = await register(visitor, input);
  const foreign = await register(visitor, other);
  const tokenOf = async ({ email }: RegisterInput) =>
    (await mailedTokens(services, (await accountOf(email)).id))[0] ?? "";
  const [token, foreignToken] = [await tokenOf(input), await tokenOf(other)];
  expect(await getAccountLink(visitor, { token, request })).toMatchObject({ isOwn: true });
  for (const cookie of [undefined, "none", foreign]) {
    expect(await getAccountLink(visitor, { token, request: cookie })).toMatchObject({ isOwn: false });
  }
  // It is no link to sign in.
  const { authSecret } = services.settings;
  const code = loginCode(authSecret, { id: readLinkToken(authSecret, token) ?? "" });
  await expect(loginByCode(visitor, { code, request })).rejects.toMatchObject({ code: "gone" });
  expect((await confirmEmail(visitor, { token, request }))?.pair.accessToken).toEqual(expect.any(String));
  expect(await confirmEmail(visitor, { token, request })).toBeNull();

  expect(await confirmEmail(visitor, { token: foreignToken, request })).toBeNull();
  expect((await accountOf(other.email)).emailConfirmedAt).toEqual(clock.time);
});

describe("an address that has an account", () => {
  test("is notified by e-mail, and nothing of the account changes", async () => {
    const owner = await makePerson(services, "Teacher");
    const before = await accountOf(owner.email);
    await register(visitor, registration({ email: owner.email, name: "Zmieniony" }));
    expect(await accountOf(owner.email)).toEqual(before);
    expect(await outboxOf(services, owner.id)).toEqual([{ kind: "account-exists", facts: { linkId: null } }]);
  });

  test("gets no mail while the account is disabled", async () => {
    const owner = await makePerson(services, "Student", { isDisabled: true });
    await register(visitor, registration({ email: owner.email }));
    expect(await outboxOf(services, owner.id)).toEqual([]);
  });

  test("is invited again where the invitation was not used yet", async () => {
    const email = "zaproszona@example.pl";
    const invited = {
      role: "Parent",
      email,
      name: "Ewa",
      surname: "Lis",
      phone: "",
      phoneParent: "",
    } as const;
    const { id } = await createUser(visitor, invited);
    await register(visitor, registration({ email }));
    expect(await accountOf(email)).toMatchObject({ role: "Parent", name: "Ewa", passwordHash: null });
    expect((await outboxOf(services, id)).map(({ kind }) => kind)).toEqual([
      "account-invitation",
      "account-invitation",
    ]);
  });

  test("and is unconfirmed becomes what that registration typed whose link is opened", async () => {
    const email = "spór@example.pl".replace("ó", "o");
    const strangers = registration({ email, name: "Obcy", password: "Obcehaslo1" });
    const owners = registration({ email, name: "Prawdziwa", role: "Teacher", password: "Wlasnehaslo1" });
    await register(visitor, strangers);
    await register(visitor, owners);
    await register(visitor, strangers);
    const { id } = await accountOf(email);
    const tokens = await mailedTokens(services, id);
    expect(new Set(tokens).size).toBe(3);

    await confirmEmail(visitor, { token: tokens[1] ?? "" });
    expect(await accountOf(email)).toMatchObject({ name: "Prawdziwa", role: "Teacher" });
    await confirmEmail(visitor, { token: tokens[2] ?? "" });
    expect(await accountOf(email)).toMatchObject({ name: "Prawdziwa", role: "Teacher" });
    await login(visitor, owners);
    await expect(login(visitor, strangers)).rejects.toMatchObject({ code: "unauthenticated" });
    const links = await db.prisma.oneTimeLink.findMany({ where: { userId: id } });
    expect(links.map(({ registration: kept }) => kept)).toEqual([null, null, null]);
  });

  test("and is unconfirmed becomes what that registration typed whose password was used to sign in", async () => {
    const email = "ponownie@example.pl";
    await register(visitor, registration({ email, name: "Pierwsza", role: "Teacher" }));
    const later = registration({ email, name: "Druga", surname: "Osoba", password: "Innehaslo11" });
    await register(visitor, later);
    await expect(login(visitor, later)).rejects.toMatchObject({ code: "unauthenticated" });
    const { id } = await accountOf(email);
    const [, , token = ""] = await mailedTokens(services, id);
    const named = { name: "Druga", surname: "Osoba", role: "Student" };
    expect(await getAccountLink(visitor, { token })).toMatchObject(named);
    await confirmEmail(visitor, { token });
    expect(await accountOf(email)).toMatchObject(named);
    await login(visitor, later);
  });

  test("keeps its role where an admin has already added a relation", async () => {
    const email = "przydzielony@example.pl";
    await register(visitor, registration({ email, role: "Student" }));
    await register(visitor, registration({ email, role: "Teacher", name: "Drugi" }));
    const { id } = await accountOf(email);
    const teacher = await makePerson(services, "Teacher");
    await db.prisma.teachingRelation.create({ data: { studentId: id, teacherId: teacher.id } });
    const [, second = ""] = await mailedTokens(services, id);
    await confirmEmail(visitor, { token: second });
    expect(await accountOf(email)).toMatchObject({ role: "Student", name: "Jan" });
  });

  test("keeps role and name where a payment hangs on it, and takes the password", async () => {
    const email = "oplacony@example.pl";
    await register(visitor, registration({ email, role: "Student" }));
    const { id } = await accountOf(email);
    await db.prisma.payment.create({
      data: {
        id: newId(),
        studentId: id,
        moneyAmount: 900,
        lessonAmount: 10,
        subject: "Fizyka",
        level: "liceumP",
        description: "wplata",
      },
    });
    const second = registration({ email, role: "Teacher", name: "Drugi", password: "Innehaslo11" });
    await register(visitor, second);
    const [, token = ""] = await mailedTokens(services, id);
    await confirmEmail(visitor, { token });
    expect(await accountOf(email)).toMatchObject({ role: "Student", name: "Jan" });
    await login(visitor, second);
  });

  test.each([
    ["a guardianship", "Student"],
    ["an individual price", "Teacher"],
    ["a check of the teacher", "Teacher"],
    ["a note of the office", "Student"],
    ["the trial lesson that it was", "Student"],
  ] as const)("keeps role and name where %s hangs on it", async (what, role) => {
    const typed = registration({ role });
    const { email } = typed;
    await register(visitor, typed);
    const other = role === "Student" ? "Teacher" : "Student";
    await register(visitor, registration({ email, role: other, name: "Drugi" }));
    const { id } = await accountOf(email);
    const by = await makePerson(services, "Admin");
    const { prisma } = db;
    const maths = { subject: "Matematyka", level: "liceumP" } as const;
    const dates = { checkedOn: new Date("2026-11-01") };
    switch (what) {
      case "a guardianship":
        await makeGuardian(services, await makePerson(services, "Parent"), { id });
        break;
      case "an individual price":
        await prisma.individualPrice.create({
          data: { id: newId(), teacherId: id, level: maths.level, price: 90, rate: 60 },
        });
        break;
      case "a check of the teacher":
        await prisma.vettingCheck.create({
          data: { id: newId(), teacherId: id, kind: "krk", reference: "1", ...dates, checkedById: by.id },
        });
        break;
      case "a note of the office":
        await prisma.officeNote.create({ data: { id: newId(), personId: id, authorId: by.id, text: "x" } });
        break;
      case "the trial lesson that it was":
        await prisma.trialLesson.create({ data: { id: newId(), studentId: id, status: "Nowa", ...maths } });
    }
    const [, token = ""] = await mailedTokens(services, id);
    await confirmEmail(visitor, { token });
    expect(await accountOf(email)).toMatchObject({ role, name: "Jan" });
  });

  test("keeps what an administrator has corrected meanwhile", async () => {
    const typed = registration({ name: "Jannek", surname: "Literowka" });
    await register(visitor, typed);
    const { id, version } = await accountOf(typed.email);
    const admin = personCtx(services, await makePerson(services, "Admin"));
    await updatePerson(admin, { id, version, name: "Janek", surname: "Literówka", phone: "+48700800900" });
    const [token = ""] = await mailedTokens(services, id);
    await confirmEmail(visitor, { token });
    expect(await accountOf(typed.email)).toMatchObject({
      name: "Janek",
      surname: "Literówka",
      phone: "+48700800900",
      version: 2,
    });
  });

  test("has in its history what confirming another registration changed", async () => {
    const email = "historia@example.pl";
    await register(visitor, registration({ email, name: "Pierwszy" }));
    await register(visitor, registration({ email, name: "Drugi" }));
    const { id } = await accountOf(email);
    const [, token = ""] = await mailedTokens(services, id);
    await confirmEmail(visitor, { token });
    const entry = await db.prisma.historyEntry.findFirst({
      where: { entityId: id, action: "confirm-email" },
    });
    expect(entry?.changes).toMatchObject({ name: { from: "Pierwszy", to: "Drugi" } });
    expect(await accountOf(email)).toMatchObject({ version: 1 });
  });
});

test("two registrations of one address at once make one account and fail neither", async () => {
  const input = registration();
  await Promise.all([1, 2, 3].map(() => register(visitor, input)));
  const { id } = await accountOf(input.email);
  expect(await outboxOf(services, id)).toHaveLength(3);
});

test("the sixth registration from one place within the hour is refused, whatever the address", async () => {
  const known = await makePerson(services, "Student");
  for (const email of [known.email, undefined, undefined, undefined, undefined]) {
    await register(visitor, registration(email ? { email } : {}));
  }
  await expect(register(visitor, registration())).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: expect.closeTo(3600, -2),
  });
  await register({ ...visitor, address: "10.0.0.2" }, registration());
});

test("the fourth registration of one address within the hour is refused, from any place", async () => {
  const known = await makePerson(services, "Student");
  for (const email of [known.email, "nowy@example.pl"]) {
    for (let time = 1; time <= 3; time += 1) {
      await register({ ...visitor, address: `10.0.1.${time}` }, registration({ email }));
    }
    const fourth = register({ ...visitor, address: "10.0.1.4" }, registration({ email }));
    await expect(fourth).rejects.toMatchObject({ code: "rate_limited" });
  }
  expect(await outboxOf(services, known.id)).toHaveLength(3);
});

test("nothing that was typed is logged", async () => {
  await register(visitor, registration({ password: "Tajnehaslo1" }));
  expect(services.logged.join()).not.toMatch(/haslo|argon2|example\.pl/);
});
