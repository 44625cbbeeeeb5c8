import { listen, type SignalChannel } from "@korki/db";
import type { Services } from "@korki/services";

type SignalledWork = {
  /** What the log calls it. */
  name: string;
  /** PostgreSQL's channel that says that there is work. */
  channel: SignalChannel;
  /** How long a signal may be lost before the work is looked for anyway. */
  lookMs: number;
  /** Hears what is signalled; "" when something may have been missed. */
  hear?(payload: string): void;
  /** Does all that waits. */
  work(): Promise<void>;
};

/** Does work as soon as it is signalled, one run at a time. */
export function startSignalledWork(
  { settings, log }: Services,
  { name, channel, lookMs, hear, work }: SignalledWork,
): { close(): Promise<void> } {
  if (!settings.databaseUrl) return { close: async () => undefined };
  let isWanted = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      try {
        await work();
      } catch (error) {
        log.warn({ work: name, reason: error instanceof Error ? error.message : "unknown" }, "work failed");
      }
    }
    running = null;
  }
  const wake = () => {
    isWanted = true;
    running ??= run();
  };
  const heard = (payload: string) => {
    hear?.(payload);
    wake();
  };
  const timer = setInterval(wake, lookMs);
  const listener = listen(settings.databaseDirectUrl ?? settings.databaseUrl, channel, {
    onSignal: heard,
    onListening: () => heard(""),
  });
  return {
    async close() {
      clearInterval(timer);
      await listener.close();
      await running;
    },
  };
}
