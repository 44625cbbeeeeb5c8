import type { Database } from "@korki/db";

/** A read, and the one that begins when it ends, for those who ask while it runs. */
type Flight<Answer> = { hasBegun: boolean; answer: Promise<Answer>; next: Promise<Answer> | null };

/** How long the read of a list waits for others whose screens were told of the same change. */
export const GATHER_MS = 5;

/**
 * Makes a read that many ask for at once, with the same answer for all: those who ask while one runs share
 * the next. What somebody reads therefore always began after they asked, so nobody misses their own change
 * (docs/performance.md, first screens).
 *
 * @param gatherMs how long a read waits for others before it begins; 0: not at all
 */
export function sharedRead<Answer>(gatherMs = 0) {
  const flightsOf = new WeakMap<Database, Map<string, Flight<Answer>>>();

  function begin(flights: Map<string, Flight<Answer>>, key: string, read: () => Promise<Answer>) {
    const gathered = new Promise<void>((resolve) =>
      gatherMs === 0 ? resolve() : setTimeout(resolve, gatherMs),
    );
    const flight: Flight<Answer> = {
      hasBegun: false,
      next: null,
      answer: gathered
        .then(() => {
          flight.hasBegun = true;
          return read();
        })
        .finally(() => {
          if (flights.get(key) === flight && flight.next === null) flights.delete(key);
        }),
    };
    flights.set(key, flight);
    return flight.answer;
  }

  /** @param key names what is read: the same key, the same answer */
  return (db: Database, key: string, read: () => Promise<Answer>): Promise<Answer> => {
    const flights = flightsOf.get(db) ?? new Map<string, Flight<Answer>>();
    flightsOf.set(db, flights);
    const flight = flights.get(key);
    if (!flight) return begin(flights, key, read);
    if (!flight.hasBegun) return flight.answer;
    const again = () => begin(flights, key, read);
    flight.next ??= flight.answer.then(again, again);
    return flight.next;
  };
}
