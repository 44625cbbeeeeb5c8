import { randomBytes } from "node:crypto";
import http from "node:http";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { ROOM_NAMESPACE } from "@korki/contracts/classroom";
import { makePerson, signIn } from "@korki/services/testing/people";
import { testSettings } from "@korki/testing";
import { testRedisUrl } from "@korki/testing/redis";
import { Redis } from "ioredis";
import { io } from "socket.io-client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { createServer, type ServerLimits } from "./server";
import { openTestApi } from "./testing/test-api";

const api = await openTestApi({}, undefined, { headersMs: 400, requestMs: 800, stillMs: 1_500 });
/** Long enough for a busy machine. */
const WAIT = { timeout: 15_000, interval: 20 };
const { hostname, port } = new URL(api.origin);
/** A websocket for changes that may wait with its token: one without a token is closed at once. */
const BEFORE_ITS_PROOF = "/trpc?connectionParams=1";
const ONE_CONNECTION = { transports: ["websocket"], reconnection: false, forceNew: true };

/** Sends raw bytes and answers with what came back until the server hung up. */
async function raw(...pieces: string[]): Promise<string> {
  const socket = net.connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    heard += text;
  });
  // A reset is one way of hanging up.
  socket.on("error", () => undefined);
  for (const piece of pieces) socket.write(piece);
  await new Promise((resolve) => socket.once("close", resolve));
  return heard;
}

