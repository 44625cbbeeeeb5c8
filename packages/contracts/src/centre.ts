import { z } from "zod";

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
