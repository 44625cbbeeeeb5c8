import { Redis } from "ioredis";
import { inject } from "vitest";
import "./provided-context";

/** How many numbered databases the run's Redis has; the first one counts those that were given out. */
export const TEST_REDIS_DATABASES = 1000;

/**
 * The connection string of an empty Redis database that no other test file uses.
 * Channels of publish and subscribe are shared by all of a server's databases: give them names of your own.
 */
export async function testRedisUrl(): Promise<string> {
  const server = inject("redisServerUrl");
  const counter = new Redis(`${server}/0`);
  try {
    const given = await counter.incr("given");
    return `${server}/${1 + ((given - 1) % (TEST_REDIS_DATABASES - 1))}`;
  } finally {
    counter.disconnect();
  }
}
