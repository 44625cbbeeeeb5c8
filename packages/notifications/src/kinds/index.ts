import { absenceChanged } from "./absence-changed";
import { accountAlert } from "./account-alert";
import {
  accountConfirmEmail,
  accountExists,
  accountInvitation,
  accountLoginLink,
  accountLoginLinkRefused,
  accountParentInvitation,
  accountRecovery,
  telegramConnected,
} from "./accounts";
import { approvalAsked } from "./approval-asked";
import { approvalDecided } from "./approval-decided";
import { billBookingsStopped, billIssued, billReminder, billWithdrawn } from "./bills";
import { calendarFailing } from "./calendar-failing";
import { closureDecided } from "./closure-decided";
import { debtReminder } from "./debt-reminder";
import { guardianshipChanged } from "./guardianship-changed";
import { hoursChanged } from "./hours-changed";
import { invoiceIssued } from "./invoice-issued";
import { lessonOutcome, lessonReminderDay, lessonReminderHour } from "./lesson-reminders";
import { lessonSubstituted } from "./lesson-substituted";
import { lessonsAdjusted } from "./lessons-adjusted";
import { lessonsCalledOff } from "./lessons-called-off";
import {
  lateCancellationDecided,
  lessonCancelledByAdmin,
  lessonCancelledByStudent,
  lessonCancelledByTeacher,
  lessonDeletedByStudent,
} from "./lessons-cancelled";
import { lessonsChangedByAdmin } from "./lessons-changed-by-admin";
import { lessonsExpired, lessonsExpiring } from "./lessons-expiring";
import {
  lessonAddedByAdmin,
  lessonBooked,
  lessonConfirmed,
  lessonMoved,
  lessonUnconfirmed,
  meetingLinkReady,
} from "./lessons-planned";
import { lowBalance } from "./low-balance";
import { orderPaid, orderReceipt, orderRefunded, orderRefundRejected, paymentLink } from "./orders";
import { billMoneyNoted, paymentNoted, paymentVoided } from "./payment-noted";
import { payoutNoted, payoutVoided } from "./payout-noted";
import { parentJoined, relationAdded } from "./relations";
import { homeworkDone, monthlySummary, reportWritten } from "./reports";
import { rescheduleAccepted, rescheduleDeclined, rescheduleProposed } from "./reschedules";
import { seriesChanged } from "./series-changed";
import { seriesEnding } from "./series-ending";
import { seriesReleased } from "./series-released";
import { settlementAnswered, settlementProposed } from "./settlements";
import { slotHeld } from "./slot-held";
import { teacherAbsent } from "./teacher-absent";
import {
  trialCancelled,
  trialRequested,
  trialRequestReceived,
  trialScheduledTeacher,
  trialScheduledVisitor,
} from "./trial-lessons";
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
  seriesReleased,
  closureDecided,
  absenceChanged,
  hoursChanged,
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
  guardianshipChanged,
  trialRequested,
  unreadMessages,
  trialRequestReceived,
  trialScheduledTeacher,
  trialScheduledVisitor,
  trialCancelled,
  paymentNoted,
  billMoneyNoted,
  paymentVoided,
  lowBalance,
  lessonsExpiring,
  lessonsExpired,
  lessonsAdjusted,
  debtReminder,
  billIssued,
  billReminder,
  billWithdrawn,
  billBookingsStopped,
  orderPaid,
  orderReceipt,
  paymentLink,
  orderRefunded,
  orderRefundRejected,
  invoiceIssued,
  payoutNoted,
  payoutVoided,
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
