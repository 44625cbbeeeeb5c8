import { isColour, LESSON_PLACES, LOGO_BYTES_MAX, LOW_BALANCE_THRESHOLD_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { centreFaceTexts } from "./texts/centre-face";
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
  /** Whether visitors choose a free half hour for their trial lesson. */
  offersTrialSlots: z.boolean(),
  /** Where lessons take place: in the product's rooms or at outside addresses (rules §30). */
  lessonPlace: z.enum(LESSON_PLACES, { error: centreSettingsTexts.wrongLessonPlace }),
});
export type CentreSettings = z.infer<typeof centreSettings>;

/** What is left out stays as it is. */
export const saveCentreSettingsInput = centreSettings.partial();
export type SaveCentreSettingsInput = z.infer<typeof saveCentreSettingsInput>;

const { wrongName, wrongPhone, wrongColour, logoTooBig, logoWrongKind } = centreFaceTexts;

/** `#rrggbb`, in either case; stored in lower case. */
const colour = z
  .string({ error: wrongColour })
  .max(20, wrongColour)
  .trim()
  .toLowerCase()
  .refine(isColour, wrongColour);

/** How the centre presents itself (rules §27). */
export const centreFace = z.object({
  name: z.string(),
  contactPhone: z.string(),
  contactEmail: z.string(),
  /** Null: the product's own. */
  colour: z.string().nullable(),
  hasLogo: z.boolean(),
  /** Grows with each change. */
  version: z.number(),
});
export type CentreFace = z.infer<typeof centreFace>;

/** What is left out stays as it is. */
export const saveFaceInput = z.object({
  name: field
    .singleLine(80, wrongName, wrongName)
    .trim()
    .min(1, wrongName)
    .refine((name) => !/[<>]/.test(name), wrongName)
    .optional(),
  contactPhone: field
    .singleLine(20, wrongPhone, wrongPhone)
    .trim()
    .regex(/^\+?[\d -]{9,20}$/, wrongPhone)
    .optional(),
  contactEmail: field.email.optional(),
  /** Null: the product's own. */
  colour: colour.nullable().optional(),
  version: z.number().int(),
});
export type SaveFaceInput = z.infer<typeof saveFaceInput>;

/** A PNG, JPEG or WebP file. */
export const saveLogoInput = z.object({
  base64: z
    .string({ error: logoWrongKind })
    .max(Math.ceil(LOGO_BYTES_MAX / 3) * 4, logoTooBig)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, logoWrongKind),
});
export type SaveLogoInput = z.infer<typeof saveLogoInput>;
