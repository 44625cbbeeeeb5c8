import http, { type Server } from "node:http";
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
/** How often connections are let go that have answered since the server began to stop. */
const RELEASE_MS = 50;

/** What a test sets otherwise, in milliseconds. */
export type ServerLimits = { headersMs?: number; requestMs?: number };

/** The product's one HTTP server, with everything on it, not yet listening. */
export type ApiServer = {
  server: Server;
  /** Resolves once the database's signals are heard. */
  ready: Promise<void>;
  /**
   * Takes nothing new, answers what was asked, lets chat messages in hand be stored, and closes the sockets. Whoever
   * calls decides how long to wait for it.
   */
  close(): Promise<void>;
};

export function createServer(
  services: Services,
  redis: Redis,
  { databaseUrl }: Pick<ServerSettings, "databaseUrl">,
  { headersMs = HEADERS_MS, requestMs = REQUEST_MS }: ServerLimits = {},
): ApiServer {
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
    createApp(services, redis, metrics),
  );
  server.maxHeadersCount = HEADER_COUNT_MAX;
  metrics.watchSockets(server);
  const realtime = attachRealtime(server, services, databaseUrl);
  return {
    server,
    ready: realtime.ready,
    async close() {
      const served = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // A connection that is kept alive is idle as soon as it has answered.
      const release = setInterval(() => server.closeIdleConnections(), RELEASE_MS);
      try {
        // Websockets stay open by themselves: nobody waits for them.
        await realtime.close();
        await served;
      } finally {
        clearInterval(release);
      }
    },
  };
}
