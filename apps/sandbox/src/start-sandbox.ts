import { join } from "node:path";
import { listen } from "./http-server";
import { InvoicesEmulator } from "./invoices/emulator";
import { type MailCapture, startMailCapture } from "./mail/mail-capture";
import { type MerchantKeys, PaymentsEmulator } from "./payments/emulator";
import { PushSandbox } from "./push/emulator";
import { createSandboxHandler } from "./sandbox-handler";
import { TelegramSandbox } from "./telegram/emulator";

export interface SandboxOptions {
  /** 0: any free port. */
  readonly httpPort: number;
  readonly smtpPort: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Mail goes to `mail` in it, Telegram's chats to `telegram`, transactions to `payments`, invoices to `invoices`. */
  readonly dataDir: string;
  readonly botToken?: string;
  readonly botUsername?: string;
  /** The bot's name until it gives itself another. */
  readonly botName?: string;
  /** Of the shop that the payment provider serves; unset: there is no provider. */
  readonly merchant?: MerchantKeys;
  /** There is an invoice provider, too. */
  readonly invoices?: boolean;
  /** The product's address, under which people reach the payer's pages. */
  readonly publicUrl?: string;
}

/** The outside world of a demo: mail and Telegram, with their pages under one address. */
export interface Sandbox {
  /** The pages' and the Bot API's address; without a slash at its end. */
  readonly url: string;
  readonly mail: MailCapture;
  readonly telegram: TelegramSandbox;
  readonly payments: PaymentsEmulator | null;
  close(): Promise<void>;
}

/** Two phones lie ready, so that a newcomer can begin at once; more are made on the page. */
const FIRST_PEOPLE = [
  { firstName: "Ola", lastName: "Uczennica", started: false },
  { firstName: "Marek", lastName: "Nauczyciel", started: false },
];

/**
 * Starts everything, or nothing.
 * @throws the listener's error, EADDRINUSE among them
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const host = options.host ?? "127.0.0.1";
  const telegram = new TelegramSandbox({
    dir: join(options.dataDir, "telegram"),
    ...(options.botToken ? { token: options.botToken } : {}),
    ...(options.botUsername ? { username: options.botUsername } : {}),
    ...(options.botName ? { name: options.botName } : {}),
  });
  if (telegram.chats.list().length === 0)
    for (const person of [...FIRST_PEOPLE].reverse()) telegram.openChat(person);
  const payments = options.merchant
    ? new PaymentsEmulator(options.merchant, join(options.dataDir, "payments"))
    : null;
  const invoices = options.invoices ? new InvoicesEmulator(join(options.dataDir, "invoices")) : null;
  let ownUrl = "";
  const push = new PushSandbox({
    // The product's address stays when this server's port changes.
    url: () => options.publicUrl ?? ownUrl,
    productUrl: options.publicUrl ?? null,
    file: join(options.dataDir, "push", "phones.json"),
  });
  const mail = await startMailCapture({ port: options.smtpPort, host, dir: join(options.dataDir, "mail") });
  const server = await listen(
    createSandboxHandler({
      mail,
      telegram,
      push,
      ...(payments ? { payments } : {}),
      ...(invoices ? { invoices } : {}),
      ...(options.publicUrl ? { publicUrl: options.publicUrl } : {}),
    }),
    options.httpPort,
    host,
  ).catch(async (error: unknown) => {
    telegram.stop();
    payments?.stop();
    await mail.close();
    throw error;
  });
  ownUrl = server.url;
  return {
    url: server.url,
    mail,
    telegram,
    payments,
    close: async () => {
      telegram.stop();
      push.changes.release();
      payments?.stop();
      await Promise.all([server.close(), mail.close()]);
    },
  };
}
