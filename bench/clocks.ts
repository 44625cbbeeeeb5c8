// `pnpm bench clocks [unit,integration,journey] [zone | moment | part of a file's name …]`: tests under libfaketime
// (Debian's package faketime) at six moments that break calendars, in three of the server's time zones: the unit tests; what
// asks for the time on PostgreSQL and Redis; and the booking's journey through the built product in a browser. PostgreSQL,
// Redis, servers and browser have the same clock. Ends with 1 where one fails or another number of tests passes. Zones and
// the beginnings of moments (`2026-10-25T02`) choose among the cells.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { aptInstall, aptUsable } from "@korki/local-services";
import { table, Verdict } from "./lab/figures";

/** Each moment is the same one in every zone. */
const MOMENTS = [
  ["the autumn night", "2026-10-25T00:30:00+02:00"],
  ["the hour that comes twice", "2026-10-25T02:30:00+01:00"],
  ["the spring night", "2027-03-28T00:30:00+01:00"],
  ["the end of a year", "2026-12-31T23:50:00+01:00"],
  ["a leap day", "2028-02-29T12:00:00+01:00"],
  ["the end of a month", "2026-11-30T23:58:00+01:00"],
] as const;
const ZONES = ["UTC", "Europe/Warsaw", "Pacific/Kiritimati"];

/** The integration tests of what depends on the day and the hour. */
const ASKING_FOR_THE_TIME = [
  "services/src/attention/",
  "services/src/availability/",
  "services/src/bills/",
  "services/src/busy-times/",
  "services/src/calendar/",
  "services/src/cancellation/",
  "services/src/classroom/",
  "services/src/closures/",
  "services/src/debts/",
  "services/src/ledger/expire-lessons.test",
  "services/src/ledger/expiring-first.test",
  "services/src/ledger/ledger.test",
  "services/src/lessons/",
  "services/src/notifications/plan-reminders",
  "services/src/orders/",
  "services/src/payouts/",
  "services/src/privacy/retention",
  "services/src/push/",
  "services/src/reports/",
  "services/src/series/",
  "services/src/settlement/",
  "services/src/statistics/",
  "services/src/trial-lessons/",
  "services/src/undo/",
  "services/src/watches/",
  "worker/src/",
];
const KINDS = {
  unit: { project: "unit", files: [] },
  integration: { project: "integration", files: ASKING_FOR_THE_TIME },
  journey: { project: "e2e", files: ["e2e/book-a-lesson"] },
} as const;

const ROOT = path.resolve(import.meta.dirname, "..");
const LIBRARY = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime/libfaketimeMT.so.1`;
const [kinds = "unit", ...choice] = process.argv.slice(2);
const isMoment = (part: string) => /^\d{4}-/.test(part);
const files = choice.filter((part) => !isMoment(part) && !ZONES.includes(part));
const zones = ZONES.filter((zone) => choice.includes(zone));
const beginnings = choice.filter(isMoment);
const moments = MOMENTS.filter(([, moment]) => beginnings.some((beginning) => moment.startsWith(beginning)));
/** All of them where none is named. */
const cells = {
  moments: beginnings.length > 0 ? moments : MOMENTS,
  zones: zones.length > 0 ? zones : ZONES,
};

if (!existsSync(LIBRARY)) {
  if (!aptUsable()) throw new Error("libfaketime is missing: install Debian's package faketime");
  await aptInstall(["faketime"]);
}

const verdict = new Verdict();
for (const kind of kinds.split(",") as (keyof typeof KINDS)[]) {
  if (!KINDS[kind]) throw new Error(`there are no tests ${kind}: ${Object.keys(KINDS).join(", ")}`);
  const rows = cells.moments.map(([what, moment]) => [
    what,
    ...cells.zones.map((zone) => run(kind, moment, zone)),
  ]);
  console.log(`\n${table([[kind, ...cells.zones], ...rows])}\n`);
  const counts = new Set(rows.flatMap(([, ...outcomes]) => outcomes));
  verdict.must(`${kind}: outcomes`, [...counts].join("; "), counts.size === 1, "the same one everywhere");
}
verdict.end();

/** Runs the tests of a kind at a moment. Returns how many passed. */
function run(kind: keyof typeof KINDS, moment: string, zone: string): string {
  const { project, files: usual } = KINDS[kind];
  const vitest = path.join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const parts = files.length > 0 ? files : usual;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, "run", "--project", project, "--maxWorkers=2", ...parts],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: {
        ...process.env,
        TZ: zone,
        NO_COLOR: "1",
        LD_PRELOAD: LIBRARY,
        FAKETIME: `${Math.round((Date.parse(moment) - Date.now()) / 1000)}`.replace(/^(?=\d)/, "+"),
        // The clock of intervals goes on as it is: timeouts are no calendar.
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      },
    },
  );
  const counts = /Tests\s+(.+)/.exec(stdout)?.[1]?.trim() ?? `code ${status}`;
  verdict.must(`${kind}, ${moment}, TZ=${zone}`, counts, status === 0, "0 failed");
  if (status !== 0)
    console.log(
      stderr
        .split("\n")
        .filter((line) => /FAIL|Error:| ❯ .*test/.test(line))
        .slice(0, 20)
        .join("\n"),
    );
  return counts;
}
