import { centreInfo } from "@korki/contracts/centre";
import { APP_VERSION } from "@korki/domain";
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
