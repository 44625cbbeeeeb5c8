import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Services } from "@korki/services";
import { openTestServices, type TestServices } from "@korki/services/testing/test-services";
import { testRedisUrl } from "@korki/testing/redis";
import { createTRPCClient, httpLink, type TRPCClient } from "@trpc/client";
import { Redis } from "ioredis";
import { afterAll } from "vitest";

import { createServer, type ServerLimits } from "../server";
import type { AppRouter } from "../trpc/router";

/** What a REST call may carry. */
type RestCall = {
  body?: unknown;
  /** An access token for the Authorization header. */
  token?: string;
  headers?: Record<string, string>;
};

type RestAnswer = {
  status: number;
  // Responses have any shape; each test states its expectation.
  body: unknown;
  headers: Headers;
};

/** The product's HTTP side on a free port, with both its interfaces. */
export type TestApi = {
  services: TestServices;
  /** Where it listens: scheme, host and port. */
  origin: string;
  server: Server;
  /** Connection string of the Redis database that it uses. */
  redisUrl: string;
  /** A call below `/api`; redirects are answered, not followed. */
  rest(method: string, path: string, call?: RestCall): Promise<RestAnswer>;
  /** A caller over tRPC, with or without an access token. */
  trpc(token?: string): TRPCClient<AppRouter>;
};

/** Starts a server on a free port; closed after the file's last test. A second one is as another process would be. */
export async function startServer(services: TestServices, redisUrl: string, limits: ServerLimits = {}) {
  const redis = new Redis(redisUrl);
  const { server, ready, close } = createServer(services, redis, services, limits);
  await ready;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(async () => {
    const closed = close();
    server.closeAllConnections();
    await closed;
    redis.disconnect();
  });
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/**
 * Called at the top of a test file; closed after its last test.
 *
 * @param env settings as a deployment would give them
 * @param adapt replaces parts of the services
 * @param limits of the server, where a test cannot wait for the usual ones
 */
export async function openTestApi(
  env: Record<string, string> = {},
  adapt: (services: TestServices) => Partial<Services> = () => ({}),
  limits: ServerLimits = {},
): Promise<TestApi> {
  const services = await openTestServices(env);
  Object.assign(services, adapt(services));
  const redisUrl = await testRedisUrl();
  const { server, origin } = await startServer(services, redisUrl, limits);

  return {
    services,
    origin,
    server,
    redisUrl,
    async rest(method, path, { body, token, headers = {} } = {}) {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        redirect: "manual",
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
      return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
    },
    trpc(token) {
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${origin}/trpc`, headers })] });
    },
  };
}
