import { plural } from "@korki/domain";
import type { TrialStep } from "../results";

/** Firma → "Wyniki" (rules §37). */
export const resultsTexts = {
  title: "Wyniki",
  retention: "Powroty uczniów",
  retentionText:
    "Uczniowie, którzy mieli lekcję w tym miesiącu i mają ją też w następnym. Nauczyciel: ten z ostatniej lekcji.",
  retained: (retained: number, students: number) =>
    students === 0
      ? "Brak lekcji w tym miesiącu"
      : `${retained} z ${students} (${Math.round((100 * retained) / students)}%)`,
  byTeacher: "Według nauczycieli",
  byFirstMonth: "Według pierwszego miesiąca nauki",
  teacher: "Nauczyciel",
  month: "Pierwszy miesiąc",
  students: "Uczniowie",
  stayed: "Zostali",
  openRows: (what: string) => `Pokaż uczniów: ${what}`,
  staysHere: "ma lekcję w następnym miesiącu",
  leaves: "bez lekcji w następnym miesiącu",
  hours: "Wykorzystanie godzin",
  hoursByDay: "Godziny według dnia tygodnia",
  hoursText:
    "Lekcje odbyte w stosunku do godzin, które nauczyciele udostępnili. Dostępność: obecna, bez dni wolnych.",
  hoursUsed: (delivered: number, offered: number) =>
    offered === 0
      ? "Nikt nie udostępnił godzin"
      : `${delivered} z ${offered} (${Math.round((100 * delivered) / offered)}%)`,
  openAllHours: (used: string) => `Pokaż godziny: ${used}`,
  hour: "Godzina",
  openHours: (day: string, hour: string, delivered: number, offered: number) =>
    `${day}, ${hour}: ${delivered} z ${offered}`,
  heldLesson: "lekcja odbyta",
  freeHour: "wolne",
  trials: "Od lekcji próbnej do czwartej lekcji",
  trialsText: "Zgłoszenia z tego miesiąca i jak daleko zaszły.",
  steps: {
    requested: "Zgłoszenie",
    scheduled: "Umówiona lekcja próbna",
    held: "Odbyta lekcja próbna",
    account: "Konto ucznia",
    first: "1. lekcja",
    second: "2. lekcja",
    third: "3. lekcja",
    fourth: "4. lekcja",
  } satisfies Record<TrialStep, string>,
  noName: "bez imienia",
  idle: "Bez następnej lekcji",
  idleText: "Uczniowie, których ostatnia lekcja była 8–30 dni temu, a następnej nie ma.",
  noneIdle: "Każdy uczeń z ostatnich tygodni ma następną lekcję.",
  none: "Brak",
  lastLesson: "Ostatnia lekcja",
  daysAgo: (days: number) => `${days} ${plural(days, "dzień", "dni", "dni")} temu`,
  write: "Napisz",
  writeTo: (name: string) => `Napisz: ${name}`,
  propose: "Zaproponuj termin",
  proposeTo: (name: string) => `Zaproponuj termin: ${name}`,
  actions: "Działania",
} as const;
