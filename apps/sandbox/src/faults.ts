import type { z } from "zod";

/** A failure, with the number of calls that fail; without it, it lasts until it is cleared. */
export type FaultSchema = z.ZodType<{ times?: number | undefined }>;

/** The active failures of an emulated service, for drills. */
export class Faults<Schema extends FaultSchema> {
  readonly #active: z.output<Schema>[] = [];

  constructor(readonly schema: Schema) {}

  add(given: z.input<Schema>): void {
    this.#active.push(this.schema.parse(given));
  }

  /** Removes every fault. */
  clear(): void {
    this.#active.length = 0;
  }

  /** Returns the remaining faults. */
  list(): readonly z.output<Schema>[] {
    return this.#active.map((each) => ({ ...each }));
  }

  /** Takes the first fault that hits a call. */
  takeFirst(hits: (fault: z.output<Schema>) => boolean): z.output<Schema> | null {
    const index = this.#active.findIndex(hits);
    const found = this.#active[index];
    if (!found) return null;
    if (found.times !== undefined) {
      found.times -= 1;
      if (found.times === 0) this.#active.splice(index, 1);
    }
    return found;
  }
}
