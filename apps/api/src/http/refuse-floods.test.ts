import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import { commonTexts } from "@korki/contracts/texts/common";
import { passwordQueue } from "@korki/services/accounts/password";
import { makePerson, PASSWORD } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const api = await openTestApi({ TRUST_PROXY: "1" });
const roomy = await openTestApi({ TRUST_PROXY: "1", RATE_LIMIT_SCALE: "10" });
const { email } = await makePerson(api.services, "Student");

const FLOODER = "192.0.2.1";
const credentials = JSON.stringify({ email, password: PASSWORD });

/** Lets as much password work of a network wait as may, until it is released. */
function fillQueue(network: string) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const waiting: Promise<void>[] = [];
  while (!passwordQueue.refusalOf(network)) waiting.push(passwordQueue.run(network, () => released));
  return async () => {
    release();
    await Promise.all(waiting);
  };
}

/** Asks with the headers of a body, and sends only what is given of it. */
async function ask(path: string, from: string, body: string, { origin } = api) {
  const headers = {
    "content-type": "application/json",
    "content-length": credentials.length,
    "x-forwarded-for": from,
  };
  const req = http.request(`${origin}${path}`, { method: "POST", headers });
  req.write(body);
  const [res] = (await once(req, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of res.setEncoding("utf8")) text += chunk;
  req.destroy();
  return { status: res.statusCode, retryAfter: res.headers["retry-after"], body: JSON.parse(text) };
}

test.each(["/api/user/login", "/api/user/login/", "/API/User/Login", "/api/user/create"])(
  "refuses %s of a network with a full queue before the body is read",
  async (path) => {
    const release = fillQueue(FLOODER);
    const refused = await ask(path, FLOODER, "{");
    await release();
    expect(refused).toEqual({ status: 429, retryAfter: "5", body: { error: commonTexts.tooManyAttempts } });
  },
);

test.each(["/trpc/account.login", "/trpc/account.profile,account.register?batch=1"])(
  "refuses %s in tRPC's own shape",
  async (path) => {
    const release = fillQueue(FLOODER);
    const refused = await ask(path, FLOODER, "{");
    await release();
    expect(refused).toMatchObject({ status: 429, retryAfter: "5" });
    const [answer] = [refused.body].flat();
    expect(answer.error).toMatchObject({
      message: commonTexts.tooManyAttempts,
      data: { code: "TOO_MANY_REQUESTS", httpStatus: 429, retryAfterSeconds: 5 },
    });
  },
);

test("takes what hashes no password, and the logins of other networks", async () => {
  const release = fillQueue(FLOODER);
  const login = ask("/api/user/login", "192.0.2.2", credentials);
  const other = await api.rest("POST", "/user/logout", { body: {}, headers: { "x-forwarded-for": FLOODER } });
  await release();
  expect(other.status).toBe(200);
  expect((await login).status).toBe(200);
});

test("with larger limits, more of one network wait for their turn", async () => {
  const release = fillQueue(FLOODER);
  await makePerson(roomy.services, "Student", { email });
  const login = ask("/api/user/login", FLOODER, credentials, roomy);
  const refused = await ask("/api/user/login", FLOODER, credentials);
  await release();
  expect(refused.status).toBe(429);
  expect(await login).toMatchObject({ status: 200, body: { accessToken: expect.any(String) } });
});
