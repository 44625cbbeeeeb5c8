import { connected } from "@korki/db/connected";
import { Problem } from "@korki/local-services";
import { Redis } from "ioredis";

const OLDEST_POSTGRES = 15;
const OLDEST_REDIS = [6, 2] as const;
const PATIENCE_MS = 10_000;

/** Throws a Problem when the PostgreSQL that this setting names cannot be reached or is too old. */
export async function requirePostgres(
  url: string,
  setting: "DATABASE_URL" | "DATABASE_DIRECT_URL" = "DATABASE_URL",
): Promise<void> {
  try {
    const version = await connected(
      { connectionString: url, connectionTimeoutMillis: PATIENCE_MS },
      async (client) => {
        const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
        return rows[0]?.server_version ?? "";
      },
    );
    if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
      throw new Problem(
        `${setting} names a PostgreSQL ${version}, but Korki needs version ${OLDEST_POSTGRES} or newer.`,
      );
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(
      `The database that ${setting} names does not answer: ${reasonOf(error)}. Start it or correct ${setting}; without it Korki brings its own.`,
    );
  }
}

/** Throws a Problem when the Redis of REDIS_URL cannot be reached or is too old. */
export async function requireRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  // connect() rejects with the same error; without a listener it would be printed.
  let reason: unknown;
  redis.on("error", (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    const version = /redis_version:(\d+)\.(\d+)/.exec(await redis.info("server"));
    const [major, minor] = [Number(version?.[1] ?? 0), Number(version?.[2] ?? 0)];
    if (major < OLDEST_REDIS[0] || (major === OLDEST_REDIS[0] && minor < OLDEST_REDIS[1]))
      throw new Problem(
        `REDIS_URL names a Redis ${major}.${minor}, but Korki needs version ${OLDEST_REDIS.join(".")} or newer.`,
      );
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(
      `The Redis that REDIS_URL names does not answer: ${reasonOf(reason ?? error)}. Start it or correct REDIS_URL; without it Korki brings its own.`,
    );
  } finally {
    redis.disconnect();
  }
}

/** Returns the reason of a connection error. One for several addresses of a name contains the reasons. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(", ");
  return error instanceof Error ? error.message : String(error);
}
