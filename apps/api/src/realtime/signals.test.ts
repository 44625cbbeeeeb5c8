import { listen, SIGNALS_APPLICATION, type SignalChannel } from "@korki/db";
import { openTestServices } from "@korki/services/testing/test-services";
import { afterAll, expect, test } from "vitest";

const { db, databaseUrl } = await openTestServices();
const heard: [SignalChannel, string][] = [];
let listening = 0;
const away: string[] = [];
const listener = listen(databaseUrl, ["korki_changes", "korki_access"], {
  onSignal: (payload, channel) => void heard.push([channel, payload]),
  onListening: () => {
    listening += 1;
  },
  onAway: (reason) => void away.push(reason),
});
afterAll(() => listener.close());

test("hears its channels, and hears them again after its connection was cut", async () => {
  await expect.poll(() => listening).toBe(1);
  await db.pool.query("SELECT pg_notify('korki_changes', 'one'), pg_notify('korki_outbox', 'not ours')");
  await db.pool.query("NOTIFY korki_access, 'two'");
  await expect
    .poll(() => heard)
    .toEqual([
      ["korki_changes", "one"],
      ["korki_access", "two"],
    ]);

  await db.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
    [SIGNALS_APPLICATION],
  );
  await expect.poll(() => listening).toBe(2);
  expect(away).toHaveLength(1);
  await db.pool.query("NOTIFY korki_changes, 'three'");
  await expect.poll(() => heard.at(-1)).toEqual(["korki_changes", "three"]);
});

test("closed while the server is away, it stays closed", async () => {
  const reasons: string[] = [];
  const lost = listen("postgresql://nobody@127.0.0.1:1/none", "korki_outbox", {
    onSignal: () => undefined,
    onAway: (reason) => void reasons.push(reason),
  });
  await expect.poll(() => reasons.length).toBeGreaterThan(1);
  await lost.close();
});
