import { newId } from "@korki/db";
import { makePerson, signIn } from "@korki/services/testing/people";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestApi } from "../testing/test-api";

/** Long enough for a busy machine. */
const WAIT = { timeout: 15_000, interval: 50 };
const api = await openTestApi({ TRUST_PROXY: "1" });

async function metrics(headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${api.origin}/metrics`, { headers });
  return { status: answer.status, text: await answer.text() };
}

async function figure(name: string): Promise<number | undefined> {
  const { text } = await metrics();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const accessLines = () =>
  api.services.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((l) => l.msg === "request");

test("requests are counted and timed by route and status, whatever their addresses contain", async () => {
  const secret = "tajny-token-z-listu";
  await api.rest("GET", `/user/confirm/${secret}`);
  await api.rest("GET", "/student/lessons");
  await fetch(`${api.origin}/trpc/centre.info`);
  await fetch(`${api.origin}/trpc/there.is.none`);
  await vi.waitFor(async () => {
    expect(
      await figure('korki_http_requests_total{method="GET",route="/api/user/confirm/{token}",status="302"}'),
    ).toBe(1);
    expect(
      await figure('korki_http_requests_total{method="GET",route="/api/student/lessons",status="401"}'),
    ).toBe(1);
    expect(
      await figure('korki_http_requests_total{method="GET",route="/trpc/centre.info",status="200"}'),
    ).toBe(1);
    expect(await figure('korki_http_requests_total{method="GET",route="/trpc/*",status="404"}')).toBe(1);
    expect(await figure('korki_http_request_duration_seconds_count{route="/api/student/lessons"}')).toBe(1);
  }, WAIT);
  expect((await metrics()).text).not.toContain(secret);
});

test("the outbox, the queues, the pool and the process have figures", async () => {
  const person = await makePerson(api.services, "Student");
  const facts = { otherName: "Anna Kowalska", otherRole: "Teacher" };
  const dueAt = new Date(Date.now() - 120_000);
  await api.services.db.prisma.notification.create({
    data: { id: newId(), kind: "relation-added", recipientId: person.id, facts, dueAt },
  });
  const { text } = await metrics();
  expect(text).toContain('korki_outbox_notifications{status="pending"} 1');
  expect(await figure("korki_outbox_age_seconds")).toBeGreaterThan(100);
  expect(text).toContain('korki_queue_jobs{queue="deliver-email",state="wait"} 0');
  expect(text).toMatch(/korki_pg_pool_connections\{state="idle"\} \d/);
  expect(text).toContain("korki_database_up 1");
  expect(text).toContain("korki_redis_up 1");
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
});

test("open websockets are counted until they close", async () => {
  const person = await makePerson(api.services, "Student");
  const { accessToken: token } = await signIn(api.services, person);
  const socket = io(api.origin, { transports: ["websocket"], auth: { id: person.id, token } });
  await vi.waitFor(async () => expect(await figure('korki_sockets_open{path="/socket.io"}')).toBe(1), WAIT);
  socket.disconnect();
  await vi.waitFor(async () => expect(await figure('korki_sockets_open{path="/socket.io"}')).toBe(0), WAIT);
});

test("requests through a proxy do not get the figures", async () => {
  const { text } = await metrics({ "x-forwarded-for": "203.0.113.7" });
  expect(text).not.toContain("korki_");
});

test("every request has one line in the log, without query string, token or body", async () => {
  api.services.logged.length = 0;
  await api.rest("POST", "/user/login?secret=in-the-query", {
    body: { email: "kto@example.pl", password: "Haslo-w-tresci1" },
    headers: { "x-request-id": "given-by-the-proxy" },
    token: "a.bad.token",
  });
  await vi.waitFor(
    () =>
      expect(accessLines()).toEqual([
        expect.objectContaining({
          requestId: "given-by-the-proxy",
          method: "POST",
          route: "/api/user/login",
          status: expect.any(Number),
          ms: expect.any(Number),
        }),
      ]),
    WAIT,
  );
  const all = api.services.logged.join();
  for (const secret of ["in-the-query", "Haslo-w-tresci1", "a.bad.token", "kto@example.pl"]) {
    expect(all).not.toContain(secret);
  }
});

test("the answer names its request: by the given id where it looks like one, else by a new one", async () => {
  const idOf = async (given?: string) => {
    const { headers } = await api.rest("GET", "/student/lessons", {
      headers: given === undefined ? {} : { "x-request-id": given },
    });
    return headers.get("x-request-id");
  };
  expect(await idOf("0af7651916cd43dd8448eb211c80319c")).toBe("0af7651916cd43dd8448eb211c80319c");
  expect(await idOf()).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf('evil" id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf("x".repeat(81))).toMatch(/^[0-9a-f-]{36}$/);
});

test("a notification carries the id of the request that caused it", async () => {
  const email = `nowy-${newId()}@example.pl`;
  const { status } = await api.rest("POST", "/user/create", {
    body: {
      name: "Nowa",
      surname: "Osoba",
      email,
      password: "Korepetycje1",
      passwordConfirmation: "Korepetycje1",
      userType: "Student",
      phone: "+48600100200",
    },
    headers: { "x-request-id": "registration-0001" },
  });
  expect(status).toBe(200);
  const rows = await api.services.db.prisma.notification.findMany({
    where: { requestId: "registration-0001" },
  });
  expect(rows.map(({ kind }) => kind)).toEqual(["account-confirm-email"]);
});

test("the process is not ready while the database gives no answer", async () => {
  const { db } = api.services;
  const ready = async () =>
    (await fetch(`${api.origin}/readyz`, { signal: AbortSignal.timeout(10_000) })).status;
  expect(await ready()).toBe(200);
  let goOn: () => void = () => undefined;
  const hang = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  onTestFinished(() => {
    api.services.db = db;
    goOn();
  });
  const query = async (text: string) => {
    await hang;
    return db.pool.query(text);
  };
  api.services.db = { ...db, pool: Object.assign(Object.create(db.pool), { query }) };
  expect(await ready()).toBe(503);
});
