import { plural } from "@korki/domain";
import type { CalendarProblem } from "../outside-calendars";

/** What the server says about calendars elsewhere (rules §35). */
export const outsideCalendarTexts = {
  badAddress: "Podaj adres kalendarza, który zaczyna się od https:// albo webcal://",
  tooMany: "Możesz dodać najwyżej 3 kalendarze. Usuń jeden, żeby dodać następny.",
  busy: "Nauczyciel ma wtedy inne zajęcie w swoim kalendarzu",
  ownBusy: "Masz wtedy inne zajęcie w swoim kalendarzu",
  busyAt: (slots: string) => `Terminy zajęte w kalendarzach nauczycieli: ${slots}`,
  ownBusyAt: (slots: string) => `Terminy zajęte w Twoim kalendarzu: ${slots}`,
  notFree: "Nauczyciel jest wtedy zajęty. Wybierz inny termin.",
} as const;

/** "Moje kalendarze" in the settings, and busy times in the own calendar. */
export const outsideCalendarScreenTexts = {
  title: "Moje kalendarze",
  text: "Dodaj adres swojego innego kalendarza, a zajęte w nim godziny znikną z Twoich wolnych terminów. Czytamy tylko, kiedy masz zajęcie, nigdy jakie.",
  list: "Dodane kalendarze",
  url: "Adres innego kalendarza",
  urlText:
    "Adres https albo webcal, który kończy się zwykle na .ics. W Kalendarzu Google: Ustawienia kalendarza → Tajny adres w formacie iCal.",
  urlExample: "https://calendar.google.com/…/basic.ics",
  urlRequired: "Wklej adres kalendarza",
  label: "Nazwa",
  labelExample: "np. Szkoła",
  add: "Dodaj kalendarz",
  added: "Dodano kalendarz",
  full: "Masz już trzy kalendarze. Usuń jeden, żeby dodać następny.",
  host: (host: string) => `z ${host}`,
  events: (count: number) =>
    `${count} ${plural(count, "wydarzenie, które zajmuje", "wydarzenia, które zajmują", "wydarzeń, które zajmują")} czas`,
  read: (when: string) => `Odczytano: ${when}`,
  failing: (when: string, problem: string) => `Nie działa od: ${when}. ${problem}`,
  kept: "Obowiązują zajęte godziny z ostatniego odczytu.",
  refresh: "Odczytaj teraz",
  refreshOf: (name: string) => `Odczytaj teraz: ${name}`,
  refreshed: "Odczytano kalendarz",
  remove: "Usuń",
  removeOf: (name: string) => `Usuń kalendarz: ${name}`,
  removeTitle: (name: string) => `Usunąć kalendarz ${name}?`,
  removeText: "Godziny zajęte w tym kalendarzu będą od razu wolne. Umówione lekcje zostają.",
  removed: "Usunięto kalendarz",
  addSandbox: "Dodaj przykładowy kalendarz",
  sandboxLabel: "Szkoła",
  busy: "Zajęte",
  askTitle: "Zająć ten termin mimo to?",
  askYes: "Tak, zajmij termin",
} as const;

/** Why a calendar could not be read. A refused address is not told from one that does not answer. */
export const calendarProblemTexts: Readonly<Record<CalendarProblem, string>> = {
  "no-answer":
    "Pod tym adresem nikt nie odpowiada. Sprawdź, czy adres jest pełny, publiczny i zaczyna się od https:// albo webcal://.",
  refused: "Serwer nie udostępnia kalendarza pod tym adresem. Sprawdź, czy adres jest nadal ważny.",
  "not-a-calendar": "Pod tym adresem nie ma kalendarza w formacie iCalendar (.ics)",
  "too-large": "Ten kalendarz jest za duży: czytamy najwyżej 5 MB",
  "too-many-events": "W tym kalendarzu jest za dużo wydarzeń: czytamy najwyżej 10 000",
  "too-slow": "Nie udało się odczytać tego kalendarza: jego wydarzenia powtarzają się zbyt często",
  "address-lost": "Zapisanego adresu nie da się już odczytać. Usuń ten kalendarz i dodaj go ponownie.",
};