describe("callers that are slow or large", () => {
  test("headers that do not come to an end are not waited for", async () => {
    expect(await raw("GET /healthz HTTP/1.1\r\nHost: korki\r\nX-Slow: ")).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("nor is a body that does not come", async () => {
    const head = "POST /api/user/login HTTP/1.1\r\nHost: korki\r\nContent-Type: application/json\r\n";
    expect(await raw(`${head}Content-Length: 5000\r\n\r\n{"email":`)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("a client that does not read the answer is disconnected", async () => {
    const socket = net.connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined).pause();
    // Far more than the buffers on the way hold.
    const ask = "GET /api/openapi.json HTTP/1.1\r\nHost: korki\r\n\r\n";
    socket.write(ask.repeat(300));
    const isConnected = () =>
      new Promise<number>((resolve) => api.server.getConnections((_error, count) => resolve(count)));
    await vi.waitFor(async () => expect(await isConnected()).toBeGreaterThan(0), WAIT);
    await vi.waitFor(async () => expect(await isConnected()).toBe(0), WAIT);
  });

  test("headers beyond 16 kB are refused", async () => {
    const answer = await raw(
      `GET /healthz HTTP/1.1\r\nHost: korki\r\nX-Large: ${"x".repeat(17_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  test("so is an address that is longer than all headers may be", async () => {
    expect(await raw(`GET /?q=${"x".repeat(17_000)} HTTP/1.1\r\nHost: korki\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });

  test.each(["/api/user/login", "/trpc/account.login"])("%s takes no body beyond 100 kB", async (path) => {
    const answer = await fetch(api.origin + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: randomBytes(60_000).toString("hex"), password: "Haslo123" }),
    });
    expect(answer.status).toBe(413);
  });

  test("a small body that unpacks to a large one is refused", async () => {
    const answer = await fetch(`${api.origin}/api/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: gzipSync(JSON.stringify({ email: "x".repeat(20_000_000) })),
    });
    expect(answer.status).toBe(413);
  });

  test.each(["/trpc", "/socket.io/?EIO=4&transport=websocket"])(
    "%s takes no frame beyond 100 kB",
    async (path) => {
      const socket = new WebSocket(api.origin.replace("http", "ws") + path);
      await new Promise((resolve) => socket.once("open", resolve));
      socket.send("x".repeat(200_000));
      const code = await new Promise((resolve) => socket.once("close", resolve));
      expect([1005, 1006, 1009]).toContain(code);
    },
  );
});

describe("a server that is asked to stop", () => {
  async function stoppable(env: Record<string, string> = {}, limits: ServerLimits = {}) {
    const redis = new Redis(await testRedisUrl());
    onTestFinished(() => redis.disconnect());
    const services = { ...api.services, settings: testSettings(env) };
    const stopping = createServer(services, redis, api.services, limits);
    await stopping.ready;
    await new Promise<void>((resolve) => stopping.server.listen(0, "127.0.0.1", resolve));
    const { port: ownPort } = stopping.server.address() as net.AddressInfo;
    return { ...stopping, origin: `http://127.0.0.1:${ownPort}` };
  }

  test("answers what was asked before, and takes nothing new", async () => {
    const { close, origin } = await stoppable();
    const { prisma } = api.services.db;
    const person = await makePerson(api.services, "Student");
    const { accessToken } = await signIn(api.services, person);
    const client = await api.services.db.pool.connect();
    await client.query("BEGIN");
    await client.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [person.id]);

    const held = fetch(`${origin}/api/user/update`, {
      method: "PUT",
      headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ name: "Ola", surname: "Zapisana", phone: "+48600100201", phoneParent: "" }),
    });
    await vi.waitFor(async () => {
      const { rows } = await api.services.db.pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(rows).not.toHaveLength(0);
    }, WAIT);
    const closed = close();
    await vi.waitFor(() => expect(fetch(`${origin}/healthz`)).rejects.toThrow(), WAIT);
    await client.query("COMMIT");
    client.release();

    expect((await held).status).toBe(200);
    await closed;
    const { surname } = await prisma.user.findUniqueOrThrow({ where: { id: person.id } });
    expect(surname).toBe("Zapisana");
  });

  test("lets go of connections that are kept alive, and of websockets", async () => {
    const { close, origin } = await stoppable();
    await (await fetch(`${origin}/healthz`)).text();
    const socket = new WebSocket(`${origin.replace("http", "ws")}${BEFORE_ITS_PROOF}`);
    await new Promise((resolve) => socket.once("open", resolve));
    const gone = new Promise((resolve) => socket.once("close", resolve));
    const began = performance.now();
    await close();
    await gone;
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test("closes the sockets one after another, so that others need not take them all at once", async () => {
    const { close, origin } = await stoppable();
    const person = await makePerson(api.services, "Student");
    const { accessToken: token } = await signIn(api.services, person);
    const rooms = Array.from({ length: 5 }, () =>
      io(origin + ROOM_NAMESPACE, { ...ONE_CONNECTION, auth: { token } }),
    );
    const changes = Array.from(
      { length: 5 },
      () => new WebSocket(`${origin.replace("http", "ws")}${BEFORE_ITS_PROOF}`),
    );
    onTestFinished(() => {
      for (const socket of rooms) socket.disconnect();
    });
    await Promise.all([
      ...rooms.map((socket) => new Promise((resolve) => socket.once("connect", () => resolve(null)))),
      ...changes.map((socket) => new Promise((resolve) => socket.once("open", resolve))),
    ]);
    const at = (resolve: (time: number) => void) => () => resolve(performance.now());
    const closedAt = [
      ...rooms.map((socket) => new Promise<number>((resolve) => socket.once("disconnect", at(resolve)))),
      ...changes.map((socket) => new Promise<number>((resolve) => socket.once("close", at(resolve)))),
    ];
    await close();
    const times = await Promise.all(closedAt);
    // 25 ms after each of them.
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(200);
  });

  test("behind a proxy first says that it is not ready, then ends each connection with its answer", async () => {
    const { server, close, origin } = await stoppable(
      { TRUST_PROXY: "1" },
      { noticeMs: 600, inHandMs: 60_000 },
    );
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = (path: string) =>
      new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
        http
          .get(origin + path, { agent }, (answer) => {
            const { statusCode: status, headers } = answer;
            answer.resume().on("end", () => resolve({ status, connection: headers.connection }));
          })
          .on("error", reject);
      });
    expect(await ask("/readyz")).toEqual({ status: 200, connection: "keep-alive" });
    const closed = close();
    expect(await ask("/readyz")).toEqual({ status: 503, connection: "keep-alive" });
    await vi.waitFor(() => expect(server.listening).toBe(false), WAIT);
    // The proxy asks once more on the connection that it has in hand.
    expect(await ask("/healthz")).toEqual({ status: 200, connection: "close" });
    await closed;
    await expect(ask("/healthz")).rejects.toThrow();
  });

  test("waits no longer for a proxy's connections than a proxy keeps them", async () => {
    const { close, origin } = await stoppable({ TRUST_PROXY: "1" }, { noticeMs: 0, inHandMs: 300 });
    await (await fetch(`${origin}/healthz`)).text();
    const began = performance.now();
    await close();
    expect(performance.now() - began).toBeGreaterThanOrEqual(290);
  });
});
