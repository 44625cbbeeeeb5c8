import { connected } from "./connected";

/** A process's clock, and how it connects so that the database goes by the same one. */
export type ProductClock = { now(): Date; databaseUrl: string };

/**
 * Starts the product's clock of a process (rules §42). A demo's begins at `demoNow` and runs on. All processes of a
 * database have one clock, which is never put back: a later `demoNow` moves it on.
 */
export async function startClock(databaseUrl: string, demoNow: Date | null): Promise<ProductClock> {
  if (demoNow === null) return { now: () => new Date(), databaseUrl };
  const aheadMs = await connected(databaseUrl, async (client) => {
    const { rows } = await client.query<{ ahead_ms: string }>(
      `INSERT INTO demo_clock (ahead_ms) VALUES ($1)
       ON CONFLICT (id) DO UPDATE SET ahead_ms = greatest(demo_clock.ahead_ms, excluded.ahead_ms) RETURNING ahead_ms`,
      [demoNow.getTime() - Date.now()],
    );
    return Number(rows[0]?.ahead_ms ?? 0);
  });
  const url = new URL(databaseUrl);
  const options = [url.searchParams.get("options"), `-c korki.clock_ahead=${aheadMs}ms`];
  url.searchParams.set("options", options.filter((option) => option).join(" "));
  // The driver decodes a plus sign as itself.
  url.search = url.search.replaceAll("+", "%20");
  return { now: () => new Date(Date.now() + aheadMs), databaseUrl: url.href };
}
