import { openDatabase } from "@korki/db";
import { seedDemo } from "@korki/services/demo/seed-demo";
import type { Settings } from "@korki/settings";

/** Fills an empty database with demo data. Changes nothing if it has any users. */
export async function fillDemo(
  databaseUrl: string,
  settings: Settings,
  say: (line: string) => void,
): Promise<void> {
  const db = openDatabase(databaseUrl, 1);
  try {
    if (await seedDemo({ db, settings, now: () => new Date() }))
      say("the empty database was filled with demo data");
  } finally {
    await db.close();
  }
}
