import { setTimeout as pause } from "node:timers/promises";
import type { CallerName } from "@korki/api/testing/callers";
import { Verdict } from "../figures";
import { AT_ONCE, faultOf, type Hit, type Shot, shoot } from "./shot";

/** Faults that are shown in full. */
const SHOWN = 25;

/** Sends shots and keeps the score. */
export class Storm {
  sent = 0;
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #faults: { caller: CallerName; fault: string; shot: Shot; hit: Hit }[] = [];
  readonly #from = performance.now();

  /** @param secrets texts that no answer may hold */
  constructor(
    private readonly origin: string,
    private readonly secrets: readonly string[],
  ) {}

  /**
   * Sends up to `count` shots, sixteen at a time.
   *
   * @param bearer the caller's token: the round ends early when one of the shots has ended its session
   */
  async round(caller: CallerName, count: number, bearer: string | null, next: () => Shot): Promise<void> {
    let left = count;
    const counts = this.#statuses.get(caller) ?? new Map<number, number>();
    this.#statuses.set(caller, counts);
    const sender = async () => {
      while (left > 0) {
        left -= 1;
        this.sent += 1;
        const shot = withBearer(next(), bearer);
        const hit = await shoot(this.origin, shot);
        counts.set(hit.status, (counts.get(hit.status) ?? 0) + 1);
        const fault = faultOf(shot, hit, this.secrets);
        if (fault) this.#faults.push({ caller, fault, shot, hit });
        if (hit.status === 0) await pause(50);
        if (hit.status === 401 && bearer && shot.headers.authorization?.endsWith(bearer)) left = 0;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
  }

  /** Shows what was found, and what the API said meanwhile; a fault makes the exit code 1. */
  report(how: string, logTail: string): void {
    for (const { caller, fault, shot, hit } of this.#faults.slice(0, SHOWN)) {
      const { method, path, headers, body } = shot;
      const { authorization, ...others } = headers;
      const what = `${method} ${path.slice(0, 300)} ${JSON.stringify(others).slice(0, 200)}`;
      console.log(`\n${fault}, as ${caller}: ${what} ${String(body ?? "").slice(0, 500)}`);
      console.log(`  → ${hit.status} ${hit.type} ${hit.text.slice(0, 300)}`);
    }
    if (this.#faults.length > 0) console.log(`\nthe API's last words:\n${logTail}\n`);
    const verdict = new Verdict();
    const seconds = (performance.now() - this.#from) / 1000;
    verdict.figure("requests", `${this.sent} in ${seconds.toFixed(0)} s, ${how}`);
    for (const [caller, counts] of this.#statuses) {
      const list = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`);
      verdict.figure(`answers to ${caller}`, list.join(", "));
    }
    const kinds = ["5xx", "no answer", "tells a secret", "tells how it is built"];
    for (const kind of [...kinds, "an error that is no JSON", "an error of another shape"]) {
      const count = this.#faults.filter(({ fault }) => fault === kind).length;
      verdict.must(kind, count, count === 0, "0");
    }
    verdict.end();
  }
}

function withBearer(shot: Shot, bearer: string | null): Shot {
  if (bearer === null || "authorization" in shot.headers) return shot;
  return { ...shot, headers: { ...shot.headers, authorization: `Bearer ${bearer}` } };
}
