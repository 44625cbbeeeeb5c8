import type { Server } from "node:http";
import type { Services } from "@korki/services";
import type { Redis } from "ioredis";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { watchOutbox } from "./outbox-metrics";

/** In seconds; most responses fall into the middle of the scale. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type EndedRequest = { method: string; route: string; status: number; seconds: number };

/** The metrics of one process, for Prometheus. */
export type Metrics = {
  requestBegan(): void;
  requestEnded(request: EndedRequest): void;
  /** Counts the websockets that are open on a server, by path. */
  watchSockets(server: Server): void;
  readonly contentType: string;
  /** The figures as Prometheus text; those that cannot be had at the moment are left out. */
  text(): Promise<string>;
};

/** The paths on which websockets are served; any other is hung up on. */
const SOCKET_PATHS = ["/trpc", "/socket.io"];

export function openMetrics(services: Services, redis: Redis): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: "korki_http_requests_total",
    help: "Requests that have ended; 499: the caller went away before the answer.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "korki_http_request_duration_seconds",
    help: "From a request's first byte to its answer's last, by route.",
    labelNames: ["route"],
    buckets: DURATIONS,
    registers,
  });
  const inFlight = new Gauge({
    name: "korki_http_requests_in_flight",
    help: "Requests that are being answered.",
    registers,
  });
  const sockets = new Gauge({
    name: "korki_sockets_open",
    help: "Open websockets.",
    labelNames: ["path"],
    registers,
  });
  for (const path of SOCKET_PATHS) sockets.set({ path }, 0);
  new Gauge({
    name: "korki_pg_pool_connections",
    help: "Connections of this process to PostgreSQL, and callers that wait for one.",
    labelNames: ["state"],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = services.db.pool;
      this.set({ state: "busy" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waiting" }, waitingCount);
    },
  });
  watchOutbox(register, services, redis);

  return {
    requestBegan: () => inFlight.inc(),
    requestEnded({ method, route, status, seconds }) {
      inFlight.dec();
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
    watchSockets(server) {
      server.on("upgrade", (req, socket) => {
        const path = (req.url ?? "").split("?", 1)[0]?.replace(/\/$/, "") ?? "";
        if (!SOCKET_PATHS.includes(path)) return;
        sockets.inc({ path });
        socket.once("close", () => sockets.dec({ path }));
      });
    },
    contentType: register.contentType,
    text: () => register.metrics(),
  };
}
