import { adminLessonScreenTexts } from "@korki/contracts/texts/admin-lesson-screens";
import { adminPeopleScreenTexts } from "@korki/contracts/texts/admin-people-screens";
import { closureScreenTexts } from "@korki/contracts/texts/closure-screens";
import { commandTexts as texts } from "@korki/contracts/texts/commands";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { familyScreenTexts } from "@korki/contracts/texts/family-screens";
import { importTexts } from "@korki/contracts/texts/imports";
import { bookingTexts, lessonScreenTexts } from "@korki/contracts/texts/lesson-screens";
import { orderScreenTexts } from "@korki/contracts/texts/orders";
import { reportTexts } from "@korki/contracts/texts/reports";
import { securityScreenTexts } from "@korki/contracts/texts/security-screens";
import { seriesScreenTexts } from "@korki/contracts/texts/series-screens";
import { calendarAddressTexts } from "@korki/contracts/texts/settings";
import type { Role } from "@korki/domain";
import { ADDING, paths } from "../paths";

/** Something that can be typed for instead of clicked: an address under a name. */
export type Command = {
  readonly label: string;
  readonly path: string;
  readonly keys?: string;
  /** what else finds it: phones and e-mail of a person */
  readonly also?: string;
};

const CALENDAR = `${paths.lessons}?widok=kalendarz`;
const MONTH = `${CALENDAR}&zakres=miesiac`;
const DEBTORS = `${paths.students}?do-zaplaty=tak&sort=-owed`;
const INVITE_PARENT = `${paths.settings}#rodzic`;
const CALENDAR_ADDRESS = `${paths.settings}#kalendarz`;

/** A list of money with the form that adds to it; a list of people with the form that makes an account. */
const adding = (path: string) => `${path}?${ADDING}=tak`;
const addingAccount = (path: string) => `${path}?${ADDING}=konto`;

/** The calendar on a day. */
export function calendarOn(date: string): string {
  return `${CALENDAR}&dzien=${date}`;
}

const calendar: Command = { label: lessonScreenTexts.asCalendar, path: CALENDAR, keys: "k" };
const month: Command = { label: texts.month, path: MONTH };
const book: Command = { label: bookingTexts.book, path: paths.booking, keys: "n" };
const series: Command = { label: seriesScreenTexts.title, path: paths.series };
const newSeries: Command = { label: seriesScreenTexts.request, path: paths.newSeries };
const closures: Command = { label: closureScreenTexts.open, path: paths.closures };
const change: Command = { label: texts.cancelOrMove, path: paths.lessons };
export const topUp: Command = { label: orderScreenTexts.topUp, path: paths.topUp() };
const payments: Command = { label: dashboardTexts.payments, path: paths.payments };
const reports: Command = { label: reportTexts.myReports, path: paths.reports };
const summary: Command = { label: texts.monthSummary, path: paths.summary() };
const boards: Command = { label: texts.boards, path: paths.boards };
const security: Command = { label: securityScreenTexts.title, path: paths.security };
const settings: Command = { label: dashboardTexts.settings, path: paths.settings };
const calendarAddress: Command = { label: calendarAddressTexts.title, path: CALENDAR_ADDRESS };

/** What an administrator can do for a person who was found. */
export function actsFor(person: {
  id: string;
  role: Role;
  email: string;
  label: string;
}): readonly Command[] {
  const { id, role, email, label } = person;
  const write = { label: texts.writeTo(label), path: paths.chatWith(id) };
  if (role === "Student")
    return [
      { label: texts.addLessonFor(label), path: paths.addLessonFor(null, id) },
      { label: texts.addPaymentOf(label), path: adding(paths.studentTab(id, "finanse")) },
      // A child without a login has no chat; the parents are found, too.
      ...(email === "" ? [] : [write]),
    ];
  if (role === "Teacher")
    return [write, { label: texts.addPayoutOf(label), path: adding(paths.teacherTab(id, "finanse")) }];
  return [write];
}

