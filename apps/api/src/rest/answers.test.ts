import { afterEach, expect, test } from "vitest";
import { callableEndpoints, resourceId, send, tokenOf, welcomeCaller } from "../testing/endpoints";
import { makeFixtures } from "../testing/fixtures";
import { takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";
import { REST_ROUTES } from "./routes";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "10000" });
const fixtures = await makeFixtures(services);
const snapshot = await takeSnapshot(services.db);
afterEach(() => snapshot.restore());

const callable = callableEndpoints(fixtures);

for (const row of REST_ROUTES) {
  const name = `${row.method} ${row.path}`;
  const endpoint = callable.find((candidate) => candidate.name === name);
  if (!endpoint) continue;
  test(`${name} answers what its schema says, no more and no less`, async () => {
    const caller = welcomeCaller(fixtures, endpoint);
    const call = endpoint.call(fixtures, resourceId(fixtures, endpoint), caller);
    const { status, text, headers } = await send(origin, call, tokenOf(fixtures, caller));
    expect(status).toBe(200);
    const answer: unknown = JSON.parse(text);
    expect(answer).toEqual(row.answer ? row.answer.parse(answer) : {});
    if (Array.isArray(answer)) expect(Number(headers["x-total-count"])).toBeGreaterThanOrEqual(answer.length);
  });
}
