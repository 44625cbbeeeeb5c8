import type { AttentionItem, AttentionKind } from "@korki/contracts/attention";
import { monthNamed, type Role } from "@korki/domain";
import { paths } from "../paths";

/** The screen where a line is handled. */
export function linkOf(role: Role, kind: AttentionKind, item: AttentionItem): string {
  switch (kind) {
    case "trial-waiting":
      return item.trialLessonId ? paths.trialLesson(item.trialLessonId) : paths.trialLessons;
    case "bills-preview":
    case "bill-overdue":
      return inMonth(paths.bills, item);
    case "owes-lessons":
    case "package-ends":
      return item.studentId ? paths.studentTab(item.studentId, "rozliczenie") : paths.students;
    case "no-next-lesson":
      return item.studentId ? paths.studentTab(item.studentId, "info") : paths.students;
    case "notification-failed":
      return `${paths.notifications}?status=failed`;
    case "push-stopped":
      return paths.notifications;
    case "payment-suspect":
      return paths.onlinePayments;
    case "invoice-failed":
    case "invoices-stopped":
      return inMonth(paths.invoices, item);
    case "settlement-objection":
      return inMonth(paths.settlement, item);
    case "settlement":
      return inMonth(paths.ownSettlement, item, "rozliczenie.");
    case "slot-held":
      return item.held && item.teacherId
        ? paths.bookingAt({ teacherId: item.teacherId, studentId: item.studentId, ...item.held })
        : paths.booking;
    case "asked":
      if (item.seriesId) return `${paths.series}?stalyTermin=${item.seriesId}`;
      if (item.approvalId) return paths.attention(kind);
      return item.lessonId ? paths.lesson(item.lessonId) : paths.settings;
    case "balance":
      if (role === "Student") return paths.booking;
      return item.studentId ? `${paths.payments}?uczen=${item.studentId}` : paths.payments;
    default:
      return item.lessonId ? paths.lesson(item.lessonId) : paths.lessons;
  }
}

/** @param prefix of the parameters, where the screen shows two months */
function inMonth(path: string, item: AttentionItem, prefix = ""): string {
  if (!item.month) return path;
  const { year, month } = monthNamed(item.month);
  return `${path}?${prefix}rok=${year}&${prefix}miesiac=${month}`;
}

/** Where the whole list of a kind stands, for those that show only its beginning. */
export function listOf(kind: AttentionKind): string {
  switch (kind) {
    case "owes-lessons":
      return `${paths.students}?do-zaplaty=tak&zablokowani=tak&sort=-owed`;
    case "notification-failed":
      return `${paths.notifications}?status=failed`;
    case "push-stopped":
      return paths.notifications;
    case "payment-suspect":
      return paths.onlinePayments;
    default:
      return paths.attention(kind);
  }
}
