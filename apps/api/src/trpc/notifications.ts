import * as contract from "@korki/contracts/notifications";
import { listNotifications } from "@korki/services/notifications/list-notifications";
import {
  getNotificationPreferences,
  saveNotificationPreferences,
} from "@korki/services/notifications/preferences";
import { resendNotification } from "@korki/services/notifications/resend-notification";
import { adminProcedure, router, signedInProcedure } from "./init";

/** What one wants to hear of, and what administrators see of everybody's (decisions §8). */
export const notificationsRouter = router({
  preferences: signedInProcedure
    .output(contract.notificationPreferences)
    .query(({ ctx }) => getNotificationPreferences(ctx)),
  savePreferences: signedInProcedure
    .input(contract.notificationPreferences)
    .output(contract.notificationPreferences)
    .mutation(({ ctx, input }) => saveNotificationPreferences(ctx, input)),
  list: adminProcedure
    .input(contract.listNotificationsInput)
    .output(contract.notificationPage)
    .query(({ ctx, input }) => listNotifications(ctx, input)),
  resend: adminProcedure
    .meta({ about: "failedNotification" })
    .input(contract.resendNotificationInput)
    .mutation(({ ctx, input }) => resendNotification(ctx, input)),
});
