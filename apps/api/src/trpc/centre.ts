import {
  centreFace,
  centreInfo,
  centreSettings,
  publicPrices,
  saveCentreSettingsInput,
  saveFaceInput,
  saveLogoInput,
} from "@korki/contracts/centre";
import { done } from "@korki/contracts/fields";
import { guide } from "@korki/contracts/guide";
import { APP_VERSION } from "@korki/domain";
import { getCentreSettings, saveCentreSettings } from "@korki/services/centre/centre-settings";
import { getCentre } from "@korki/services/centre/get-centre";
import { getGuide, hideGuide } from "@korki/services/centre/guide";
import { deleteLogo, getFace, saveFace, saveLogo } from "@korki/services/centre/save-face";
import { getPublicPrices } from "@korki/services/prices/prices";
import { adminProcedure, publicProcedure, router } from "./init";

/** What anybody may know about the centre, and what an administrator sets for it. */
export const centreRouter = router({
  info: publicProcedure.output(centreInfo).query(async ({ ctx }) => {
    const { settings } = ctx;
    const { name, contactPhone, contactEmail } = await getCentre(ctx);
    return {
      name,
      contactPhone,
      contactEmail,
      priceListUrl: settings.priceListUrl,
      telegramBotUsername: settings.telegramBotUsername,
      version: APP_VERSION,
      hasSandbox: settings.sandboxUrl !== null && !settings.production,
    };
  }),

  prices: publicProcedure.output(publicPrices).query(({ ctx }) => getPublicPrices(ctx)),

  settings: adminProcedure.output(centreSettings).query(({ ctx }) => getCentreSettings(ctx)),

  saveSettings: adminProcedure
    .input(saveCentreSettingsInput)
    .output(centreSettings)
    .mutation(({ ctx, input }) => saveCentreSettings(ctx, input)),

  face: adminProcedure.output(centreFace).query(({ ctx }) => getFace(ctx)),

  saveFace: adminProcedure
    .input(saveFaceInput)
    .output(centreFace)
    .mutation(({ ctx, input }) => saveFace(ctx, input)),

  saveLogo: adminProcedure
    .input(saveLogoInput)
    .output(centreFace)
    .mutation(({ ctx, input }) => saveLogo(ctx, input)),

  deleteLogo: adminProcedure.output(centreFace).mutation(({ ctx }) => deleteLogo(ctx)),
});

/** The first hour of an empty centre (rules §28). */
export const guideRouter = router({
  get: adminProcedure.output(guide).query(({ ctx }) => getGuide(ctx)),

  hide: adminProcedure.output(done).mutation(async ({ ctx }) => {
    await hideGuide(ctx);
    return {};
  }),
});
