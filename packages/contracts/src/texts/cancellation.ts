import {
  type CancellationCost,
  CREDIT_DAYS_MAX,
  CUT_OFF_HOURS_MAX,
  type CutOff,
  FREE_LATE_MAX,
  plural,
} from "@korki/domain";

/** What is said about the cost of cancelling (rules §13). */
export const cancellationTexts = {
  wrongCutOff: "Podaj godziny przed lekcją albo godzinę dnia poprzedniego",
  wrongHours: `Podaj liczbę godzin od 1 do ${CUT_OFF_HOURS_MAX}`,
  wrongTime: "Podaj godzinę w postaci GG:MM",
  wrongLate: "Wybierz, co dzieje się po terminie",
  wrongFreeLate: `Podaj liczbę od 0 do ${FREE_LATE_MAX}`,
  wrongPayTeacher: "Wybierz, czy nauczyciel otrzymuje wynagrodzenie",
  wrongCreditDays: `Podaj liczbę dni od 1 do ${CREDIT_DAYS_MAX}`,
  wrongVersion: "Niepoprawna wersja",
  wrongDecision: "Wybierz, czy lekcja zostanie rozliczona",
  reasonMissing: "Podaj powód",
  reasonTooLong: "Powód jest za długi",
  notPlanned: "Tej lekcji nie można już odwołać",
  noOpenDecision: "Ta lekcja nie czeka na decyzję",
  decisionOverdue: "Czas na decyzję minął. Ta lekcja zostanie rozliczona.",
  notCharged: "Ta lekcja nie jest rozliczona jako odwołana po terminie",
  monthSettled: "Ten miesiąc jest już rozliczony z nauczycielem",
  freeUntil: (limit: string) => `Bezpłatne odwołanie do ${limit}`,
  freeNow: "Odwołanie jest bezpłatne",
  lateFree: "Termin bezpłatnego odwołania minął, ale to odwołanie jest jeszcze bezpłatne",
  losesLessons: (lessons: number, price: string) =>
    `Stracisz ${lessons} ${plural(lessons, "opłaconą lekcję", "opłacone lekcje", "opłaconych lekcji")} (${price})`,
  paysAnyway: (lessons: number, price: string) =>
    `Termin bezpłatnego odwołania minął: za ${lessons === 1 ? "tę lekcję" : "te lekcje"} trzeba zapłacić ${price}`,
  /** Of a double lesson of which one hour is paid for. */
  losesOnePaysOther: (lost: string, owed: string) =>
    `Stracisz 1 opłaconą lekcję (${lost}); za drugą trzeba zapłacić ${owed}`,
  cancelAndLose: (price: string) => `Odwołaj i strać lekcję (${price})`,
  cancelAndPay: (price: string) => `Odwołaj i zapłać ${price}`,
  cancelLoseAndPay: (lost: string, owed: string) => `Odwołaj, strać lekcję (${lost}) i zapłać ${owed}`,
  nothingToEnd: "Nie ma lekcji do odwołania",
  endsFree: (lessons: string) => `Odwołasz bezpłatnie: ${lessons}`,
  ends: (lessons: string) => `Odwołasz: ${lessons}`,
  endsCharged: (lessons: string, price: string) =>
    `po terminie, płatne mimo odwołania: ${lessons} (${price})`,
  endsAsked: (lessons: string) => `po terminie, o rozliczeniu zdecyduje nauczyciel: ${lessons}`,
  lateAsk: "Termin bezpłatnego odwołania minął: o rozliczeniu zdecyduje nauczyciel",
  charged: "Rozliczona mimo odwołania",
  open: "Nauczyciel zdecyduje, czy lekcja zostanie rozliczona",
} as const;

export const lateCostTexts: Readonly<Record<CancellationCost, string>> = {
  charge: "lekcja zostaje rozliczona",
  free: "odwołanie jest bezpłatne",
  ask: "decyduje nauczyciel",
};

/** `24 godziny przed lekcją`, `do 18:00 dnia poprzedniego`. */
export function cutOffText(cutOff: CutOff | null): string {
  if (cutOff === null) return "bez terminu, zawsze bezpłatnie";
  if ("dayBeforeAt" in cutOff) return `do ${cutOff.dayBeforeAt} dnia poprzedniego`;
  return `${cutOff.hours} ${plural(cutOff.hours, "godzina", "godziny", "godzin")} przed lekcją`;
}
