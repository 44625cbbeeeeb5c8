import { absenceChanged } from "./absence-changed";
import { accountAlert } from "./account-alert";
import { accountConfirmEmail } from "./account-confirm-email";
import { accountExists } from "./account-exists";
import { accountInvitation } from "./account-invitation";
import { accountLoginLink, accountLoginLinkRefused } from "./account-login-link";
import { accountParentInvitation } from "./account-parent-invitation";
import { accountRecovery } from "./account-recovery";
import { approvalAsked } from "./approval-asked";
import { approvalDecided } from "./approval-decided";
import { billIssued } from "./bill-issued";
import { billReminder } from "./bill-reminder";
import { calendarFailing } from "./calendar-failing";
import { closureDecided } from "./closure-decided";
import { debtReminder } from "./debt-reminder";
import { homeworkDone } from "./homework-done";
import { invoiceIssued } from "./invoice-issued";
import { lateCancellationDecided } from "./late-cancellation-decided";
import { lessonAddedByAdmin } from "./lesson-added-by-admin";
import { lessonBooked } from "./lesson-booked";
import { lessonCancelledByAdmin } from "./lesson-cancelled-by-admin";
import { lessonCancelledByStudent } from "./lesson-cancelled-by-student";
import { lessonCancelledByTeacher } from "./lesson-cancelled-by-teacher";
import { lessonConfirmed } from "./lesson-confirmed";
import { lessonDeletedByStudent } from "./lesson-deleted-by-student";
import { lessonMoved } from "./lesson-moved";
import { lessonOutcome } from "./lesson-outcome";
import { lessonReminderDay } from "./lesson-reminder-day";
import { lessonReminderHour } from "./lesson-reminder-hour";
import { lessonSubstituted } from "./lesson-substituted";
import { lessonUnconfirmed } from "./lesson-unconfirmed";
import { lessonsAdjusted } from "./lessons-adjusted";
import { lessonsCalledOff } from "./lessons-called-off";
import { lessonsChangedByAdmin } from "./lessons-changed-by-admin";
import { lessonsExpired } from "./lessons-expired";
import { lessonsExpiring } from "./lessons-expiring";
import { lowBalance } from "./low-balance";
import { meetingLinkReady } from "./meeting-link-ready";
import { monthlySummary } from "./monthly-summary";
import { orderPaid } from "./order-paid";
import { orderReceipt } from "./order-receipt";
import { orderRefunded } from "./order-refunded";
import { parentJoined } from "./parent-joined";
import { paymentLink } from "./payment-link";
import { paymentNoted } from "./payment-noted";
import { payoutNoted } from "./payout-noted";
import { relationAdded } from "./relation-added";
import { reportWritten } from "./report-written";
import { rescheduleAccepted } from "./reschedule-accepted";
import { rescheduleDeclined } from "./reschedule-declined";
import { rescheduleProposed } from "./reschedule-proposed";
import { seriesChanged } from "./series-changed";
import { seriesEnding } from "./series-ending";
import { settlementAnswered } from "./settlement-answered";
import { settlementProposed } from "./settlement-proposed";
import { slotHeld } from "./slot-held";
import { teacherAbsent } from "./teacher-absent";
import { telegramConnected } from "./telegram-connected";
import { trialCancelled } from "./trial-cancelled";
import { trialRequestReceived } from "./trial-request-received";
import { trialRequested } from "./trial-requested";
import { trialScheduledTeacher } from "./trial-scheduled-teacher";
import { trialScheduledVisitor } from "./trial-scheduled-visitor";
import { unreadMessages } from "./unread-messages";
import { vettingEnding } from "./vetting-ending";

/** Every kind of notification, in the order of the preferences. A new kind is registered here and nowhere else. */
export const NOTIFICATIONS = [
  lessonBooked,
  lessonUnconfirmed,
  lessonConfirmed,
  lessonCancelledByTeacher,
  lessonCancelledByStudent,
  lessonDeletedByStudent,
  lateCancellationDecided,
  meetingLinkReady,
  lessonMoved,
  lessonAddedByAdmin,
  lessonCancelledByAdmin,
  lessonsCalledOff,
  lessonsChangedByAdmin,
  lessonSubstituted,
  seriesChanged,
  seriesEnding,
  closureDecided,
  absenceChanged,
  rescheduleProposed,
  rescheduleAccepted,
  rescheduleDeclined,
  slotHeld,
  lessonReminderDay,
  lessonReminderHour,
  teacherAbsent,
  lessonOutcome,
  reportWritten,
  homeworkDone,
  monthlySummary,
  relationAdded,
  approvalAsked,
  approvalDecided,
  parentJoined,
  trialRequested,
  unreadMessages,
  trialRequestReceived,
  trialScheduledTeacher,
  trialScheduledVisitor,
  trialCancelled,
  paymentNoted,
  lowBalance,
  lessonsExpiring,
  lessonsExpired,
  lessonsAdjusted,
  debtReminder,
  billIssued,
  billReminder,
  orderPaid,
  orderReceipt,
  paymentLink,
  orderRefunded,
  invoiceIssued,
  payoutNoted,
  settlementProposed,
  settlementAnswered,
  calendarFailing,
  vettingEnding,
  telegramConnected,
  accountConfirmEmail,
  accountExists,
  accountRecovery,
  accountLoginLink,
  accountLoginLinkRefused,
  accountInvitation,
  accountAlert,
  accountParentInvitation,
] as const;
