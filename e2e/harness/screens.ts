/** A screen of the product: where it is, and the heading by which it shows that it is there. */
export type Screen = {
  readonly name: string;
  readonly path: string;
  readonly heading: string;
  /** It shows the same components as another one here: seen with SCREENS only. */
  readonly isAlike?: true;
};

/** The demo's people and things have the same ids in every demo. */
const demo = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const TEACHER = `/dashboard/nauczyciele/${demo(100_002)}`;
const STUDENT = `/dashboard/uczniowie/${demo(100_004)}`;
const PARENT = `/dashboard/uczniowie/rodzice/${demo(100_019)}`;
const LESSON = demo(300_001);
const TRIAL_REQUEST = demo(800_004);
const BILL = demo(1_100_001);
const CALENDAR_MONTH = "/dashboard/zajecia?widok=kalendarz&zakres=miesiac";
const SERIES = "/dashboard/zajecia/stale-terminy";
const CLOSURES = "/dashboard/zajecia/dni-wolne";
const CALENDAR = "/dashboard/zajecia?widok=kalendarz";

/** Every screen by role; null: visitors. */
export const SCREENS: readonly {
  readonly email: string | null;
  readonly screens: readonly Screen[];
}[] = [
  {
    email: null,
    screens: [
      { name: "login", path: "/auth", heading: "Logowanie" },
      { name: "register", path: "/auth?tryb=rejestracja", heading: "Rejestracja" },
      { name: "recovery", path: "/auth?tryb=odzyskiwanie", heading: "Odzyskiwanie konta" },
      { name: "email-confirmed", path: "/email_confirm_succes", heading: "E-mail został potwierdzony" },
      {
        name: "email-not-confirmed",
        path: "/email_confirm_error",
        heading: "E-mail NIE został potwierdzony",
        isAlike: true,
      },
      { name: "new-password", path: "/regen_pass/abc", heading: "Ustaw nowe hasło" },
      { name: "invitation", path: "/zaproszenie/abc", heading: "Zaproszenie dla rodzica" },
      { name: "trial-sign-up", path: "/lekcja_probna", heading: "Zapisz się na lekcję próbną" },
      { name: "price-list", path: "/cennik", heading: "Cennik" },
      { name: "not-found", path: "/nie/ma/takiej", heading: "Nie znaleźliśmy strony" },
    ],
  },
  {
    email: "uczen@demo.pl",
    screens: [
      { name: "student-lessons", path: "/dashboard/zajecia", heading: "Zajęcia" },
      { name: "student-calendar", path: "/dashboard/zajecia?widok=kalendarz", heading: "Zajęcia" },
      { name: "student-calendar-month", path: CALENDAR_MONTH, heading: "Zajęcia" },
      { name: "student-booking", path: "/dashboard/zajecia/rezerwacja", heading: "Zarezerwuj lekcję" },
      { name: "student-series", path: SERIES, heading: "Stałe terminy" },
      { name: "student-new-series", path: `${SERIES}/nowy`, heading: "Poproś o stały termin" },
      { name: "student-chat", path: "/dashboard/chat", heading: "Chat" },
      {
        name: "student-conversation",
        path: "/dashboard/chat/01930000-0000-7000-8000-000000100002",
        heading: "Chat",
      },
      { name: "student-settings", path: "/dashboard/ustawienia", heading: "Ustawienia" },
      { name: "student-security", path: "/dashboard/ustawienia/bezpieczenstwo", heading: "Ustawienia" },
      { name: "student-payments", path: "/dashboard/platnosci", heading: "Płatności" },
      { name: "student-reports", path: "/dashboard/raporty", heading: "Raporty i zadania" },
      { name: "student-boards", path: "/dashboard/tablice", heading: "Tablice" },
      { name: "student-month", path: "/dashboard/raporty/podsumowanie", heading: "Podsumowanie miesiąca" },
    ],
  },
  {
    email: "uczen2@demo.pl",
    screens: [
      { name: "new-student-lessons", path: "/dashboard/zajecia", heading: "Zajęcia" },
      { name: "new-student-booking", path: "/dashboard/zajecia/rezerwacja", heading: "Zarezerwuj lekcję" },
      { name: "new-student-chat", path: "/dashboard/chat", heading: "Chat" },
      { name: "new-student-payments", path: "/dashboard/platnosci", heading: "Płatności" },
    ],
  },
  {
    email: "nauczyciel@demo.pl",
    screens: [
      { name: "teacher-lessons", path: "/dashboard/zajecia", heading: "Zajęcia" },
      {
        name: "teacher-calendar",
        path: "/dashboard/zajecia?widok=kalendarz",
        heading: "Zajęcia",
        isAlike: true,
      },
      { name: "teacher-calendar-month", path: CALENDAR_MONTH, heading: "Zajęcia", isAlike: true },
      {
        name: "teacher-availability",
        path: "/dashboard/zajecia/dostepnosc",
        heading: "Godziny dyspozycji korepetytora",
      },
      { name: "teacher-series", path: SERIES, heading: "Stałe terminy", isAlike: true },
      { name: "teacher-new-series", path: `${SERIES}/nowy`, heading: "Dodaj stały termin" },
      { name: "teacher-closures", path: CLOSURES, heading: "Nieobecności", isAlike: true },
      { name: "teacher-chat", path: "/dashboard/chat", heading: "Chat", isAlike: true },
      {
        name: "teacher-conversation",
        path: "/dashboard/chat/01930000-0000-7000-8000-000000100004",
        heading: "Chat",
        isAlike: true,
      },
      { name: "teacher-settings", path: "/dashboard/ustawienia", heading: "Ustawienia" },
      { name: "teacher-payments", path: "/dashboard/platnosci", heading: "Płatności" },
      { name: "teacher-delivered", path: "/dashboard/zajecia/odbyte", heading: "Odbyte lekcje" },
      { name: "teacher-students", path: "/dashboard/uczniowie", heading: "Uczniowie" },
      { name: "teacher-student", path: STUDENT, heading: "Uczniowie" },
      {
        name: "teacher-attention",
        path: "/dashboard/zajecia/co-teraz/to-confirm",
        heading: "Do potwierdzenia",
      },
    ],
  },
  {
    email: "rodzic@demo.pl",
    screens: [
      { name: "parent-lessons", path: "/dashboard/zajecia", heading: "Zajęcia" },
      { name: "parent-payments", path: "/dashboard/platnosci", heading: "Płatności" },
      { name: "parent-students", path: "/dashboard/uczniowie", heading: "Uczniowie" },
    ],
  },
  {
    email: "mama@demo.pl",
    screens: [
      { name: "mother-lessons", path: "/dashboard/zajecia", heading: "Zajęcia" },
      {
        name: "mother-calendar",
        path: "/dashboard/zajecia?widok=kalendarz",
        heading: "Zajęcia",
        isAlike: true,
      },
      {
        name: "mother-booking",
        path: "/dashboard/zajecia/rezerwacja",
        heading: "Zarezerwuj lekcję",
        isAlike: true,
      },
      { name: "mother-payments", path: "/dashboard/platnosci", heading: "Płatności" },
      { name: "mother-settings", path: "/dashboard/ustawienia", heading: "Ustawienia", isAlike: true },
      { name: "mother-boards", path: "/dashboard/tablice", heading: "Tablice", isAlike: true },
      { name: "mother-reports", path: "/dashboard/raporty", heading: "Raporty i zadania", isAlike: true },
      {
        name: "mother-month",
        path: "/dashboard/raporty/podsumowanie",
        heading: "Podsumowanie miesiąca",
        isAlike: true,
      },
    ],
  },
  {
    email: "tata@demo.pl",
    screens: [
      { name: "father-lessons", path: "/dashboard/zajecia", heading: "Zajęcia", isAlike: true },
      { name: "father-payments", path: "/dashboard/platnosci", heading: "Płatności", isAlike: true },
      { name: "father-bill", path: `/dashboard/platnosci?rachunek=${BILL}`, heading: "Płatności" },
    ],
  },
  {
    email: "admin@demo.pl",
    screens: [
      { name: "admin-lessons", path: "/dashboard/zajecia", heading: "Zajęcia" },
      { name: "admin-lesson", path: `/dashboard/zajecia?lekcja=${LESSON}`, heading: "Zajęcia" },
      { name: "admin-calendar-all", path: CALENDAR, heading: "Zajęcia" },
      { name: "admin-calendar-day", path: `${CALENDAR}&zakres=dzien`, heading: "Zajęcia" },
      { name: "admin-calendar-month", path: CALENDAR_MONTH, heading: "Zajęcia" },
      {
        name: "admin-calendar-teacher",
        path: `${CALENDAR}&nauczyciel=${demo(100_002)}`,
        heading: "Zajęcia",
        isAlike: true,
      },
      { name: "admin-add-lesson", path: "/dashboard/zajecia/dodaj", heading: "Zajęcia" },
      { name: "admin-series", path: SERIES, heading: "Zajęcia", isAlike: true },
      { name: "admin-new-series", path: `${SERIES}/nowy`, heading: "Zajęcia" },
      { name: "admin-closures", path: CLOSURES, heading: "Zajęcia" },
      { name: "admin-trials", path: "/dashboard/zajecia/probne", heading: "Zajęcia" },
      { name: "admin-trial", path: `/dashboard/zajecia/probne?probna=${TRIAL_REQUEST}`, heading: "Zajęcia" },
      { name: "admin-attention", path: "/dashboard/zajecia/co-teraz/no-outcome", heading: "Bez wyniku" },
      { name: "admin-add-trial", path: "/dashboard/zajecia/dodaj-probna", heading: "Zajęcia" },
      { name: "admin-chat", path: "/dashboard/chat", heading: "Chat", isAlike: true },
      { name: "admin-settings", path: "/dashboard/ustawienia", heading: "Ustawienia", isAlike: true },
      { name: "admin-teachers", path: "/dashboard/nauczyciele?zablokowani=tak", heading: "Nauczyciele" },
      {
        name: "admin-teachers-none",
        path: "/dashboard/nauczyciele?szukaj=nikt",
        heading: "Nauczyciele",
        isAlike: true,
      },
      { name: "admin-teacher-info", path: `${TEACHER}/info`, heading: "Anna Kowalska" },
      { name: "admin-teacher-relations", path: `${TEACHER}/relacje`, heading: "Anna Kowalska" },
      { name: "admin-teacher-payouts", path: `${TEACHER}/finanse`, heading: "Anna Kowalska" },
      { name: "admin-teacher-figures", path: `${TEACHER}/statystyki`, heading: "Anna Kowalska" },
      { name: "admin-teacher-subjects", path: `${TEACHER}/przedmioty`, heading: "Anna Kowalska" },
      { name: "admin-teacher-hours", path: `${TEACHER}/godziny`, heading: "Anna Kowalska" },
      { name: "admin-teacher-vetting", path: `${TEACHER}/sprawdzenia`, heading: "Anna Kowalska" },
      { name: "admin-students", path: "/dashboard/uczniowie", heading: "Uczniowie" },
      { name: "admin-student-info", path: `${STUDENT}/info`, heading: "Jakub Nowak" },
      { name: "admin-student-parents", path: `${STUDENT}/rodzice`, heading: "Jakub Nowak" },
      { name: "admin-student-payments", path: `${STUDENT}/finanse`, heading: "Jakub Nowak" },
      { name: "admin-student-ledger", path: `${STUDENT}/rozliczenie`, heading: "Jakub Nowak" },
      { name: "admin-student-reports", path: `${STUDENT}/raporty`, heading: "Jakub Nowak" },
      {
        name: "admin-owing",
        path: "/dashboard/uczniowie?do-zaplaty=tak&sort=-owed",
        heading: "Uczniowie",
        isAlike: true,
      },
      { name: "admin-student-figures", path: `${STUDENT}/statystyki`, heading: "Jakub Nowak" },
      { name: "admin-company", path: "/dashboard/firma", heading: "Firma" },
      { name: "admin-centre", path: "/dashboard/firma/centrum", heading: "Firma" },
      { name: "admin-movements", path: "/dashboard/firma/przeplywy?co=wyplaty", heading: "Firma" },
      { name: "admin-payout-run", path: "/dashboard/firma/wyplaty", heading: "Firma" },
      { name: "admin-bills", path: "/dashboard/firma/rachunki", heading: "Firma" },
      { name: "admin-settlements", path: "/dashboard/firma/rozliczenia", heading: "Firma" },
      { name: "admin-invoices", path: "/dashboard/firma/faktury", heading: "Firma" },
      { name: "admin-results", path: "/dashboard/firma/wyniki", heading: "Firma" },
      { name: "admin-prices", path: "/dashboard/firma/cennik", heading: "Firma" },
      { name: "admin-policy", path: "/dashboard/firma/zasady-odwolan", heading: "Firma" },
      { name: "admin-documents", path: "/dashboard/firma/dokumenty", heading: "Firma" },
      { name: "admin-parents", path: "/dashboard/uczniowie/rodzice", heading: "Uczniowie", isAlike: true },
      { name: "admin-import", path: "/dashboard/uczniowie/import", heading: "Uczniowie" },
      { name: "admin-parent", path: PARENT, heading: "Magdalena Nowak" },
      { name: "admin-admins", path: "/dashboard/firma/administratorzy", heading: "Firma", isAlike: true },
      { name: "admin-notifications", path: "/dashboard/firma/powiadomienia", heading: "Firma" },
      { name: "admin-history", path: "/dashboard/firma/historia", heading: "Firma" },
      {
        name: "admin-not-found",
        path: "/dashboard/nie-ma",
        heading: "Nie znaleźliśmy strony",
        isAlike: true,
      },
    ],
  },
];