/** What each user type can do from anywhere, beside the parts of "Firma". */
export const COMMANDS: Record<Role, readonly Command[]> = {
  Student: [
    book,
    calendar,
    month,
    newSeries,
    series,
    change,
    topUp,
    reports,
    summary,
    boards,
    { label: familyScreenTexts.inviteTitle, path: INVITE_PARENT },
    calendarAddress,
    security,
  ],
  Parent: [
    book,
    calendar,
    month,
    newSeries,
    series,
    change,
    topUp,
    payments,
    reports,
    summary,
    boards,
    calendarAddress,
    security,
  ],
  Teacher: [
    calendar,
    month,
    { label: lessonScreenTexts.editAvailability, path: paths.availability, keys: "n" },
    series,
    newSeries,
    closures,
    change,
    boards,
    calendarAddress,
    security,
  ],
  Admin: [
    { label: adminLessonScreenTexts.addLesson, path: paths.addLesson, keys: "n" },
    calendar,
    month,
    { label: adminLessonScreenTexts.addTrialLesson, path: paths.addTrialLesson },
    { label: adminLessonScreenTexts.trialLessons, path: paths.trialLessons },
    { label: texts.newSeries, path: paths.newSeries },
    series,
    { label: texts.addStudent, path: addingAccount(paths.students) },
    { label: texts.addTeacher, path: addingAccount(paths.teachers) },
    { label: texts.addParent, path: addingAccount(paths.parents) },
    { label: closureScreenTexts.titleAdmin, path: paths.closures },
    { label: adminPeopleScreenTexts.parents, path: paths.parents },
    { label: texts.debtors, path: DEBTORS },
    { label: importTexts.title, path: paths.importStudents },
    boards,
    settings,
    security,
  ],
};

/** Other words for what stands at an address, as people type them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [paths.booking, "dodaj lekcję rezerwacja umów termin nowa"],
  [paths.addLesson, "zarezerwuj rezerwacja umów termin nowa"],
  [CALENDAR, "tydzień dzień plan grafik terminarz"],
  [MONTH, "miesiąc plan grafik"],
  [paths.series, "co tydzień cykl seria powtarzaj zakończ"],
  [paths.newSeries, "co tydzień cykl seria powtarzaj nowy"],
  [paths.lessons, "odwołaj anuluj zrezygnuj przełóż przenieś zmień termin plan"],
  [paths.closures, "urlop choroba nieobecność wolne święta ferie"],
  [paths.availability, "dostępność dyspozycja wolne godziny grafik"],
  [paths.topUp(), "zapłać płatność kup pakiet blik karta przelew wpłata"],
  [paths.payments, "zapłać rachunek faktura saldo zaległość historia wpłat zarobki wypłata"],
  [paths.reports, "praca domowa oceny postępy notatki"],
  [paths.summary(), "pdf oceny postępy frekwencja raport"],
  [paths.boards, "rysunek notatki"],
  [paths.chat, "napisz wiadomość czat"],
  [paths.settings, "telegram powiadomienia e-mail telefon dane język profil konto zgody"],
  [paths.security, "hasło logowanie drugi składnik klucz sesje urządzenia usuń konto"],
  [INVITE_PARENT, "mama tata opiekun dziecko"],
  [CALENDAR_ADDRESS, "google apple ical subskrypcja telefon"],
  [DEBTORS, "przypomnij zaległości dług do zapłaty wpłata"],
  [paths.parents, "opiekunowie rodzic dziecko"],
  [addingAccount(paths.students), "nowy uczeń konto załóż"],
  [addingAccount(paths.teachers), "nowy nauczyciel korepetytor konto załóż"],
  [addingAccount(paths.parents), "nowy rodzic opiekun konto załóż"],
  [paths.importStudents, "plik csv excel wczytaj"],
  [paths.prices, "cena stawka"],
  [paths.admins, "pracownik uprawnienia"],
  [paths.notifications, "wiadomości sms e-mail telegram wysłane"],
  [paths.bankStatements, "przelew wpłata bank"],
  [paths.payoutRun, "wypłata wynagrodzenie"],
]);

/** Returns other words for what stands at an address, if there are any. */
export function wordsFor(path: string): string | undefined {
  return WORDS.get(path);
}
