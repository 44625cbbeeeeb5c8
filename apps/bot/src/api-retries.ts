import { setTimeout as sleep } from "node:timers/promises";
import type { Transformer } from "grammy";

const TRIES = 3;
const PAUSE_MS = 1000;
/** A longer pause is not waited for: the update is handled again later. */
const LONGEST_PAUSE_SECONDS = 30;

/** Repeats a call that the Bot API asked to repeat, or failed to answer; polling repeats itself. */
export function retryApiCalls(): Transformer {
  return async (call, method, payload, signal) => {
    if (method === "getUpdates") return call(method, payload, signal);
    for (let left = TRIES - 1; ; left -= 1) {
      const answer = await call(method, payload, signal);
      if (answer.ok || left === 0) return answer;
      const pause = answer.parameters?.retry_after;
      if (answer.error_code === 429 && (pause ?? 1) <= LONGEST_PAUSE_SECONDS)
        await sleep((pause ?? 1) * 1000);
      else if (answer.error_code >= 500) await sleep(PAUSE_MS);
      else return answer;
    }
  };
}
