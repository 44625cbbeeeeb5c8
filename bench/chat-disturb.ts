// What everybody else feels while one client sends garbage, frames of a megabyte or a thousand messages a second, and
// comes back at once whenever it is cut off.
import { once } from "node:events";
import type { LoadReport } from "./chat-load";
import { onStage, type Stage } from "./chat-stage";

const PEOPLE = Number(process.env.BENCH_CLIENTS ?? 200);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);
/** Each of the others writes about once in this time, in milliseconds. */
const PAUSE_MS = 1_000;
/** Others' p99 grows at most to this many times what it is without a disturber. */
const GOAL = 2;

/** What a disturber may be told to do (`chat-disturber.ts`). */
export type Disturbance = "garbage" | "megabytes" | "flood";
const DISTURBANCES: readonly Disturbance[] = ["garbage", "megabytes", "flood"];

/** Prints others' waiting times with and without each disturbance; they take turns. */
export async function disturb(): Promise<void> {
  await onStage({ people: PEOPLE + 2, limitScale: 1 }, async (stage) => {
    console.log(`${PEOPLE} people, each writing about once a second, and one who disturbs:`);
    console.log(`${"".padEnd(10)}  messages/s   p50 ms   p99 ms   p99 against nothing's`);
    await measure(stage, null);
    for (const kind of DISTURBANCES) {
      const calm: LoadReport[] = [];
      const disturbed: LoadReport[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        calm.push(await measure(stage, null));
        disturbed.push(await measure(stage, kind));
      }
      row("nothing", calm);
      const factor = lowest(disturbed, "p99") / lowest(calm, "p99");
      row(kind, disturbed, factor);
      if (factor > GOAL) process.exitCode = 1;
    }
  });
}

async function measure(stage: Stage, kind: Disturbance | null): Promise<LoadReport> {
  const disturber = kind === null ? null : stage.fork("chat-disturber.ts", [kind]);
  disturber?.send({ origin: stage.chat.origin, client: stage.clients.at(-1) });
  const order = { origin: stage.chat.origin, seconds: SECONDS, reachesPartner: true, pauseMs: PAUSE_MS };
  const report = await stage.load({ ...order, clients: stage.clients.slice(0, PEOPLE) });
  if (disturber) {
    const ended = once(disturber, "exit");
    disturber.kill();
    await ended;
  }
  if (report.refused > 0) throw new Error(`${report.refused} messages of others were refused`);
  return report;
}

function row(name: string, rounds: LoadReport[], factor?: number): void {
  const figures = [
    (rounds.reduce((sum, { perSecond }) => sum + perSecond, 0) / rounds.length).toFixed(0).padStart(10),
    lowest(rounds, "p50").toFixed(1).padStart(8),
    lowest(rounds, "p99").toFixed(1).padStart(8),
  ];
  const against = factor === undefined ? "" : `× ${factor.toFixed(2)} (goal: at most ${GOAL})`;
  console.log(`${name.padEnd(10)}  ${figures.join(" ")}   ${against}`);
}

/** The machine's own hiccups lengthen some rounds; the best of each kind is compared with the best. */
function lowest(rounds: LoadReport[], what: "p50" | "p99"): number {
  return Math.min(...rounds.map((round) => round[what]));
}
