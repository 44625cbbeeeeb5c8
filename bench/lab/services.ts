import type { Database } from "@korki/db";
import { createRateLimits, type Services } from "@korki/services";
import { testSettings } from "@korki/testing/settings";
import { pino } from "pino";

/** What use cases run on in a bench's own process: no payments, limits that nobody reaches, no log. */
export function labServices(db: Database, changed: Partial<Services> = {}): Services {
  return {
    db,
    settings: testSettings(),
    payments: null,
    limits: createRateLimits(null, 1_000_000),
    log: pino({ level: "silent" }),
    now: () => new Date(),
    ...changed,
  };
}
