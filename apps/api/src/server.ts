import http, { type Server } from "node:http";
import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Services } from "@korki/services";
import type { ServerSettings } from "@korki/settings";
import type { Redis } from "ioredis";
import { createApp } from "./app";
import { openMetrics } from "./observe/metrics";
import { attachRealtime } from "./realtime/realtime";

/** Bytes of all of a request's headers: a token, cookies and a long query fit in several times. */
const HEADER_BYTES_MAX = 16_384;
const HEADER_COUNT_MAX = 100;
/** A caller has so long to send the headers, and so long for the whole request; slower ones are hung up on. */
const HEADERS_MS = 15_000;
const REQUEST_MS = 60_000;
/** A connection on which nothing is asked stays open for longer than a proxy keeps it, so that the proxy ends it. */
const KEEP_ALIVE_MS = 65_000;
/**
 * A connection without traffic is broken off after this long, for example if the caller does not read the response.
 */
const STILL_MS = 120_000;
/** How often connections are let go that have answered since the server began to stop. */
const RELEASE_MS = 50;
/** While stopping, `/readyz` says no for this long before calls are refused, for balancers that ask. */
export const NOTICE_MS = 3_000;
/** A proxy lets go of a connection that it keeps in hand after less than this (`keepalive_timeout` of its upstream). */
const IN_HAND_MS = 6_000;

/** What a test sets otherwise, in milliseconds. */
export type ServerLimits = {
  headersMs?: number;
  requestMs?: number;
  stillMs?: number;
  noticeMs?: number;
  inHandMs?: number;
};

/** The product's one HTTP server, with everything on it, not yet listening. */
export type ApiServer = {
  server: Server;
  /** Resolves once the database's signals are heard. */
  ready: Promise<void>;
  /**
   * Refuses new calls, answers the accepted ones, stores waiting chat messages and closes the sockets. Gives proxies
   * in front (TRUST_PROXY) time to notice before it closes a connection that they may be using. The caller limits the
   * wait.
   */
  close(): Promise<void>;
};

export function createServer(
  services: Services,
  redis: Redis,
  {
    databaseUrl,
    databaseDirectUrl,
  }: Pick<ServerSettings, "databaseUrl"> & Partial<Pick<ServerSettings, "databaseDirectUrl">>,
  limits: ServerLimits = {},
): ApiServer {
  const { headersMs = HEADERS_MS, requestMs = REQUEST_MS, stillMs = STILL_MS } = limits;
  const { noticeMs = NOTICE_MS, inHandMs = IN_HAND_MS } = limits;
  const ending = new AbortController();
  const metrics = openMetrics(services, redis);
  const server = http.createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // How often the two limits above are looked after.
      connectionsCheckingInterval: Math.min(headersMs / 2, 5_000),
    },
    createApp(services, redis, metrics, ending.signal),
  );
  server.maxHeadersCount = HEADER_COUNT_MAX;
  server.timeout = stillMs;
  metrics.watchSockets(server);
  const realtime = attachRealtime(server, services, databaseDirectUrl ?? databaseUrl);
  let takesNew = true;
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    socket.once("close", () => {
      connections -= 1;
    });
  });
  server.prependListener("request", (_req, res) => {
    if (!takesNew) res.setHeader("Connection", "close");
  });
  const isProxied = services.settings.trustProxy > 0;
  return {
    server,
    ready: realtime.ready,
    async close() {
      ending.abort();
      if (isProxied) await pause(noticeMs);
      takesNew = false;
      const served = stopListening(server).then(async () => {
        // The server itself does not count connections that the supervisor of several processes passed to it.
        while (connections > 0) await pause(RELEASE_MS);
      });
      // For this time what is asked on a kept connection is answered, and the answer ends the connection.
      const inHand = isProxied && Promise.race([served, pause(inHandMs, undefined, { ref: false })]);
      // Websockets would stay open for ever: the wait does not include them.
      await realtime.close();
      await inHand;
      const release = setInterval(() => server.closeIdleConnections(), RELEASE_MS);
      server.closeIdleConnections();
      await served;
      clearInterval(release);
      server.close();
    },
  };
}

/** Refuses new connections and keeps the open ones. Resolves when the last of them has closed. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Just after connections were accepted: one that waits to be would be reset.
    setImmediate(() => net.Server.prototype.close.call(server, () => resolve()));
  });
}
