import express from "express";
import { listen } from "./http-server";
import { invoicesApi } from "./invoices/api-router";
import { InvoicesEmulator } from "./invoices/emulator";
import { type MerchantKeys, PaymentsEmulator } from "./payments/emulator";
import { PushSandbox } from "./push/emulator";
import { createSandboxHandler } from "./sandbox-handler";

/** The phones with the HTTP server of their push service. */
type PushEmulator = PushSandbox & { readonly url: string; close(): Promise<void> };

/**
 * Starts a push service with phones.
 *
 * @param productUrl to which phones say that they showed a message; null: they say nothing
 */
export async function startPushEmulator(
  options: { productUrl?: string | null; keep?: number } = {},
): Promise<PushEmulator> {
  let url = "";
  const { productUrl = null, keep } = options;
  const push = new PushSandbox({ url: () => url, productUrl, ...(keep === undefined ? {} : { keep }) });
  const server = await listen(createSandboxHandler({ push }), 0, "127.0.0.1");
  url = server.url;
  return Object.assign(push, {
    url,
    close: async () => {
      push.changes.release();
      await server.close();
    },
  });
}

/** The payment provider alone, on loopback; for tests and drills. */
export async function startPaymentsEmulator(keys: MerchantKeys, port = 0) {
  const payments = new PaymentsEmulator(keys);
  const server = await listen(createSandboxHandler({ payments }), port, "127.0.0.1");
  return {
    url: server.url,
    payments,
    async close() {
      payments.stop();
      await server.close();
    },
  };
}

/** Starts the invoice provider alone, for tests. */
export async function startInvoicesEmulator(): Promise<{
  /** FAKTUROWNIA_API_ROOT */
  url: string;
  emulator: InvoicesEmulator;
  close(): Promise<void>;
}> {
  const emulator = new InvoicesEmulator();
  const app = express().use(invoicesApi(emulator));
  const { url, close } = await listen(app, 0, "127.0.0.1");
  return { url, emulator, close };
}
