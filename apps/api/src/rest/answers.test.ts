import { afterEach, expect, test } from "vitest";
import { allDoors, send, thingId, tokenOf, welcomeCaller } from "../testing/calls";
import { takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";
import { makeWorld } from "../testing/world";
import { REST_ROUTES } from "./routes";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "10000" });
const world = await makeWorld(services);
const snapshot = await takeSnapshot(services.db);
afterEach(() => snapshot.restore());

for (const row of REST_ROUTES.filter(({ redirect }) => !redirect)) {
  const name = `${row.method} ${row.path}`;
  test(`${name} answers what its schema says, no more and no less`, async () => {
    const door = allDoors().find((candidate) => candidate.name === name);
    if (!door) throw new Error(`no door is called ${name}`);
    const caller = welcomeCaller(world, door);
    const call = door.call(world, thingId(world, door), caller);
    const { status, text } = await send(origin, call, tokenOf(world, caller));
    expect(status).toBe(200);
    const answer: unknown = JSON.parse(text);
    expect(answer).toEqual(row.answer ? row.answer.parse(answer) : {});
  });
}
