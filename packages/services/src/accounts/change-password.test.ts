import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { beforeEach, expect, test } from "vitest";
import { outboxOf } from "../testing/outbox";
import { makePerson, PASSWORD, personCtx, signIn, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { authenticate } from "./authenticate";
import { changePassword } from "./change-password";
import { login } from "./login";
import { endOtherSessions, endSession, listSessions } from "./sessions";

const services = await openTestServices();
const visitor = visitorCtx(services);
beforeEach(() => {
  services.freshLimits();
  visitor.limits = services.limits;
});

const NEW = "Zupelnienowe1";

async function signedIn() {
  const person = await makePerson(services, "Student", { name: "Aleksandra" });
  const [here, there] = [await signIn(services, person), await signIn(services, person)];
  const ctx = personCtx(services, person);
  return { person, here, there, ctx: { ...ctx, actor: { ...ctx.actor, sessionId: here.sessionId } } };
}

test("a changed password ends every other session and keeps the caller's", async () => {
  const { person, here, there, ctx } = await signedIn();
  await changePassword(ctx, { currentPassword: PASSWORD, password: NEW });
  await expect(authenticate(services, here.accessToken)).resolves.toMatchObject({ id: person.id });
  await expect(authenticate(services, there.accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(login(visitor, { email: person.email, password: PASSWORD })).rejects.toThrow();
  await login(visitor, { email: person.email, password: NEW });
  expect((await outboxOf(services, person.id)).map(({ facts }) => facts.event)).toEqual([
    "password-changed",
    "new-device",
  ]);
});

test("a wrong current password changes nothing, counts against the login limit and keeps the session", async () => {
  const { person, here, ctx } = await signedIn();
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const wrong = changePassword(ctx, { currentPassword: "Niepoprawne1", password: NEW });
    await expect(wrong).rejects.toMatchObject({
      code: "unauthenticated",
      message: accountSecurityTexts.wrongPassword,
    });
  }
  const right = { currentPassword: PASSWORD, password: NEW };
  await expect(changePassword(ctx, right)).rejects.toMatchObject({ code: "rate_limited" });
  await expect(login(visitor, { email: person.email, password: PASSWORD })).rejects.toMatchObject({
    code: "rate_limited",
  });
  await expect(authenticate(services, here.accessToken)).resolves.toMatchObject({ id: person.id });
});

test.each([
  ["Password1", accountSecurityTexts.commonPassword],
  ["ALEKSANDRA12", accountSecurityTexts.personalPassword],
])("%s is refused as a new password", async (password, message) => {
  const { ctx } = await signedIn();
  const attempt = changePassword(ctx, { currentPassword: PASSWORD, password });
  await expect(attempt).rejects.toMatchObject({ code: "input", message });
});

test("of two changes at once by one password one is made", async () => {
  const { ctx } = await signedIn();
  const outcomes = await Promise.allSettled(
    ["Pierwszehaslo1", "Drugiehaslo11"].map((password) =>
      changePassword(ctx, { currentPassword: PASSWORD, password }),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("people see where they are signed in, and end one session or all others", async () => {
  const { person, here, there, ctx } = await signedIn();
  const third = await login(
    { ...visitor, device: "Safari, iPhone" },
    { email: person.email, password: PASSWORD },
  );
  const listed = await listSessions(ctx);
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ current }) => current).map(({ id }) => id)).toEqual([here.sessionId]);
  expect(listed.map(({ device }) => device)).toContain("Safari, iPhone");

  await endSession(ctx, { id: there.sessionId });
  await expect(endSession(ctx, { id: there.sessionId })).rejects.toMatchObject({ code: "not_found" });
  const stranger = await signedIn();
  await expect(endSession(stranger.ctx, { id: here.sessionId })).rejects.toMatchObject({ code: "not_found" });
  await endOtherSessions(ctx);
  await expect(authenticate(services, third.pair.accessToken)).rejects.toMatchObject({
    code: "unauthenticated",
  });
  expect((await listSessions(ctx)).map(({ id }) => id)).toEqual([here.sessionId]);
});

test("a sign-in from an unknown browser notifies the owner, the account's first one does not", async () => {
  const { email, id } = await makePerson(services, "Teacher");
  const first = await login({ ...visitor, device: "Chrome, Windows" }, { email, password: PASSWORD });
  expect(await outboxOf(services, id)).toEqual([]);
  await login({ ...visitor, deviceCookie: first.deviceCookie }, { email, password: PASSWORD });
  expect(await outboxOf(services, id)).toEqual([]);
  await login({ ...visitor, device: "Firefox, Linux" }, { email, password: PASSWORD });
  expect(await outboxOf(services, id)).toMatchObject([
    { kind: "account-alert", facts: { event: "new-device", device: "Firefox, Linux" } },
  ]);
});
