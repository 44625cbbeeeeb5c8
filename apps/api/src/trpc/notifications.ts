import * as contract from "@korki/contracts/notifications";
import { NOTIFICATION_LABELS } from "@korki/notifications";
import {
  getSaid,
  listNotifications,
  resendNotification,
} from "@korki/services/notifications/list-notifications";
import {
  getNotificationChannels,
  getNotificationPreferences,
  saveNotificationChannels,
  saveNotificationPreferences,
} from "@korki/services/notifications/preferences";
import { adminProcedure, router, signedInProcedure } from "./init";

/** A person's preferences, and the administrators' list of everybody's notifications (rules §8). */
export const notificationsRouter = router({
  preferences: signedInProcedure
    .output(contract.notificationPreferences)
    .query(({ ctx }) => getNotificationPreferences(ctx)),
  savePreferences: signedInProcedure
    .input(contract.notificationChoices)
    .output(contract.notificationPreferences)
    .mutation(({ ctx, input }) => saveNotificationPreferences(ctx, input)),
  channels: signedInProcedure.output(contract.channelChoice).query(({ ctx }) => getNotificationChannels(ctx)),
  saveChannels: signedInProcedure
    .input(contract.channelChanges)
    .output(contract.channelChoice)
    .mutation(({ ctx, input }) => saveNotificationChannels(ctx, input)),
  kinds: adminProcedure.output(contract.labelledKinds).query(() => [...NOTIFICATION_LABELS]),
  list: adminProcedure
    .input(contract.listNotificationsInput)
    .output(contract.notificationPage)
    .query(({ ctx, input }) => listNotifications(ctx, input)),
  said: adminProcedure
    .meta({ about: "failedNotification" })
    .input(contract.resendNotificationInput)
    .output(contract.notificationSaid)
    .query(({ ctx, input }) => getSaid(ctx, input)),
  resend: adminProcedure
    .meta({ about: "failedNotification" })
    .input(contract.resendNotificationInput)
    .mutation(({ ctx, input }) => resendNotification(ctx, input)),
});
