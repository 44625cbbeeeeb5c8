import { findDemoAccounts, openDatabase, outboxBacklog } from "@korki/db";
import { askServer } from "@korki/db/migrate";
import { DEMO_ACCOUNTS } from "@korki/demo/people";
import { runningPostgresUrl } from "@korki/local-services";
import type { Settings } from "@korki/settings";
import { broken, type Finding, look, ok, reasonOf } from "./finding";

/** One-time codes are valid for 30 seconds. */
const SKEW_MS = 2_000;
const OUTBOX_SECONDS = 300;

export async function examineDatabase(settings: Settings): Promise<Finding[]> {
  const url = settings.databaseUrl ?? runningPostgresUrl(settings.dataDir);
  if (url === null)
    return [
      broken(
        "database",
        `No embedded PostgreSQL runs from ${settings.dataDir}. Start Korki (npm start), or set DATABASE_URL.`,
      ),
    ];
  try {
    const { version, clockAheadMs, pending, unfinished, ownsTables, archives, archiveFault } =
      await askServer(url);
    const findings: Finding[] = [
      version >= 15
        ? ok("database", `PostgreSQL ${version} answers`)
        : broken("database", `PostgreSQL ${version} is too old: install version 15 or newer.`),
    ];
    const skew = `${(Math.abs(clockAheadMs) / 1000).toFixed(1)} s`;
    findings.push(
      Math.abs(clockAheadMs) < SKEW_MS
        ? ok("clock", `this machine and the database agree within ${skew}`)
        : broken(
            "clock",
            `This machine and the database are ${skew} apart. Turn on time synchronisation (timedatectl set-ntp true).`,
          ),
    );
    if (unfinished.length > 0)
      findings.push(
        broken(
          "migrations",
          `${unfinished.join(", ")} began and did not end. PostgreSQL's log says why; then migrate again.`,
        ),
      );
    else if (pending.length > 0)
      findings.push(
        broken(
          "migrations",
          `${pending.length} are not applied, the first is ${pending[0]}. Run node apps/launcher/dist/main.js with-database true as the owner.`,
        ),
      );
    else findings.push(ok("migrations", "all are applied"));
    if (settings.databaseUrl !== null && ownsTables)
      findings.push(
        look(
          "database role",
          "The servers connect as the owner of the tables. Give them korki_app (docs/operations.md, Roles of the database).",
        ),
      );
    if (archiveFault !== null)
      findings.push(
        broken(
          "archive",
          `The log cannot be archived since ${archiveFault}. PostgreSQL's log says why; is BACKUP_DIR full or closed?`,
        ),
      );
    else if (!archives && settings.databaseUrl !== null)
      findings.push(
        look(
          "archive",
          "The server does not archive its log: only whole backups can be restored (docs/operations.md, Backup).",
        ),
      );
    if (pending.length === 0) findings.push(...(await examineContent(url, settings)));
    return findings;
  } catch (error) {
    return [broken("database", `It does not answer: ${reasonOf(error)}. Start it, or correct DATABASE_URL.`)];
  }
}

async function examineContent(url: string, { production }: Settings): Promise<Finding[]> {
  const db = openDatabase(url, 1);
  try {
    const { pending, ageSeconds } = await outboxBacklog(db);
    const delivery =
      ageSeconds > OUTBOX_SECONDS
        ? broken(
            "delivery",
            `${pending} notifications wait, the first for ${Math.round(ageSeconds / 60)} min. Is a worker running, and Redis up?`,
          )
        : ok("delivery", `${pending} notifications wait`);
    const emails = DEMO_ACCOUNTS.map(([email]) => email);
    const demo = production ? await findDemoAccounts(db, emails) : [];
    if (demo.length === 0) return [delivery];
    return [
      delivery,
      broken(
        "demo",
        `Everybody knows the password of ${demo.join(", ")}. Delete these accounts, or use another database.`,
      ),
    ];
  } finally {
    await db.close();
  }
}
