import { afterEach, expect, test } from "vitest";
import { allEndpoints, resourceId, send, tokenOf, welcomeCaller } from "../testing/endpoints";
import { makeFixtures } from "../testing/fixtures";
import { takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";
import { REST_ROUTES } from "./routes";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "10000" });
const fixtures = await makeFixtures(services);
const snapshot = await takeSnapshot(services.db);
afterEach(() => snapshot.restore());

for (const row of REST_ROUTES) {
  const name = `${row.method} ${row.path}`;
  test(`${name} answers what its schema says, no more and no less`, async () => {
    const endpoint = allEndpoints().find((candidate) => candidate.name === name);
    if (!endpoint) throw new Error(`no endpoint is called ${name}`);
    const caller = welcomeCaller(fixtures, endpoint);
    const call = endpoint.call(fixtures, resourceId(fixtures, endpoint), caller);
    const { status, text, headers } = await send(origin, call, tokenOf(fixtures, caller));
    expect(status).toBe(200);
    const answer: unknown = JSON.parse(text);
    expect(answer).toEqual(row.answer ? row.answer.parse(answer) : {});
    if (Array.isArray(answer))
      expect(Number(headers.get("x-total-count"))).toBeGreaterThanOrEqual(answer.length);
  });
}
