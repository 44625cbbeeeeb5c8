import type { Database } from "@korki/db";

/** A read that runs, and the one that begins when it ends, for those who asked meanwhile. */
type Flight<Answer> = { running: Promise<Answer>; next: Promise<Answer> | null };

/**
 * Makes a read that many ask for at once, with the same answer for all: those who ask while one runs share
 * the next. What somebody reads therefore always began after they asked, so nobody misses their own change
 * (docs/performance.md, first screens).
 */
export function sharedRead<Answer>() {
  const flightsOf = new WeakMap<Database, Map<string, Flight<Answer>>>();

  function begin(flights: Map<string, Flight<Answer>>, key: string, read: () => Promise<Answer>) {
    const running = read().finally(() => {
      if (flights.get(key)?.running === running && flights.get(key)?.next === null) flights.delete(key);
    });
    flights.set(key, { running, next: null });
    return running;
  }

  /** @param key names what is read: the same key, the same answer */
  return (db: Database, key: string, read: () => Promise<Answer>): Promise<Answer> => {
    const flights = flightsOf.get(db) ?? new Map<string, Flight<Answer>>();
    flightsOf.set(db, flights);
    const flight = flights.get(key);
    if (!flight) return begin(flights, key, read);
    const again = () => begin(flights, key, read);
    flight.next ??= flight.running.then(again, again);
    return flight.next;
  };
}
