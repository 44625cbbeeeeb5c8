// `pnpm bench drills/archive [lessons=100000] [seconds=90]`: the product with a centre's past, an archive and an evening's
// writes loses everything but its archive with SIGKILL, is restored to the last archived moment and started again. Goals:
// it answers within 15 minutes and has lost at most 5 minutes; every row that was written before is there.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { newId, openDatabase } from "@korki/db";
import { freePort, runningPostgresUrl } from "@korki/local-services";
import { seconds, Verdict } from "../lab/figures";
import { LARGE, loadData, loadedId } from "../load-data";

const LESSONS = Number(process.argv[2] ?? LARGE.lessons);
const WRITES_S = Number(process.argv[3] ?? 90);
const BACK_GOAL_MS = 15 * 60_000;
const LOST_GOAL_MS = 5 * 60_000;
const WRITE_EVERY_MS = 100;
const STROKES = 2_000;

const ROOT = path.resolve(import.meta.dirname, "../..");
const place = mkdtempSync(path.join(tmpdir(), "korki-archive-"));
// PostgreSQL's own user must be able to pass through when this runs as root.
chmodSync(place, 0o711);
const dataDir = path.join(place, "data");
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: String(await freePort()),
  DATA_DIR: dataDir,
  BACKUP_DIR: path.join(place, "backups"),
  DEMO: "0",
};
const verdict = new Verdict(`${LESSONS} lessons, ${WRITES_S} s of writes, everything killed`);

/** What must be in the restored cluster as it was: what the centre had before the evening's writes. */
const KEPT = [
  ..."users lessons messages payments ledger_entries".split(" "),
  ..."lesson_boards board_operations board_pictures invoices invoice_files push_subscriptions".split(" "),
];

let product = await startProduct();
try {
  const db = openDatabase(databaseUrl(), 2);
  await loadData(db, { ...LARGE, lessons: LESSONS });
  for (const statement of otherRows()) await db.pool.query(statement);
  await timed("base backup", ["backup"]);
  // So much of the log is replayed by the restore.
  await db.pool.query(
    `SET session_replication_role = replica; UPDATE lessons SET description = description || '.';
     UPDATE messages SET text = text || '.'; RESET session_replication_role`,
  );
  const kept = await digests(db);

  let written = 0;
  for (const until = Date.now() + WRITES_S * 1000; Date.now() < until; await pause(WRITE_EVERY_MS)) {
    await db.pool.query(
      "INSERT INTO history_entries (actor_role, entity, entity_id, action, changes) VALUES ('Admin', 'drill', $1, 'write', '{}')",
      [newId()],
    );
    written += 1;
  }
  const lostAt = Date.now();
  killWithChildren(product);
  await db.close().catch(() => undefined);
  rmSync(path.join(dataDir, "postgres"), { recursive: true });

  const began = performance.now();
  await timed("restore", ["restore", "--to", "latest"]);
  product = await startProduct();
  const took = performance.now() - began;
  verdict.must("until it answered again", seconds(took), took <= BACK_GOAL_MS, "≤ 15 min");

  const restored = openDatabase(databaseUrl(), 2);
  const { rows } = await restored.pool.query<{ count: number; last: Date | null }>(
    "SELECT count(*)::int AS count, max(at) AS last FROM history_entries WHERE entity = 'drill'",
  );
  const { count, last } = rows[0] ?? { count: 0, last: null };
  const lost = last ? lostAt - last.getTime() : Number.POSITIVE_INFINITY;
  verdict.figure("writes that are there", `${count} of ${written}`);
  verdict.must("lost before the kill", seconds(lost), lost <= LOST_GOAL_MS, "≤ 5 min");
  const now = await digests(restored);
  for (const table of KEPT) {
    const [rowCount] = (kept[table] ?? "").split(":");
    verdict.must(table, `${rowCount} rows`, rowCount !== "0" && now[table] === kept[table], "as they were");
  }
  await restored.close();
  await timed("proof", ["backup:prove"]);
  verdict.end();
} finally {
  killWithChildren(product);
  rmSync(place, { recursive: true, force: true });
}

/** Starts the built product and waits until it answers. */
async function startProduct(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(ROOT, "apps/launcher/dist/main.js")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => chunk.includes("is running at") && resolve());
    child.once("exit", (code) => reject(new Error(`the product ended with ${code}`)));
  });
  child.removeAllListeners("exit");
  return child;
}

function databaseUrl(): string {
  const url = runningPostgresUrl(dataDir);
  if (!url) throw new Error("the product's PostgreSQL does not run");
  return url;
}

/** Runs a command of the backup as an operator does, and prints how long it took. */
async function timed(label: string, args: string[]): Promise<void> {
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, "scripts/backup.mjs"), ...args], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  verdict.must(label, seconds(performance.now() - began), code === 0, "code 0");
}

/** Kills a process and all that it started, without a chance to finish anything. */
function killWithChildren({ pid }: ChildProcess): void {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const parents = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const doomed = [pid];
  for (const parent of doomed)
    for (const [child, of] of parents) if (of === parent && child !== undefined) doomed.push(child);
  for (const each of doomed)
    try {
      if (each !== undefined) process.kill(each, "SIGKILL");
    } catch {
      // It has ended already.
    }
}

/** Returns the number of rows of each table and a digest of them. */
async function digests({ pool }: ReturnType<typeof openDatabase>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of KEPT) {
    const { rows } = await pool.query<{ digest: string }>(
      `SELECT count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS digest FROM ${table} t`,
    );
    found[table] = rows[0]?.digest ?? "";
  }
  return found;
}

/** A board with a picture, an invoice with its file, and a phone, beside what every centre of a bench has. */
function otherRows(): string[] {
  const [teacher, student, lesson] = [loadedId("teacher", 0), loadedId("student", 0), loadedId("lesson", 1)];
  const invoice = newId();
  return [
    `INSERT INTO lesson_boards (lesson_id, last_seq, bytes) VALUES ('${lesson}', ${STROKES}, 100000)`,
    `INSERT INTO board_operations (lesson_id, seq, key, author_id, page, kind, body, created_at)
     SELECT '${lesson}', n, gen_random_uuid(), '${teacher}', 1, 'stroke', json_build_object('points', n), now()
       FROM generate_series(1, ${STROKES}) n`,
    `INSERT INTO board_pictures (id, lesson_id, author_id, digest, content, created_at)
     VALUES (gen_random_uuid(), '${lesson}', '${teacher}', '\\x01', decode(repeat('c0ffee', 300000), 'hex'), now())`,
    `INSERT INTO invoices (id, kind, state, source_kind, source_id, payment_id, payer_id, amount, lines, buyer, number, provider_id, issued_on)
     SELECT '${invoice}', 'invoice', 'issued', 'payment', id, id, student_id, money_amount, '[]', '{}', 'FV/1/2026', '1', current_date
       FROM payments WHERE student_id = '${student}' LIMIT 1`,
    `INSERT INTO invoice_files (invoice_id, content) VALUES ('${invoice}', decode(repeat('25504446', 10000), 'hex'))`,
    `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, name, public_key)
     VALUES (gen_random_uuid(), '${student}', '${loadedId("session", 0, "student")}', 'https://push.example/1', 'p256dh', 'auth', 'Telefon', 'key')`,
  ];
}
