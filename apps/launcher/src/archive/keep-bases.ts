import { setTimeout as pause } from "node:timers/promises";
import type { Settings } from "@korki/settings";
import { listBases } from "./archive";
import { archiveAt, backUpToArchive } from "./commands";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Takes a base backup whenever the newest one is a day old, until stopped. A failure is reported and tried again. */
export async function keepBases(
  settings: Settings,
  databaseUrl: string,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      const newest =
        listBases(await archiveAt(settings, databaseUrl))
          .at(-1)
          ?.takenAt.getTime() ?? 0;
      if (Date.now() - newest >= DAY_MS) await backUpToArchive(settings, databaseUrl, say);
    } catch (error) {
      if (!stop.aborted)
        say(`No base backup could be taken: ${error instanceof Error ? error.message : error}`);
    }
    await pause(HOUR_MS, undefined, { signal: stop, ref: false }).catch(() => undefined);
  }
}
