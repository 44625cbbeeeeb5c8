// `pnpm bench clocks [part of a file's name …]`: the unit tests under libfaketime (Debian's package faketime) at six moments
// that break calendars, in three of the server's time zones. Ends with 1 where one fails.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { aptInstall, aptUsable, findProgram } from "@korki/local-services";
import { table, Verdict } from "./lab/figures";

const MOMENTS = [
  ["the autumn night", "2026-10-25 00:30:00"],
  ["the hour that comes twice", "2026-10-25 02:30:00"],
  ["the spring night", "2027-03-28 00:30:00"],
  ["the end of a year", "2026-12-31 23:50:00"],
  ["a leap day", "2028-02-29 12:00:00"],
  ["the end of a month", "2026-11-30 23:58:00"],
] as const;
const ZONES = ["UTC", "Europe/Warsaw", "Pacific/Kiritimati"];

const ROOT = path.resolve(import.meta.dirname, "..");
const files = process.argv.slice(2);

if (!findProgram(["faketime"])) {
  if (!aptUsable()) throw new Error("faketime is missing: install Debian's package faketime");
  await aptInstall(["faketime"]);
}

const verdict = new Verdict();
const rows: string[][] = [];
for (const [what, moment] of MOMENTS) {
  const row: string[] = [];
  for (const zone of ZONES) {
    const vitest = path.join(ROOT, "node_modules", "vitest", "vitest.mjs");
    const { status, stdout } = spawnSync(
      "faketime",
      ["-m", moment, process.execPath, vitest, "run", "--project", "unit", ...files],
      {
        cwd: ROOT,
        encoding: "utf8",
        // The clock of intervals goes on as it is: timeouts are no calendar.
        env: { ...process.env, TZ: zone, FAKETIME_DONT_FAKE_MONOTONIC: "1", NO_COLOR: "1" },
      },
    );
    const counts = /Tests\s+(.+)/.exec(stdout)?.[1]?.trim() ?? `code ${status}`;
    row.push(counts);
    if (status !== 0)
      console.log(
        stdout
          .split("\n")
          .filter((line) => /FAIL|Error:/.test(line))
          .slice(0, 10)
          .join("\n"),
      );
    verdict.must(`${what}, ${moment}, TZ=${zone}`, counts, status === 0, "0 failed");
  }
  rows.push([what, ...row]);
}
console.log(`\n${table([["moment", ...ZONES], ...rows])}`);
verdict.end();
