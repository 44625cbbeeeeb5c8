import { type Database, openDatabase } from "@korki/db";
import { createTestDatabase, testSettings } from "@korki/testing";
import { pino } from "pino";
import { afterAll } from "vitest";
import type { Services } from "../context";
import { createRateLimits } from "../rate-limits";
import { FakeProvider } from "./fake-provider";
import { makePerson, personCtx } from "./people";

/** What use cases run on in a test: a database of the file's own, a clock that the test sets, limits in memory. */
export type TestServices = Services & {
  /** Connection string of the file's database. */
  databaseUrl: string;
  /** The time that the use cases see; starts as the real one and stands still. */
  clock: { time: Date };
  /** Every line that was logged, whatever its level. */
  logged: string[];
  /** Forgets every attempt that was counted. */
  freshLimits(): void;
};

/**
 * Called at the top of a test file; closed after its last test.
 *
 * @param env settings as a deployment would give them
 */
export async function openTestServices(env: Record<string, string> = {}): Promise<TestServices> {
  const { url } = await createTestDatabase();
  const db: Database = openDatabase(url);
  afterAll(() => db.close());
  const settings = testSettings(env);
  const clock = { time: new Date() };
  const logged: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  const services: TestServices = {
    db,
    databaseUrl: url,
    settings,
    payments: new FakeProvider(),
    limits: createRateLimits(null, settings.rateLimitScale),
    log,
    now: () => clock.time,
    clock,
    logged,
    freshLimits() {
      services.limits = createRateLimits(null, settings.rateLimitScale);
    },
  };
  return services;
}

/** The same with an administrator at work. */
export async function openTestCentre(env: Record<string, string> = {}) {
  const services = await openTestServices(env);
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  return { services, prisma: services.db.prisma, asAdmin };
}
