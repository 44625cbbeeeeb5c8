import { listen } from "@korki/db";
import type { Services } from "@korki/services";
import { processNotifications, sendRefunds } from "@korki/services/orders/process-payments";

/** How long a signal may be lost before the work is looked for anyway. */
const LOOK_MS = 15_000;

/** Settles notifications of the payment provider and sends refunds, as soon as they are signalled. */
export function startPaymentWork(services: Services): { close(): Promise<void> } {
  const { settings, log } = services;
  if (!services.payments || !settings.databaseUrl) return { close: async () => undefined };
  let isWanted = false;
  let running: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      try {
        while ((await processNotifications(services)) > 0);
        await sendRefunds(services);
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : "unknown" }, "payment work failed");
      }
    }
    running = null;
  }
  const wake = () => {
    isWanted = true;
    running ??= work();
  };
  const timer = setInterval(wake, LOOK_MS);
  const listener = listen(settings.databaseDirectUrl ?? settings.databaseUrl, "korki_payments", {
    onSignal: wake,
    onListening: wake,
  });
  return {
    async close() {
      clearInterval(timer);
      await listener.close();
      await running;
    },
  };
}
