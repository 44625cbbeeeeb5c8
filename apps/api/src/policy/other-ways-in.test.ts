import { beforeEach, expect, test } from "vitest";
import { REST_ROUTES } from "../rest/routes";
import { callableEndpoints, resourceId, send, tokenOf, welcomeCaller } from "../testing/endpoints";
import { makeFixtures } from "../testing/fixtures";
import { takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";
import { procedureOf } from "../trpc/procedures";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "10000" });
const fixtures = await makeFixtures(services);
const snapshot = await takeSnapshot(services.db);
beforeEach(() => snapshot.restore());

const endpoints = callableEndpoints(fixtures);
const goodCall = (endpoint: (typeof endpoints)[number]) =>
  endpoint.call(fixtures, resourceId(fixtures, endpoint), welcomeCaller(fixtures, endpoint));

test("HEAD changes nothing, whatever GET would do", async () => {
  for (const endpoint of endpoints) {
    const { path } = goodCall(endpoint);
    const { status, text } = await send(
      origin,
      { method: "HEAD", path },
      tokenOf(fixtures, welcomeCaller(fixtures, endpoint)),
    );
    expect([endpoint.name, status < 500, text]).toEqual([endpoint.name, true, ""]);
  }
  const { student, teacher } = fixtures.people;
  const unread = { method: "HEAD", path: `/api/user/messages/${teacher.id}` };
  expect(await send(origin, unread, student.token)).toMatchObject({ status: 200 });
  expect(await snapshot.changes()).toEqual([]);
});

test("HEAD of what only reads lets in whom GET lets in", async () => {
  const reading = endpoints.filter(
    ({ route, procedure, access }) =>
      route?.method === "GET" && procedureOf(procedure).type === "query" && !access.open,
  );
  for (const endpoint of reading) {
    const { path } = goodCall(endpoint);
    const statuses = [];
    for (const token of [null, tokenOf(fixtures, welcomeCaller(fixtures, endpoint))])
      statuses.push((await send(origin, { method: "HEAD", path }, token)).status);
    expect([endpoint.name, ...statuses]).toEqual([endpoint.name, 401, 200]);
  }
});

test("a cookie alone authorises nothing", async () => {
  const closed = endpoints.filter(({ access }) => !access.open);
  for (const endpoint of closed) {
    const cookie = `accessToken=${tokenOf(fixtures, welcomeCaller(fixtures, endpoint))}`;
    const { status } = await send(origin, goodCall(endpoint), null, { cookie, origin });
    expect([endpoint.name, status]).toEqual([endpoint.name, 401]);
  }
  expect(await snapshot.changes()).toEqual([]);
});

test("a token anywhere but in the header authorises nothing", async () => {
  const token = fixtures.people.admin.token;
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
  for (const endpoint of endpoints.filter(({ name }) => name.startsWith("tRPC"))) {
    const { body, path } = goodCall(endpoint);
    const token = tokenOf(fixtures, welcomeCaller(fixtures, endpoint));
    const isQuery = procedureOf(endpoint.procedure).type === "query";
    const swapped = isQuery
      ? { method: "POST", path, body: {} }
      : { method: "GET", path: `${path}?input=${encodeURIComponent(JSON.stringify(body ?? null))}` };
    const { status } = await send(origin, swapped, token);
    expect([endpoint.name, status >= 400 && status < 500]).toEqual([endpoint.name, true]);
  }
  expect(await snapshot.changes()).toEqual([]);
});

test("a route's path with another method, other capitals or something behind it is not there", async () => {
  const { token } = fixtures.people.admin;
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
  expect(await snapshot.changes()).toEqual([]);
});
