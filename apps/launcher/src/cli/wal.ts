// What PostgreSQL runs to hand over a segment of its write-ahead log and to get one back, with the cluster as the
// current directory: `archive_command = 'node …/wal.js archive %p %f'`, `restore_command = 'node …/wal.js fetch %p %f'`.
// Needs BACKUP_DIR, and BACKUP_KEY if backups are encrypted. Code 0: done; 1: no such segment, or a fault on stderr.
import { createReadStream, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { loadSettings } from "@korki/settings";
import { archiveOf, findWal, systemIdentifier, walDirectory } from "../archive/archive";
import { decrypts, seal, sealedName, unseal, unsealTo } from "../archive/sealed-file";

const [task, place = "", name = ""] = process.argv.slice(2);

try {
  const { BACKUP_DIR, BACKUP_KEY } = process.env;
  // The other settings do not matter here. A given secret keeps one from being made; so does that this is no demo.
  const settings = loadSettings({ BACKUP_DIR, BACKUP_KEY, AUTH_SECRET: "-".repeat(32), DEMO: "0" });
  const archive = archiveOf(settings, systemIdentifier("."));
  const stored = findWal(archive, name);
  if (task === "fetch") {
    if (!stored) process.exit(1);
    await unsealTo(stored, place, archive.key);
  } else if (stored && decrypts(archive.key)) {
    // After a crash PostgreSQL hands a segment over again. Another content under its name comes from another copy.
    if (!readFileSync(place).equals(await buffer(await unseal(stored, archive.key))))
      throw new Error(`${stored} has another content already`);
  } else {
    mkdirSync(walDirectory(archive), { recursive: true, mode: 0o700 });
    await seal(
      createReadStream(place),
      path.join(walDirectory(archive), sealedName(name, archive.key)),
      archive.key,
    );
  }
} catch (error) {
  console.error(`write-ahead log: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
