import { relayFor } from "@korki/services/classroom/relay-credentials";
import type { Settings } from "@korki/settings";
import nodemailer from "nodemailer";
import { broken, type Finding, look, ok, reasonOf } from "./finding";
import { allocate } from "./turn-client";

const PATIENCE_MS = 10_000;
/** A clock further off than this breaks one-time codes and signed links. */
const SKEW_MS = 10_000;

export async function examineMail({ smtpUrl }: Settings, captured: boolean): Promise<Finding[]> {
  if (smtpUrl === null)
    return [
      captured
        ? look("mail", "SMTP_URL is unset: mails are only shown at /dev/inbox.")
        : broken(
            "mail",
            "SMTP_URL is unset: nobody can confirm an account or reset a password. Set it to your mail server.",
          ),
    ];
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  try {
    await transport.verify();
    return [ok("mail", `${new URL(smtpUrl).host} accepts our mail`)];
  } catch (error) {
    return [
      broken(
        "mail",
        `${new URL(smtpUrl).host} refuses: ${reasonOf(error)}. Check the host, the port and the password in SMTP_URL.`,
      ),
    ];
  } finally {
    transport.close();
  }
}

type BotAnswer = {
  ok: boolean;
  description?: string;
  result?: { username?: string; url?: string; pending_update_count?: number };
};

export async function examineBot(settings: Settings, emulated: boolean): Promise<Finding[]> {
  const { telegramBotToken: token, telegramBotUsername: username, telegramApiRoot: root } = settings;
  if (token === null)
    return [
      look(
        "bot",
        emulated
          ? "TELEGRAM_BOT_TOKEN is unset: an emulator stands in."
          : "TELEGRAM_BOT_TOKEN is unset: nobody gets messages by Telegram.",
      ),
    ];
  try {
    const ask = async (method: string) => {
      const answer = await fetch(`${root}/bot${token}/${method}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return { date: answer.headers.get("date"), body: (await answer.json()) as BotAnswer };
    };
    const { date, body } = await ask("getMe");
    if (!body.ok)
      return [
        broken(
          "bot",
          `Telegram refuses TELEGRAM_BOT_TOKEN (${body.description}). Ask BotFather for it again.`,
        ),
      ];
    const name = body.result?.username ?? "";
    const findings: Finding[] = [
      username === null || username.toLowerCase() === name.toLowerCase()
        ? ok("bot", `@${name} answers`)
        : broken(
            "bot",
            `The token belongs to @${name}, but TELEGRAM_BOT_USERNAME is ${username}: correct it.`,
          ),
    ];
    const { body: hook } = await ask("getWebhookInfo");
    const waiting = hook.result?.pending_update_count ?? 0;
    if (settings.telegramWebhookUrl === null && hook.result?.url)
      findings.push(
        broken(
          "bot",
          "A webhook is set at Telegram, so polling gets nothing. Set TELEGRAM_WEBHOOK_URL, or delete the webhook.",
        ),
      );
    if (waiting > 20) findings.push(look("bot", `${waiting} messages wait for it: is the bot running?`));
    const ahead = date === null ? 0 : Math.abs(Date.parse(date) - Date.now());
    if (ahead > SKEW_MS)
      findings.push(
        broken(
          "clock",
          `This machine's clock is ${Math.round(ahead / 1000)} s off Telegram's. Turn on time synchronisation (timedatectl set-ntp true).`,
        ),
      );
    return findings;
  } catch (error) {
    return [
      broken(
        "bot",
        `${new URL(root).host} cannot be reached: ${withoutToken(reasonOf(error), token)}. Is the way out to the internet open?`,
      ),
    ];
  }
}

function withoutToken(text: string, token: string): string {
  return text.replaceAll(token, "…");
}

export async function examinePayments({ przelewy24 }: Settings, emulated: boolean): Promise<Finding[]> {
  if (przelewy24 === null)
    return [
      ok(
        "payments",
        emulated ? "an emulator stands in for Przelewy24" : "no online payments are set up (P24_… are unset)",
      ),
    ];
  const { posId, apiKey, apiRoot } = przelewy24;
  try {
    const answer = await fetch(`${apiRoot}/api/v1/testAccess`, {
      headers: { authorization: `Basic ${Buffer.from(`${posId}:${apiKey}`).toString("base64")}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.ok) return [ok("payments", "Przelewy24 accepts the shop's key")];
    return [
      broken(
        "payments",
        `Przelewy24 refuses the shop (${answer.status}). Check P24_POS_ID and P24_API_KEY in its panel.`,
      ),
    ];
  } catch (error) {
    return [
      broken(
        "payments",
        `Przelewy24 cannot be reached: ${reasonOf(error)}. Nobody can pay online meanwhile.`,
      ),
    ];
  }
}

/** Takes an address at each of the relay's doors, as the browsers of a lesson do, and gives it back. */
export async function examineRelay({ turn }: Settings): Promise<Finding[]> {
  if (turn === null)
    return [
      look(
        "relay",
        "TURN_URLS is unset: in lessons browsers connect directly, learn each other's address, and some cannot (docs/operations.md, The relay).",
      ),
    ];
  const { iceServers } = relayFor({ turn }, { lessonId: "doctor", userId: "doctor", now: new Date() });
  const findings = iceServers.flatMap(({ urls, ...credential }) =>
    urls.map(async (url) => {
      try {
        const { reachesInside } = await allocate(url, credential);
        if (!reachesInside) return ok("relay", `${url} gives addresses`);
        return broken(
          "relay",
          `${url} would send to inner addresses. Give it the denied-peer-ip lines of deploy/turnserver.conf.`,
        );
      } catch (error) {
        return broken(
          "relay",
          `${url} gives no address: ${reasonOf(error)}. Is coturn running, its port open and TURN_SECRET its static-auth-secret?`,
        );
      }
    }),
  );
  return Promise.all(findings);
}
