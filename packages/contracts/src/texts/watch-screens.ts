import { plural } from "@korki/domain";

/** Waiting for a slot, on the screens (rules §34). */
export const watchScreenTexts = {
  title: "Czekasz na termin",
  offer: "Powiadom mnie, gdy się zwolni",
  offerText:
    "Nie ma godziny, która Ci pasuje? Gdy u tego nauczyciela zwolni się termin, damy Ci znać i przez pół godziny nikt inny go nie zajmie.",
  weekdays: "Dni tygodnia",
  from: "Od godziny",
  to: "Do godziny",
  until: "Czekaj do dnia",
  save: "Czekaj na termin",
  saved: "Damy znać, gdy zwolni się termin",
  hours: (from: string, to: string) => `${from}–${to}`,
  untilDay: (day: string) => `do ${day}`,
  place: (place: number) => (place === 1 ? "Jesteś następną osobą w kolejce" : `Miejsce w kolejce: ${place}`),
  held: (slot: string, minutes: number) =>
    `Zwolnił się termin ${slot}. Czeka na Ciebie jeszcze ${minutes} ${plural(minutes, "minutę", "minuty", "minut")}.`,
  book: "Zarezerwuj",
  stop: "Nie czekaj",
  stopQuestion: "Przestać czekać na termin?",
  stopText: "Stracisz miejsce w kolejce.",
  keep: "Czekaj dalej",
  stopped: "Już nie czekasz na ten termin",
  /** For a teacher. */
  waiting: (count: number) =>
    `${count} ${plural(count, "uczeń czeka", "uczniowie czekają", "uczniów czeka")}, aż zwolni się termin.`,
} as const;
