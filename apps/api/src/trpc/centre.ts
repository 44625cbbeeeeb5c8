import { centreInfo, centreSettings, publicPrices, saveCentreSettingsInput } from "@korki/contracts/centre";
import { APP_VERSION } from "@korki/domain";
import { getCentreSettings, saveCentreSettings } from "@korki/services/centre/centre-settings";
import { getPublicPrices } from "@korki/services/prices/get-prices";
import { adminProcedure, publicProcedure, router } from "./init";

/** What anybody may know about the centre, and what an administrator sets for it. */
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

  prices: publicProcedure.output(publicPrices).query(({ ctx }) => getPublicPrices(ctx)),

  settings: adminProcedure.output(centreSettings).query(({ ctx }) => getCentreSettings(ctx)),

  saveSettings: adminProcedure
    .input(saveCentreSettingsInput)
    .output(centreSettings)
    .mutation(({ ctx, input }) => saveCentreSettings(ctx, input)),
});
