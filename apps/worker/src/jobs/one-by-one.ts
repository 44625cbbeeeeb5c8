import { setTimeout as sleep } from "node:timers/promises";

/** Runs work after that which was given before. */
export type OneByOne = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns a queue of work. Work that takes longer than `patienceMs` holds up no other: the next begins beside it. */
export function oneByOne(patienceMs: number): OneByOne {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const running = turn.then(work);
    const ended = running.catch(() => undefined);
    turn = turn.then(() => Promise.race([ended, sleep(patienceMs, undefined, { ref: false })]));
    return running;
  };
}
