import { Authenticator } from "@korki/services/testing/authenticator";
import { makePerson, PASSWORD, signIn } from "@korki/services/testing/people";
import { generateSync } from "otplib";
import { beforeEach, expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, rest, trpc, origin } = await openTestApi({ ADMIN_SECOND_FACTOR: "required" });
const { clock } = services;
beforeEach(() => services.freshLimits());

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(clock.time.getTime() / 1000) });
const nextMinute = () => {
  clock.time = new Date(clock.time.getTime() + 60_000);
};

/** An account with an authenticator that is in force. */
async function withFactor(role: "Student" | "Admin") {
  const person = await makePerson(services, role);
  const { accessToken: token } = await signIn(services, person);
  const started = await rest("POST", "/user/totp/start", { token, body: { password: PASSWORD } });
  const { secret } = started.body as { secret: string };
  const confirmed = await rest("POST", "/user/totp/confirm", { token, body: { code: codeOf(secret) } });
  expect(confirmed).toMatchObject({ status: 200, body: { recoveryCodes: expect.any(Array) } });
  nextMinute();
  return { person, token, secret, ...(confirmed.body as { recoveryCodes: string[] }) };
}

const inBatch = async (count: number, input: object) => {
  const answer = await fetch(`${origin}/trpc/${Array(count).fill("account.login").join(",")}?batch=1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, input]))),
  });
  return (await answer.json()) as { result?: unknown; error?: { data: { httpStatus: number } } }[];
};

test("a sign-in says over both doors that a code is needed, and takes it", async () => {
  const { person, secret } = await withFactor("Student");
  const credentials = { email: person.email, password: PASSWORD };
  expect(await rest("POST", "/user/login", { body: credentials })).toMatchObject({
    status: 401,
    body: { error: expect.any(String), secondFactor: true },
  });
  await expect(trpc().account.login.mutate(credentials)).rejects.toMatchObject({
    data: { httpStatus: 401, details: { secondFactor: true } },
  });
  const wrong = await rest("POST", "/user/login", { body: { ...credentials, password: "Niepoprawne1" } });
  expect(wrong.body).not.toHaveProperty("secondFactor");
  const body = { ...credentials, code: codeOf(secret) };
  expect(await rest("POST", "/user/login", { body })).toMatchObject({ status: 200 });
});

test("a code that was used is accepted by no door, in a batch neither", async () => {
  const { person, secret, recoveryCodes } = await withFactor("Student");
  for (const code of [codeOf(secret), recoveryCodes[0] ?? ""]) {
    const input = { email: person.email, password: PASSWORD, code };
    services.freshLimits();
    expect((await inBatch(5, input)).filter(({ result }) => result !== undefined)).toHaveLength(1);
    expect((await rest("POST", "/user/login", { body: input })).status).toBe(401);
  }
});

test("wrong codes count over REST, tRPC and in batches like wrong passwords", async () => {
  const { person, secret } = await withFactor("Student");
  const wrong = { email: person.email, password: PASSWORD, code: "000000" };
  expect((await rest("POST", "/user/login", { body: wrong })).status).toBe(401);
  await expect(trpc().account.login.mutate(wrong)).rejects.toMatchObject({ data: { httpStatus: 401 } });
  const statuses = (await inBatch(10, wrong)).map(({ error }) => error?.data.httpStatus);
  expect(statuses.sort()).toEqual([...Array(8).fill(401), 429, 429]);
  const right = { ...wrong, code: codeOf(secret) };
  expect((await rest("POST", "/user/login", { body: right })).status).toBe(429);
});

test("an administrator without a second factor can only set one up", async () => {
  const admin = await makePerson(services, "Admin");
  const { accessToken: token } = await signIn(services, admin);
  const refused = { status: 403, body: { error: expect.any(String), factorRequired: true } };
  for (const path of ["/user/profile", "/user/sessions", "/admin/lessons", "/user/security_events"]) {
    expect(await rest("GET", path, { token })).toMatchObject(refused);
  }
  const change = { currentPassword: PASSWORD, password: "Zupelnienowe1" };
  expect(await rest("POST", "/user/password", { token, body: change })).toMatchObject(refused);
  await expect(trpc(token).account.profile.query()).rejects.toMatchObject({
    data: { httpStatus: 403, details: { factorRequired: true } },
  });
  expect((await rest("GET", "/user/passkeys", { token })).status).toBe(200);
  const { accessToken: left } = await signIn(services, admin);
  expect((await rest("POST", "/user/logout", { token: left })).status).toBe(200);
  expect((await rest("GET", "/user/passkeys", { token: left })).status).toBe(401);

  const options = await rest("POST", "/user/passkeys/options", { token, body: { password: PASSWORD } });
  expect(options).toMatchObject({ status: 200, body: { challenge: expect.any(String) } });
  const { secret } = (await rest("POST", "/user/totp/start", { token, body: { password: PASSWORD } }))
    .body as { secret: string };
  await rest("POST", "/user/totp/confirm", { token, body: { code: codeOf(secret) } });
  expect(await rest("GET", "/user/profile", { token })).toMatchObject({ status: 200 });
});

test("an administrator's passkey is a factor: the password alone begins no session any more", async () => {
  const admin = await makePerson(services, "Admin");
  const { accessToken: token } = await signIn(services, admin);
  const browser = new Authenticator(services.settings.publicUrl);
  const options = await rest("POST", "/user/passkeys/options", { token, body: { password: PASSWORD } });
  const { challenge } = options.body as { challenge: string };
  const made = { name: "Laptop", response: browser.create(challenge) };
  expect((await rest("POST", "/user/passkeys", { token, body: made })).status).toBe(200);
  expect((await rest("GET", "/user/profile", { token })).status).toBe(200);

  const credentials = { email: admin.email, password: PASSWORD };
  for (const body of [credentials, { ...credentials, code: "000000" }]) {
    expect(await rest("POST", "/user/login", { body })).toMatchObject({
      status: 401,
      body: { secondFactor: true, passkey: true },
    });
  }
  const asked = (await rest("POST", "/user/login/passkey/options")).body as { challenge: string };
  const answer = { response: browser.get(asked.challenge) };
  const signedIn = await rest("POST", "/user/login/passkey", { body: answer });
  const { accessToken } = signedIn.body as { accessToken: string };
  expect((await rest("GET", "/user/profile", { token: accessToken })).status).toBe(200);
});

test("a stolen session alone locks nobody out", async () => {
  const { person, token, secret, recoveryCodes } = await withFactor("Student");
  const password = "Niepoprawne1";
  const other = await signIn(services, person);
  const own = (await rest("GET", "/user/security_events", { token: other.accessToken })).body as {
    _id: string;
  }[];
  const attempts: [method: "POST" | "DELETE" | "PUT", path: string, body: object][] = [
    ["POST", "/user/password", { currentPassword: password, password: "Zupelnienowe1" }],
    ["POST", "/user/totp/start", { password }],
    ["DELETE", "/user/totp", { password, code: codeOf(secret) }],
    ["POST", "/user/passkeys/options", { password }],
    ["DELETE", `/user/passkeys/${person.id}`, { password }],
  ];
  for (const [method, path, body] of attempts) {
    services.freshLimits();
    expect([path, (await rest(method, path, { token, body })).status]).toEqual([path, 401]);
  }
  const report = { id: own[0]?._id ?? "", password };
  await expect(trpc(token).accountSecurity.reportEvent.mutate(report)).rejects.toMatchObject({
    data: { httpStatus: 401 },
  });
  // An address is not among what people may change.
  await rest("PUT", "/user/update", { token, body: { email: "zlodziej@example.com", password } });
  expect((await rest("GET", "/user/profile", { token })).body).toMatchObject({ email: person.email });
  // Even after all sessions were ended the owner is in again, from anywhere.
  await rest("DELETE", "/user/sessions", { token });
  expect((await rest("GET", "/user/profile", { token: other.accessToken })).status).toBe(401);
  services.freshLimits();
  const body = { email: person.email, password: PASSWORD, code: recoveryCodes[0] };
  expect((await rest("POST", "/user/login", { body })).status).toBe(200);
});

test("an administrator's removal of the only factor is answered again as at first", async () => {
  const { token, secret } = await withFactor("Admin");
  const input = { password: PASSWORD, code: codeOf(secret) };
  const headers = { "idempotency-key": "klucz" };
  const remove = () => rest("DELETE", "/user/totp", { token, body: input, headers });
  const first = await remove();
  expect(first).toMatchObject({ status: 200, body: {} });
  expect((await rest("GET", "/user/profile", { token })).status).toBe(403);
  expect(await remove()).toMatchObject({ status: 200, body: first.body });
  expect((await rest("DELETE", "/user/totp", { token, body: input })).status).toBe(409);

  const browser = new Authenticator(services.settings.publicUrl);
  const options = await rest("POST", "/user/passkeys/options", { token, body: { password: PASSWORD } });
  const { challenge } = options.body as { challenge: string };
  const made = { name: "Laptop", response: browser.create(challenge) };
  const { _id } = (await rest("POST", "/user/passkeys", { token, body: made })).body as { _id: string };
  const call = { token, body: { password: PASSWORD }, headers: { "idempotency-key": "inny" } };
  for (let time = 0; time < 2; time += 1) {
    expect(await rest("DELETE", `/user/passkeys/${_id}`, call)).toMatchObject({ status: 200, body: {} });
  }
});

test("others are not asked for one, and log out in any case", async () => {
  const teacher = await makePerson(services, "Teacher");
  const { accessToken: token } = await signIn(services, teacher);
  expect(await rest("GET", "/user/profile", { token })).toMatchObject({ status: 200 });
  const admin = await signIn(services, await makePerson(services, "Admin"));
  const logout = { token: admin.accessToken, body: { refreshToken: admin.refreshToken } };
  expect((await rest("POST", "/user/logout", logout)).status).toBe(200);
  expect((await rest("POST", "/user/refresh", { body: logout.body })).status).toBe(401);
});

test("the events of the account are listed, newest first", async () => {
  const { token, secret } = await withFactor("Student");
  const body = { password: PASSWORD, code: codeOf(secret) };
  expect((await rest("DELETE", "/user/totp", { token, body })).status).toBe(200);
  expect((await rest("GET", "/user/security_events", { token })).body).toEqual([
    {
      _id: expect.any(String),
      kind: "totp-disabled",
      createdAt: expect.any(String),
      device: expect.any(String),
    },
    {
      _id: expect.any(String),
      kind: "totp-enabled",
      createdAt: expect.any(String),
      device: expect.any(String),
    },
  ]);
});

test("no log carries a secret or a code of these tests", () => {
  expect(services.logged.join()).not.toMatch(/otpauth|[A-Z2-7]{32}|Korepetycje|"code"/);
});
