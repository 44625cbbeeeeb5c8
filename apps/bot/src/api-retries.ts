import { setTimeout as sleep } from "node:timers/promises";
import type { Transformer } from "grammy";

const TRIES = 3;
const PAUSE_MS = 1000;
/** Does not wait longer: the update is handled again later. */
const LONGEST_PAUSE_SECONDS = 30;

/** Retries calls that the Bot API answered with 429 or 5xx, except getUpdates, which is repeated anyway. */
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
