import { APP_VERSION, centreInfo } from "@korki/contracts/centre";
import { publicProcedure, router } from "./init";

/** What anybody may know about the centre. */
export const centreRouter = router({
  info: publicProcedure.output(centreInfo).query(({ ctx: { settings } }) => ({
    name: settings.centreName,
    contactPhone: settings.contactPhone,
    contactEmail: settings.contactEmail,
    priceListUrl: settings.priceListUrl,
    telegramBotUsername: settings.telegramBotUsername,
    version: APP_VERSION,
    hasSandbox: settings.sandboxUrl !== null && !settings.production,
  })),
});
