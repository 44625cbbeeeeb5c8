// `pnpm bench start`: clones the repository's last commit and runs `npm start` there twice, until the product says where
// it runs; the packages come from pnpm's store. Goals: 45 s, and 4 s for the second time.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "@korki/local-services";
import { seconds, Verdict } from "./lab/figures";

const ROOT = path.resolve(import.meta.dirname, "..");
const GOALS_S = [45, 4] as const;
const STEPS = /^(installing packages|building|starting|making|database brought|the empty database)/;

const place = mkdtempSync(path.join(tmpdir(), "korki-start-"));
const clone = path.join(place, "korki");
const verdict = new Verdict();
try {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", ROOT, clone]);
  for (const [at, goal] of GOALS_S.entries()) {
    const took = await start();
    const label = at === 0 ? "npm start on a fresh clone" : "the second time";
    verdict.must(label, seconds(took), took <= 1000 * goal, `≤ ${goal} s`);
  }
  verdict.end();
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Returns how many milliseconds passed until the product said where it runs. Stops it. */
async function start(): Promise<number> {
  const from = performance.now();
  const { PATH, HOME } = process.env;
  const child = spawn("npm", ["start"], {
    cwd: clone,
    detached: true,
    env: { PATH, HOME, PORT: String(await freePort()), DATA_DIR: path.join(place, "data") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let took = Number.NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    if (STEPS.test(line)) verdict.figure(`  after ${seconds(performance.now() - from)}`, line);
    if (!line.includes("is running at")) continue;
    took = performance.now() - from;
    break;
  }
  if (child.exitCode === null && child.pid !== undefined) {
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGTERM");
    await ended;
  }
  return took;
}
