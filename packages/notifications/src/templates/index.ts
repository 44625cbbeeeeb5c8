import type { NotificationKind } from "../kinds";
import type { Template } from "../message";
import { accountConfirmEmail } from "./account-confirm-email";
import { accountExists } from "./account-exists";
import { accountInvitation } from "./account-invitation";
import { accountRecovery } from "./account-recovery";
import { lessonAddedByAdmin } from "./lesson-added-by-admin";
import { lessonBooked } from "./lesson-booked";
import { lessonCancelledByAdmin } from "./lesson-cancelled-by-admin";
import { lessonCancelledByStudent } from "./lesson-cancelled-by-student";
import { lessonCancelledByTeacher } from "./lesson-cancelled-by-teacher";
import { lessonConfirmed } from "./lesson-confirmed";
import { lessonDeletedByStudent } from "./lesson-deleted-by-student";
import { lessonMoved } from "./lesson-moved";
import { lessonReminderDay } from "./lesson-reminder-day";
import { lessonReminderHour } from "./lesson-reminder-hour";
import { lessonUnconfirmed } from "./lesson-unconfirmed";
import { meetingLinkReady } from "./meeting-link-ready";
import { paymentNoted } from "./payment-noted";
import { payoutNoted } from "./payout-noted";
import { relationAdded } from "./relation-added";
import { rescheduleAccepted } from "./reschedule-accepted";
import { rescheduleDeclined } from "./reschedule-declined";
import { rescheduleProposed } from "./reschedule-proposed";
import { telegramConnected } from "./telegram-connected";
import { trialCancelled } from "./trial-cancelled";
import { trialRequestReceived } from "./trial-request-received";
import { trialRequested } from "./trial-requested";
import { trialScheduledTeacher } from "./trial-scheduled-teacher";
import { trialScheduledVisitor } from "./trial-scheduled-visitor";
import { unreadMessages } from "./unread-messages";

/** The text of every kind. */
export const templates: { readonly [K in NotificationKind]: Template<K> } = {
  "account-confirm-email": accountConfirmEmail,
  "account-exists": accountExists,
  "account-invitation": accountInvitation,
  "account-recovery": accountRecovery,
  "lesson-added-by-admin": lessonAddedByAdmin,
  "lesson-booked": lessonBooked,
  "lesson-cancelled-by-admin": lessonCancelledByAdmin,
  "lesson-cancelled-by-student": lessonCancelledByStudent,
  "lesson-cancelled-by-teacher": lessonCancelledByTeacher,
  "lesson-confirmed": lessonConfirmed,
  "lesson-deleted-by-student": lessonDeletedByStudent,
  "lesson-moved": lessonMoved,
  "lesson-reminder-day": lessonReminderDay,
  "lesson-reminder-hour": lessonReminderHour,
  "lesson-unconfirmed": lessonUnconfirmed,
  "meeting-link-ready": meetingLinkReady,
  "payment-noted": paymentNoted,
  "payout-noted": payoutNoted,
  "relation-added": relationAdded,
  "reschedule-accepted": rescheduleAccepted,
  "reschedule-declined": rescheduleDeclined,
  "reschedule-proposed": rescheduleProposed,
  "telegram-connected": telegramConnected,
  "trial-cancelled": trialCancelled,
  "trial-request-received": trialRequestReceived,
  "trial-requested": trialRequested,
  "trial-scheduled-teacher": trialScheduledTeacher,
  "trial-scheduled-visitor": trialScheduledVisitor,
  "unread-messages": unreadMessages,
};
