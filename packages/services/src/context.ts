import type { Database } from "@korki/db";
import type { Actor } from "@korki/domain";
import type { Settings } from "@korki/settings";
import type { Logger } from "pino";
import type { PaymentProvider } from "./payment-provider";
import type { RateLimits } from "./rate-limits";

/** Who is asking, as the session says. `actsFor`: the student for whom a parent acts, see `actFor`. */
export type SignedInActor = Actor & { sessionId: string; missingConsents?: readonly string[] };

/** What one process offers to every use case; made once at boot. */
export type Services = {
  db: Database;
  settings: Settings;
  limits: RateLimits;
  /** Where orders are paid; null: the centre takes no payments online. */
  payments: PaymentProvider | null;
  log: Logger;
  /** The clock; a test brings its own. */
  now(): Date;
};

/** A use case's first argument: the services, the caller and the caller's address. */
export type Ctx = Services & {
  actor: SignedInActor | null;
  /** The caller's network address, for limits: IPv4, or an IPv6 /64. */
  address: string;
  /** The cookie by which accounts know this browser (rules §3). */
  deviceCookie?: string | undefined;
  /** The browser and system that call, as the person would name them. */
  device?: string | undefined;
  /** The act can be taken back until then, and its messages wait (rules §41). */
  undo?: { id: string; until: Date };
  /** Names the request in the logs of every process that it reaches; none for the system's own work. */
  requestId?: string;
};

/** For use cases that only a person with a session may call. */
export type ActorCtx = Ctx & { actor: SignedInActor };

/** The system itself at work: jobs, commands, the seed. */
export function systemCtx(services: Services): Ctx {
  return { ...services, actor: null, address: "system" };
}
