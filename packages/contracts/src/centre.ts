import { LOW_BALANCE_THRESHOLD_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { centreSettingsTexts } from "./texts/centre-settings";

/** What anybody may know about the centre: the help popup, the FAQ, the bot's name. */
export const centreInfo = z.object({
  name: z.string(),
  contactPhone: z.string(),
  contactEmail: z.string(),
  priceListUrl: z.string(),
  /** Null where no bot is set up. */
  telegramBotUsername: z.string().nullable(),
  version: z.string(),
  /** The stand-ins for mailbox and messenger are there to look into (`/dev/inbox`, `/dev/telegram`). */
  hasSandbox: z.boolean(),
});
export type CentreInfo = z.infer<typeof centreInfo>;

/** What anybody may know of the price list: what a student pays per level, in whole złoty. */
export const publicPrices = z.array(z.object({ level: field.level, price: z.number() }));
export type PublicPrices = z.infer<typeof publicPrices>;

const lowBalanceThreshold = z
  .number({ error: centreSettingsTexts.wrongThreshold })
  .int(centreSettingsTexts.wrongThreshold)
  .min(0, centreSettingsTexts.wrongThreshold)
  .max(LOW_BALANCE_THRESHOLD_MAX, centreSettingsTexts.wrongThreshold);

/** What an administrator sets for the whole centre. */
export const centreSettings = z.object({
  /** Students are notified when this number of lessons is left; 0: never. */
  lowBalanceThreshold,
  /** Whether a summary of the month goes to the payer on the first of the next one. */
  monthlySummary: z.boolean(),
  /** Whether payers are reminded of debts every week. */
  weeklyDebtReminder: z.boolean(),
});
export type CentreSettings = z.infer<typeof centreSettings>;

/** What is left out stays as it is. */
export const saveCentreSettingsInput = centreSettings.partial();
export type SaveCentreSettingsInput = z.infer<typeof saveCentreSettingsInput>;
