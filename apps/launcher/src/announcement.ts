import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "@korki/demo/people";
import type { Settings } from "@korki/settings";
import { standIns } from "./child-environment";

/** Returns the message that is printed once everything runs: addresses, accounts and how to stop. */
export function announcement(settings: Settings): string {
  const { mail, telegram } = standIns(settings);
  const rows = [
    ["Korki is running at", settings.publicUrl],
    ...(mail ? [["e-mails it sends", `${settings.publicUrl}/dev/inbox`]] : []),
    ...(telegram ? [["Telegram chats", `${settings.publicUrl}/dev/telegram`]] : []),
    ["data and logs", settings.dataDir],
  ];
  const lines = ["", ...table(rows)];
  if (settings.demo)
    lines.push("", `Demo accounts, password of all: ${DEMO_PASSWORD}`, ...table(DEMO_ACCOUNTS));
  if (settings.production && settings.smtpUrl === null)
    lines.push("", "SMTP_URL is unset: no e-mail can be sent, account mails included.");
  if (!telegram && settings.telegramBotToken === null)
    lines.push("", "TELEGRAM_BOT_TOKEN is unset: the bot does not run.");
  if (!settings.demo && settings.databaseUrl === null && settings.backupDir === null)
    lines.push("", "BACKUP_DIR is unset: nothing is backed up.");
  return [...lines, "", "Ctrl-C stops all of it."].join("\n");
}

function table(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([first = ""]) => first.length));
  return rows.map(([first = "", second = ""]) => `  ${first.padEnd(width)}  ${second}`);
}
