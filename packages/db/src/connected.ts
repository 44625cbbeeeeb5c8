import pg from "pg";

/**
 * Runs the work on a connection of its own. Uncommitted changes are rolled back. A connection that breaks while nothing
 * runs on it makes the next statement fail; pg alone would end the process.
 */
export async function connected<T>(
  options: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(options);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * The same with a pool, which replaces a connection that breaks; for the schema engine, which would leave connections of
 * its own open.
 */
export async function pooled<T>(connectionString: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString, onConnect: lookForDeadlocksFirst });
  pool.on("error", () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Of a migration and a call that wait for each other PostgreSQL ends the one that looks for deadlocks first: the migration,
 * which runs again. Only a superuser may choose that.
 */
async function lookForDeadlocksFirst(client: pg.ClientBase): Promise<void> {
  await client.query("SET deadlock_timeout = '100ms'").catch(() => undefined);
}
