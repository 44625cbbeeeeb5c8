import express from "express";
import { listen } from "../http-server";
import { invoicesApi } from "./api-router";
import { InvoicesEmulator } from "./emulator";

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
