import { IDEMPOTENT_WRITES, KEYED_WRITES, PROVEN_WRITES } from "@korki/contracts/repeatable-writes";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { expect, test } from "vitest";
import { REST_ROUTES } from "../rest/routes";
import { allEndpoints, type Endpoint, resourceId, send, tokenOf, welcomeCaller } from "../testing/endpoints";
import { makeFixtures } from "../testing/fixtures";
import { changesBetween, contentOf, takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "10000" });
const fixtures = await makeFixtures(services);
const snapshot = await takeSnapshot(services.db);

const endpoints = new Map(allEndpoints().map((endpoint) => [endpoint.name, endpoint]));

function endpointOf(name: string): Endpoint {
  const endpoint = endpoints.get(name);
  if (!endpoint) throw new Error(`there is no ${name}`);
  return endpoint;
}

/** Sends a good call, again and again, with one key or none. */
function sender(endpoint: Endpoint, key?: string) {
  const caller = welcomeCaller(fixtures, endpoint);
  const call = endpoint.call(fixtures, resourceId(fixtures, endpoint), caller);
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return async () => {
    const { status, text } = await send(origin, call, tokenOf(fixtures, caller), headers);
    return { status, body: JSON.parse(text) as unknown };
  };
}

test("a write with a key answers again as it did at first, and does nothing more", async () => {
  await snapshot.restore();
  for (const path of [...KEYED_WRITES, ...PROVEN_WRITES]) {
    const again = sender(endpointOf(`tRPC ${path}`), path);
    let first = await again();
    if (first.status !== 200) {
      // What another call has changed.
      await snapshot.restore();
      first = await again();
    }
    expect([path, first.status]).toEqual([path, 200]);
    expect([path, await again()]).toEqual([path, first]);
  }
});

test("a write that sets what is to be changes nothing when it comes again", async () => {
  for (const path of IDEMPOTENT_WRITES) {
    await snapshot.restore();
    const again = sender(endpointOf(`tRPC ${path}`), path.startsWith("pay") ? "klucz" : undefined);
    const first = await again();
    const before = await contentOf(services.db);
    expect([path, first.status, await again()]).toEqual([path, 200, first]);
    expect(changesBetween(before, await contentOf(services.db)), path).toEqual([]);
  }
});

test("every PUT and DELETE may be repeated by a proxy that gives it a key", async () => {
  const known: readonly string[] = [...KEYED_WRITES, ...IDEMPOTENT_WRITES, ...PROVEN_WRITES, "orders.place"];
  const repeated = REST_ROUTES.filter(({ method }) => method === "PUT" || method === "DELETE");
  expect(repeated.map(({ procedure }) => procedure).filter((path) => !known.includes(path))).toEqual([]);
  for (const name of [
    "PUT /student/reserve_lesson",
    "PUT /order",
    "DELETE /user/totp",
    "DELETE /user/passkeys/{id}",
  ]) {
    await snapshot.restore();
    const again = sender(endpointOf(name), "klucz");
    const first = await again();
    expect([name, first.status]).toEqual([name, 200]);
    expect([name, await again()]).toEqual([name, first]);
  }
});

test("of calls with one key that come together, one is done, and all answer the same", async () => {
  await snapshot.restore();
  const book = sender(endpointOf("PUT /student/reserve_lesson"), "klucz");
  const [first, ...others] = await Promise.all([book(), book(), book()]);
  expect(first?.status).toBe(200);
  for (const other of others) expect(other).toEqual(first);
});

test("an answer is kept for an hour: a right that has ended since is judged again", async () => {
  await snapshot.restore();
  const confirm = sender(endpointOf("tRPC lessons.confirm"), "klucz");
  expect((await confirm()).status).toBe(200);
  await services.db.pool.query("UPDATE idempotency_keys SET created_at = created_at - interval '61 minutes'");
  expect((await confirm()).status).toBe(409);
});

test("a refused write leaves its key free, and a key belongs to one request", async () => {
  await snapshot.restore();
  const confirm = sender(endpointOf("tRPC lessons.confirm"), "klucz");
  await services.db.pool.query("UPDATE lessons SET status = 'Odwolana przez ucznia'");
  expect((await confirm()).status).toBe(409);
  await snapshot.restore();
  expect((await confirm()).status).toBe(200);
  expect(await sender(endpointOf("tRPC lessons.complete"), "klucz")()).toMatchObject({
    status: 409,
    body: { error: { message: paymentTexts.keyUsedOtherwise } },
  });
});
