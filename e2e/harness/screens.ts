/** A screen of the product: where it is, and the heading by which it shows that it is there. */
export type Screen = { readonly name: string; readonly path: string; readonly heading: string };

/** Every screen by who sees it; null: nobody is signed in. */
export const SCREENS: readonly { readonly email: string | null; readonly screens: readonly Screen[] }[] = [
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
      },
      { name: "new-password", path: "/regen_pass/abc", heading: "Ustaw nowe hasło" },
      { name: "trial-sign-up", path: "/lekcja_probna", heading: "Zapisz się na lekcję próbną" },
      { name: "not-found", path: "/nie/ma/takiej", heading: "Nie znaleźliśmy strony" },
    ],
  },
  {
    email: "uczen@demo.pl",
    screens: [
      { name: "student-lessons", path: "/dashboard/zajecia", heading: "Zajęcia" },
      { name: "student-calendar", path: "/dashboard/zajecia?widok=kalendarz", heading: "Zajęcia" },
      { name: "student-booking", path: "/dashboard/zajecia/rezerwacja", heading: "Rezerwacja lekcji" },
      { name: "student-chat", path: "/dashboard/chat", heading: "Chat" },
      {
        name: "student-conversation",
        path: "/dashboard/chat/01930000-0000-7000-8000-000000100002",
        heading: "Chat",
      },
      { name: "student-settings", path: "/dashboard/ustawienia", heading: "Ustawienia" },
      { name: "student-payments", path: "/dashboard/platnosci", heading: "Płatności" },
    ],
  },
  {
    email: "uczen2@demo.pl",
    screens: [
      { name: "new-student-lessons", path: "/dashboard/zajecia", heading: "Zajęcia" },
      { name: "new-student-booking", path: "/dashboard/zajecia/rezerwacja", heading: "Rezerwacja lekcji" },
      { name: "new-student-chat", path: "/dashboard/chat", heading: "Chat" },
      { name: "new-student-payments", path: "/dashboard/platnosci", heading: "Płatności" },
    ],
  },
  {
    email: "nauczyciel@demo.pl",
    screens: [
      { name: "teacher-lessons", path: "/dashboard/zajecia", heading: "Zajęcia" },
      { name: "teacher-calendar", path: "/dashboard/zajecia?widok=kalendarz", heading: "Zajęcia" },
      {
        name: "teacher-availability",
        path: "/dashboard/zajecia/dostepnosc",
        heading: "Godziny dyspozycji korepetytora",
      },
      { name: "teacher-chat", path: "/dashboard/chat", heading: "Chat" },
      {
        name: "teacher-conversation",
        path: "/dashboard/chat/01930000-0000-7000-8000-000000100004",
        heading: "Chat",
      },
      { name: "teacher-settings", path: "/dashboard/ustawienia", heading: "Ustawienia" },
      { name: "teacher-payments", path: "/dashboard/platnosci", heading: "Płatności" },
      { name: "teacher-students", path: "/dashboard/uczniowie", heading: "Uczniowie" },
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
];
