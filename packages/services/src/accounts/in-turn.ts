import { commonTexts } from "@korki/contracts/texts/common";
import { ServiceError } from "../errors";

/** About five seconds' worth of password hashes; whoever comes then is asked to come back. */
export const LONGEST_QUEUE = 500;

let lastTurn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Runs password work one piece at a time in this process: a hash takes a whole core and 19 MiB, and sixteen at
 * once raise everybody's response times threefold. Throws `rate_limited` when too many wait already.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= LONGEST_QUEUE) throw new ServiceError("rate_limited", commonTexts.tooManyAttempts, 5);
  waiting += 1;
  const turn = lastTurn.then(work).finally(() => {
    waiting -= 1;
  });
  lastTurn = turn.catch(() => undefined);
  return turn;
}
