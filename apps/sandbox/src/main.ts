import { loadSettings, settingsOrExit } from "@korki/settings";
import pino from "pino";
import { startSandbox } from "./start-sandbox";

const settings = settingsOrExit(() => loadSettings(process.env));
const log = pino({ name: "sandbox", level: settings.logLevel });

if (settings.production) {
  console.error(
    "The sandbox shows people's mail and is for demos and tests only: it does not run in production.",
  );
  process.exit(1);
}

const sandbox = await startSandbox({
  httpPort: settings.sandboxHttpPort ?? 0,
  smtpPort: settings.sandboxSmtpPort ?? 0,
  dataDir: settings.dataDir,
  botName: settings.centreName,
  publicUrl: settings.publicUrl,
  invoices: settings.demo,
  ...(settings.przelewy24 ? { merchant: settings.przelewy24 } : {}),
  ...(settings.telegramBotToken ? { botToken: settings.telegramBotToken } : {}),
  ...(settings.telegramBotUsername ? { botUsername: settings.telegramBotUsername } : {}),
}).catch((error: NodeJS.ErrnoException) => {
  const taken = error.code === "EADDRINUSE";
  console.error(
    taken
      ? "A port of the sandbox is in use: choose others with SANDBOX_HTTP_PORT and SANDBOX_SMTP_PORT."
      : `The sandbox cannot start: ${error.message}`,
  );
  process.exit(1);
});
log.info({ url: sandbox.url, smtp: sandbox.mail.url }, "sandbox is up");

let stopping = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, "sandbox stops");
  await sandbox.close();
  process.exit(0);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
