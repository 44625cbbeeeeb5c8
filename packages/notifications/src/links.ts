import type { SubjectLevel } from "@korki/domain";

/** The web application's paths that messages lead to. */
const screens = {
  lessons: "/dashboard/zajecia",
  booking: "/dashboard/zajecia/rezerwacja",
  availability: "/dashboard/zajecia/dostepnosc",
  asked: "/dashboard/zajecia/co-teraz/asked",
  series: "/dashboard/zajecia/stale-terminy",
  closures: "/dashboard/zajecia/dni-wolne",
  payments: "/dashboard/platnosci",
  reports: "/dashboard/raporty",
  settings: "/dashboard/ustawienia",
  chat: "/dashboard/chat",
  trialLessons: "/dashboard/zajecia/probne",
  auth: "/auth",
} as const;

/** Returns a screen's whole address. */
export function screenUrl(publicUrl: string, screen: keyof typeof screens): string {
  return publicUrl + screens[screen];
}

/** Returns the address where a lesson is booked: any, or at a slot, or like an earlier one; for a parent's child. */
export function bookingUrl(
  publicUrl: string,
  wanted: {
    slot?: { teacherId: string; date: string; block: number };
    lessonId?: string;
    childId: string | null | undefined;
  },
): string {
  const { slot, lessonId, childId } = wanted;
  const query = new URLSearchParams({
    ...(slot && { teacher: slot.teacherId, dzien: slot.date, blok: String(slot.block) }),
    ...(lessonId && { lekcja: lessonId }),
    ...(childId && { uczen: childId }),
  });
  return `${publicUrl}${screens.booking}${query.size > 0 ? `?${query}` : ""}`;
}

/** Returns the address of one trial lesson, opened over their list. */
export function trialUrl(publicUrl: string, trialLessonId: string): string {
  return `${publicUrl}${screens.trialLessons}?probna=${encodeURIComponent(trialLessonId)}`;
}

/** Returns the address of a student's reports and homework. */
export function reportsUrl(publicUrl: string, studentId: string): string {
  return `${publicUrl}${screens.reports}?uczen=${encodeURIComponent(studentId)}`;
}

/** Returns the address of a student's summary of a month. */
export function summaryUrl(
  publicUrl: string,
  { studentId, year, month }: { studentId: string; year: number; month: number },
): string {
  const query = new URLSearchParams({ rok: String(year), miesiac: String(month), uczen: studentId });
  return `${publicUrl}${screens.reports}/podsumowanie?${query}`;
}

/** Returns the address of one lesson, opened over the recipient's lessons. */
export function lessonUrl(publicUrl: string, lessonId: string): string {
  return `${publicUrl}${screens.lessons}?lekcja=${encodeURIComponent(lessonId)}`;
}

/** Returns the address of what is to be paid for a student. */
export function moneyUrl(publicUrl: string, studentId: string): string {
  return `${publicUrl}${screens.payments}?uczen=${encodeURIComponent(studentId)}`;
}

/** Returns the address where a student, or a payer for that student, tops up lessons of a subject and level. */
export function topUpUrl(
  publicUrl: string,
  { studentId, subject, level }: SubjectLevel & { studentId: string },
): string {
  const query = new URLSearchParams({ doladuj: "1", przedmiot: subject, poziom: level, uczen: studentId });
  return `${publicUrl}${screens.payments}?${query}`;
}

/** Returns the address of an order, with where to pay it. */
export function orderUrl(publicUrl: string, orderId: string): string {
  return `${publicUrl}${screens.payments}?zamowienie=${encodeURIComponent(orderId)}`;
}

/** Returns the address of a bill, on which it is paid. */
export function billUrl(publicUrl: string, billId: string): string {
  return `${publicUrl}/rachunek/${encodeURIComponent(billId)}`;
}

/** Returns the address of the conversation with one person. */
export function conversationUrl(publicUrl: string, contactId: string): string {
  return `${publicUrl}${screens.chat}/${encodeURIComponent(contactId)}`;
}

/** Returns the address of the register of a teacher's checks. */
export function vettingUrl(publicUrl: string, teacherId: string): string {
  return `${publicUrl}/dashboard/nauczyciele/${encodeURIComponent(teacherId)}/sprawdzenia`;
}
