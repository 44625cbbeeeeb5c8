import { randomInt } from "node:crypto";
import { insertTelegramCode, transact, violates } from "@korki/db";
import { TELEGRAM_CODE_DIGITS, TELEGRAM_CODE_MINUTES } from "@korki/domain";
import type { Services } from "../context";

const ATTEMPTS = 10;

/**
 * Issues a code for a chat: eight digits, valid for ten minutes, for one use. Voids the chat's older one (rules §8).
 */
export async function issueTelegramCode({ db, now }: Services, chatId: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const code = String(randomInt(10 ** TELEGRAM_CODE_DIGITS)).padStart(TELEGRAM_CODE_DIGITS, "0");
    const at = now();
    const expiresAt = new Date(at.getTime() + TELEGRAM_CODE_MINUTES * 60_000);
    try {
      await transact(db, (tx) => insertTelegramCode(tx, { chatId, code, now: at, expiresAt }));
      return code;
    } catch (error) {
      // Another chat has the same digits.
      if (attempt >= ATTEMPTS || !violates(error, "telegram_codes_live_key")) throw error;
    }
  }
}
