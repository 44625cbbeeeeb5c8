import type { SubjectLevel } from "@korki/domain";
import { roomPaths } from "./room-paths";
import { visitorPaths } from "./visitor-paths";

/** The parameter that opens the form of a screen that adds something. */
export const ADDING = "dodaj";

/** Addresses of the screens (rules §24); with `visitorPaths` and `roomPaths` the only place that spells them. */
export const paths = {
  ...visitorPaths,
  ...roomPaths,
  booking: "/dashboard/zajecia/rezerwacja",
  /** `studentId`: a parent's child, which is chosen. */
  bookingAt: (slot: { teacherId: string; date: string; block: number; studentId?: string | undefined }) => {
    const query = new URLSearchParams({ teacher: slot.teacherId, dzien: slot.date, blok: `${slot.block}` });
    if (slot.studentId) query.set("uczen", slot.studentId);
    return `/dashboard/zajecia/rezerwacja?${query}`;
  },
  bookingAgain: (lessonId: string) => `/dashboard/zajecia/rezerwacja?lekcja=${encodeURIComponent(lessonId)}`,
  availability: "/dashboard/zajecia/dostepnosc",
  series: "/dashboard/zajecia/stale-terminy",
  newSeries: "/dashboard/zajecia/stale-terminy/nowy",
  closures: "/dashboard/zajecia/dni-wolne",
  /** The list of lessons, filtered as its address bar says. */
  lessonsWhere: (filters: Readonly<Record<string, string | number | null | undefined>>) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filters)) {
      if (value !== null && value !== undefined) query.set(name, String(value));
    }
    return `/dashboard/zajecia?${query}`;
  },
  /** A teacher's delivered lessons, filtered as the address bar says. */
  delivered: (filters: Readonly<Record<string, string | number>>) =>
    `/dashboard/zajecia/odbyte?${new URLSearchParams(
      Object.entries(filters).map(([name, value]) => [name, String(value)]),
    )}`,
  lesson: (lessonId: string) => `/dashboard/zajecia?lekcja=${encodeURIComponent(lessonId)}`,
  /** A weekly lesson that begins with what a lesson has. */
  newSeriesLike: (lesson: {
    teacherId: string;
    studentId: string;
    subject: string;
    level: string;
    date: string;
    block: number;
    /** The other hour of a double lesson. */
    partnerBlock: number | null;
  }) =>
    `/dashboard/zajecia/stale-terminy/nowy?${new URLSearchParams({
      nauczyciel: lesson.teacherId,
      uczen: lesson.studentId,
      przedmiot: lesson.subject,
      poziom: lesson.level,
      dzien: lesson.date,
      blok: String(Math.min(lesson.block, lesson.partnerBlock ?? lesson.block)),
      ...(lesson.partnerBlock !== null && { bloki: "2" }),
    })}`,
  addLesson: "/dashboard/zajecia/dodaj",
  addLessonFor: (teacherId: string | null, studentId: string, about?: SubjectLevel) =>
    `/dashboard/zajecia/dodaj?${new URLSearchParams({
      ...(teacherId && { nauczyciel: teacherId }),
      uczen: studentId,
      ...(about && { przedmiot: about.subject, poziom: about.level }),
    })}`,
  trialLessons: "/dashboard/zajecia/probne",
  trialLesson: (trialId: string) => `/dashboard/zajecia/probne?probna=${encodeURIComponent(trialId)}`,
  addTrialLesson: "/dashboard/zajecia/dodaj-probna",
  chat: "/dashboard/chat",
  settings: "/dashboard/ustawienia",
  security: "/dashboard/ustawienia/bezpieczenstwo",
  payments: "/dashboard/platnosci",
  /** The popup that pays for lessons, of a parent's child, and what it begins with. */
  topUp: (studentId?: string, about: Partial<SubjectLevel> = {}) =>
    `/dashboard/platnosci?${new URLSearchParams({
      doladuj: "1",
      ...(about.subject && about.level && { przedmiot: about.subject, poziom: about.level }),
      ...(studentId && { uczen: studentId }),
    })}`,
  students: "/dashboard/uczniowie",
  student: (studentId: string) => `/dashboard/uczniowie/${encodeURIComponent(studentId)}`,
  studentTab: (studentId: string, tab: string) =>
    `/dashboard/uczniowie/${encodeURIComponent(studentId)}/${tab}`,
  teachers: "/dashboard/nauczyciele",
  teacher: (teacherId: string) => `/dashboard/nauczyciele/${encodeURIComponent(teacherId)}`,
  teacherTab: (teacherId: string, tab: string) =>
    `/dashboard/nauczyciele/${encodeURIComponent(teacherId)}/${tab}`,
  boards: "/dashboard/tablice",
  board: (lessonId: string) => `/dashboard/tablice/${encodeURIComponent(lessonId)}`,
  /** What a student, or a parent for a child, reads of lessons. */
  reports: "/dashboard/raporty",
  summary: (month: { year: number; month: number } | null = null, studentId: string | null = null) => {
    const query = new URLSearchParams({
      ...(month && { rok: String(month.year), miesiac: String(month.month) }),
      ...(studentId && { uczen: studentId }),
    }).toString();
    return `/dashboard/raporty/podsumowanie${query && `?${query}`}`;
  },
  /** The whole list of one kind of what waits. */
  attention: (kind: string) => `/dashboard/zajecia/co-teraz/${encodeURIComponent(kind)}`,
  statement: (teacherId: string, { year, month }: { year: number; month: number }) =>
    `/dashboard/nauczyciele/${encodeURIComponent(teacherId)}/statystyki?rok=${year}&miesiac=${month}`,
  company: "/dashboard/firma",
  centre: "/dashboard/firma/centrum",
  prices: "/dashboard/firma/cennik",
  /** What came in (`wplaty`) or went out (`wyplaty`) in a month, of one person or of all. */
  movements: (
    flow: "in" | "out",
    { year, month }: { year: number; month: number },
    { studentId, teacherId }: { studentId?: string; teacherId?: string } = {},
  ) =>
    `/dashboard/firma/przeplywy?${new URLSearchParams({
      co: flow === "in" ? "wplaty" : "wyplaty",
      rok: String(year),
      miesiac: String(month),
      ...(studentId && { uczen: studentId }),
      ...(teacherId && { nauczyciel: teacherId }),
    })}`,
  bills: "/dashboard/firma/rachunki",
  bankStatements: "/dashboard/firma/wyciagi",
  payoutRun: "/dashboard/firma/wyplaty",
  cancellationPolicy: "/dashboard/firma/zasady-odwolan",
  documents: "/dashboard/firma/dokumenty",
  parents: "/dashboard/uczniowie/rodzice",
  importStudents: "/dashboard/uczniowie/import",
  importPayments: "/dashboard/uczniowie/import?co=wplaty",
  parent: (parentId: string) => `/dashboard/uczniowie/rodzice/${encodeURIComponent(parentId)}`,
  admins: "/dashboard/firma/administratorzy",
  admin: (adminId: string) => `/dashboard/firma/administratorzy/${encodeURIComponent(adminId)}`,
  results: "/dashboard/firma/wyniki",
  settlement: "/dashboard/firma/rozliczenia",
  ownSettlement: "/dashboard/platnosci",
  invoices: "/dashboard/firma/faktury",
  onlinePayments: "/dashboard/firma/platnosci-online",
  notifications: "/dashboard/firma/powiadomienia",
  history: "/dashboard/firma/historia",
} as const;
