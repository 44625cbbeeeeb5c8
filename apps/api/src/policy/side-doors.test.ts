import { beforeEach, expect, test } from "vitest";
import { REST_ROUTES } from "../rest/routes";
import { allDoors, send, thingId, tokenOf, welcomeCaller } from "../testing/calls";
import { changesBetween, contentOf, takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";
import { makeWorld } from "../testing/world";
import { procedureOf } from "../trpc/procedures";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "10000" });
const world = await makeWorld(services);
const snapshot = await takeSnapshot(services.db);
const before = await contentOf(services.db);
beforeEach(() => snapshot.restore());

const changes = async () => changesBetween(before, await contentOf(services.db));
const doors = allDoors();
const goodCall = (door: (typeof doors)[number]) =>
  door.call(world, thingId(world, door), welcomeCaller(world, door));

test("HEAD changes nothing, whatever GET would do", async () => {
  for (const door of doors) {
    const { path } = goodCall(door);
    const { status, text } = await send(
      origin,
      { method: "HEAD", path },
      tokenOf(world, welcomeCaller(world, door)),
    );
    expect([door.name, status < 500, text]).toEqual([door.name, true, ""]);
  }
  expect(await changes()).toEqual([]);
});

test("a cookie alone authorises nothing", async () => {
  const closed = doors.filter(({ rule }) => !("anyone" in rule));
  for (const door of closed) {
    const cookie = `accessToken=${tokenOf(world, welcomeCaller(world, door))}`;
    const { status } = await send(origin, goodCall(door), null, { cookie, origin });
    expect([door.name, status]).toEqual([door.name, 401]);
  }
  expect(await changes()).toEqual([]);
});

test("a token anywhere but in the header authorises nothing", async () => {
  const token = world.people.admin.token;
  const places: Record<string, string>[] = [
    { "x-access-token": token },
    { authorization: token },
    { authorization: `Basic ${token}` },
  ];
  for (const headers of places) {
    const { status } = await send(origin, { method: "GET", path: "/api/admin/students" }, null, headers);
    expect(status).toBe(401);
  }
  const inAddress = { method: "GET", path: `/api/admin/students?accessToken=${token}&token=${token}` };
  expect((await send(origin, inAddress, null)).status).toBe(401);
});

test("a mutation is not run by a GET, nor a query by a POST", async () => {
  for (const door of doors.filter(({ name }) => name.startsWith("tRPC"))) {
    const { body, path } = goodCall(door);
    const token = tokenOf(world, welcomeCaller(world, door));
    const isQuery = procedureOf(door.procedure).type === "query";
    const swapped = isQuery
      ? { method: "POST", path, body: {} }
      : { method: "GET", path: `${path}?input=${encodeURIComponent(JSON.stringify(body ?? null))}` };
    const { status } = await send(origin, swapped, token);
    expect([door.name, status >= 400 && status < 500]).toEqual([door.name, true]);
  }
  expect(await changes()).toEqual([]);
});

test("a route's path with another method, other capitals or something behind it is not there", async () => {
  const { token } = world.people.admin;
  for (const { method, path } of REST_ROUTES) {
    for (const [otherMethod, otherPath] of [
      ["PATCH", path],
      [method, path.toUpperCase()],
      [method, `${path}/more/and/more`],
    ] as const) {
      const { status } = await send(origin, { method: otherMethod, path: `/api${otherPath}` }, token);
      expect([otherMethod, otherPath, status]).toEqual([otherMethod, otherPath, 404]);
    }
  }
  expect(await changes()).toEqual([]);
});
