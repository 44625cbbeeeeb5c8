import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getAttention } from "@korki/services/attention/get-attention";
import { openPaymentProvider } from "@korki/services/orders/open-provider";
import { processNotifications } from "@korki/services/orders/process-payments";
import { makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { makePerson, personCtx, signIn } from "@korki/services/testing/people";
import { afterAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api";
import { ORDER_ROUTES } from "./order-routes";

const ID = "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a";
const SECRETS = { P24_CRC: "crc-that-nobody-sees", P24_API_KEY: "key-that-nobody-sees" };

/** A provider that answers nonsense, with everything in it that it was told. */
const answers: { status: number }[] = [];
const provider = createServer((request, response) => {
  response.writeHead(answers.shift()?.status ?? 500, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: request.headers.authorization, data: { heard: request.headers } }));
});
await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
afterAll(() => provider.close());
const apiRoot = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

const without = await openTestApi({}, () => ({ payments: null }));
const hostile = await openTestApi(
  { P24_MERCHANT_ID: "11", P24_POS_ID: "22", P24_API_ROOT: apiRoot, ...SECRETS },
  ({ settings }) => ({ payments: openPaymentProvider(settings) }),
);

async function tokensOf({ services }: TestApi) {
  const [student, admin] = [
    await makeStudentOf(services, await makeTeacher(services)),
    await makePerson(services, "Admin"),
  ];
  const token = async (person: typeof student) => (await signIn(services, person)).accessToken;
  return { student, admin, asStudent: await token(student), asAdmin: await token(admin) };
}

test("without a provider no call about orders exists, whatever it says", async () => {
  const { asStudent, asAdmin } = await tokensOf(without);
  for (const { method, path } of ORDER_ROUTES) {
    for (const body of [{}, { items: [{ subject: "Fizyka", subjectLevel: "liceumP", lessons: 1 }] }]) {
      const token = path.startsWith("/admin") ? asAdmin : asStudent;
      const call = method === "GET" ? { token } : { token, body };
      const { status } = await without.rest(method, path.replace("{id}", ID), call);
      expect(status, `${method} ${path}`).toBe(404);
    }
  }
});

test("without a provider nothing of it is visible", async () => {
  const { asStudent, asAdmin, admin } = await tokensOf(without);
  expect(await without.trpc(asStudent).orders.offer.query({})).toEqual({
    available: false,
    prices: [],
    lessons: [],
    waiting: [],
    taught: null,
  });
  await expect(without.trpc(asAdmin).orders.suspects.query()).rejects.toMatchObject({
    data: { httpStatus: 404 },
  });
  const kinds = (await getAttention(personCtx(without.services, admin))).map(({ kind }) => kind);
  expect(kinds).not.toContain("payment-suspect");
});

test("the provider's secrets appear in no answer, list, error or log line", async () => {
  const { asStudent, asAdmin } = await tokensOf(hostile);
  const seen: unknown[] = [];
  const items = [{ subject: "Fizyka", subjectLevel: "liceumP", lessons: 1 }];
  for (const status of [500, 401, 400, 200]) {
    answers.push({ status });
    const answer = await hostile.rest("PUT", "/order", { token: asStudent, body: { items } });
    expect(answer.status).toBe(503);
    seen.push(answer.body);
  }
  answers.push({ status: 429 });
  seen.push(await hostile.rest("POST", "/payments/p24/status", { body: { sessionId: ID, sign: "x" } }));
  await processNotifications(hostile.services);
  for (const path of ["/orders", "/attention", "/admin/centre"])
    seen.push((await hostile.rest("GET", path, { token: asAdmin })).body);
  seen.push(await hostile.trpc(asAdmin).orders.suspects.query());
  seen.push(await hostile.trpc(asAdmin).orders.reconcile.query().catch(String));
  seen.push(await hostile.trpc(asAdmin).history.list.query({}));
  const { rows } = await hostile.services.db.pool.query("SELECT * FROM provider_notifications");
  const everything = JSON.stringify([seen, rows, hostile.services.logged]);
  expect(hostile.services.logged.join()).toContain("payment");
  for (const secret of Object.values(SECRETS)) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(`22:${secret}`).toString("base64"));
  }
});
