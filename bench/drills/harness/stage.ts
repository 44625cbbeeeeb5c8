import {
  type MailCapture,
  startMailCapture,
  startTelegramEmulator,
  TELEGRAM_LIMITS,
  type TelegramEmulator,
} from "@korki/sandbox";
import { Redis } from "ioredis";
import { inLab, type Lab } from "../../lab/lab";

/** A lab with a real SMTP server and a Bot API, with its limits, at the network's edge. */
export type Stage = Lab & {
  mail: MailCapture;
  telegram: TelegramEmulator;
  /** Removes all data from Redis. */
  emptyRedis(): Promise<void>;
};

/**
 * Runs a drill on a stage of its own and cleans up afterwards.
 *
 * @param options `limits: false` switches the Bot API's limits off, which makes other drills faster
 */
export async function onStage(
  { limits = true }: { limits?: boolean },
  drill: (stage: Stage) => Promise<void>,
): Promise<void> {
  const [mail, telegram] = await Promise.all([
    startMailCapture({ keep: 100_000 }),
    startTelegramEmulator({ limits: limits ? TELEGRAM_LIMITS : null }),
  ]);
  const env = {
    NODE_ENV: "development",
    SMTP_URL: mail.url,
    MAIL_FROM: "Korki <powiadomienia@korki.example>",
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
    PUBLIC_URL: "https://korki.example",
    RATE_LIMIT_SCALE: "1000",
  };
  try {
    await inLab(null, (lab) => drill({ ...lab, mail, telegram, emptyRedis: () => flush(lab.redisUrl) }), env);
  } finally {
    await Promise.all([mail.close(), telegram.close()]);
  }
}

async function flush(redisUrl: string): Promise<void> {
  const connection = new Redis(redisUrl);
  await connection.flushall();
  connection.disconnect();
}
