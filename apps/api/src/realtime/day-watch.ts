import { type Database, findGuardianshipChanges, type GuardianshipChanges } from "@korki/db";
import { type CivilDate, today } from "@korki/domain";
import type { Logger } from "pino";

/** How soon after midnight in Warsaw the open screens know of it. */
const CHECK_MS = 500;

/**
 * Notices that a new day began in Warsaw, and hands on whose guardianships began or ended with it (rules §15). Nobody
 * writes anything at midnight, so no trigger signals it. Each process does it for its own connections.
 */
export class DayWatch {
  #day: CivilDate;
  #isAsking = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly services: { db: Database; log: Logger; now(): Date },
    private readonly onChanges: (changes: GuardianshipChanges) => void,
  ) {
    this.#day = today(services.now());
    this.#timer = setInterval(() => void this.#check(), CHECK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The database's day decides; where its clock is behind, it is asked again. */
  async #check(): Promise<void> {
    const day = today(this.services.now());
    if (day === this.#day || this.#isAsking) return;
    this.#isAsking = true;
    try {
      const found = await findGuardianshipChanges(this.services.db, this.#day);
      if (found.day < day) return;
      this.#day = day;
      this.onChanges(found);
    } catch (error) {
      this.services.log.warn({ err: error }, "guardianships that ended with the day could not be looked up");
    } finally {
      this.#isAsking = false;
    }
  }
}
