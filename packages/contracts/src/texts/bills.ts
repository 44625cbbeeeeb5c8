import { BILL_DAY_MAX, BILLED_LESSONS_MAX, type CivilDate, dateParts, plural } from "@korki/domain";
import { dayAndMonth, monthsNominative } from "./dates";
import { zloty } from "./money";

/** A month "YYYY-MM" by name: `grudzień 2026`. */
export function billMonth(month: string): string {
  const { year, month: number } = dateParts(`${month}-01`);
  return `${monthsNominative[number - 1]} ${year}`;
}

/** `Rachunek za grudzień 2026`. */
export function billTitle(month: string): string {
  return `Rachunek za ${billMonth(month)}`;
}

/** `10.12.2026`. */
export function billDay(date: CivilDate): string {
  return date.split("-").reverse().join(".");
}

/** `3 z 4 już opłacone`; null where nothing is. */
export function prepaidText({ planned, prepaid }: { planned: number; prepaid: number }): string | null {
  if (prepaid === 0) return null;
  if (prepaid === planned) return planned === 1 ? "już opłacona" : "wszystkie już opłacone";
  return `${prepaid} z ${planned} już ${plural(prepaid, "opłacona", "opłacone", "opłaconych")}`;
}

/** Monthly bills (rules §32). */
export const billTexts = {
  month: "Podaj miesiąc w postaci RRRR-MM",
  tooFar: "Podgląd obejmuje 12 miesięcy wstecz i 12 miesięcy naprzód",
  billed: `Podaj liczbę lekcji od 0 do ${BILLED_LESSONS_MAX}`,
  reason: "Podaj powód wycofania, najwyżej 200 znaków",
  action: "Wybierz, co zrobić z zaległym rachunkiem",
  mode: "Wybierz sposób rozliczania",
  day: `Podaj dzień miesiąca od 1 do ${BILL_DAY_MAX}`,
  halves: "Podaj, czy rachunek można zapłacić w dwóch częściach",
  notFound: "Nie ma takiego rachunku",
  unknownLine: "Na tych rachunkach nie ma takiej pozycji",
  previewOutdated: "Podgląd jest nieaktualny. Sprawdź nowy i wystaw rachunki ponownie.",
  alreadyPaid: "Ten rachunek jest już opłacony",
  wasWithdrawn: "Ten rachunek został wycofany",
  onlyOpen: "Wycofać można tylko rachunek, który czeka na płatność",
  notUnpaid: "Ten rachunek nie czeka już na płatność",
  noHalves: "Tego rachunku nie można zapłacić w dwóch częściach",
  stopped:
    "Nowych lekcji nie można teraz umówić, bo rachunek za lekcje jest nieopłacony. Będzie to możliwe po jego opłaceniu.",
  paymentDescription: (month: string) => billTitle(month),
  balanceUsed: (month: string) => `Z nadpłaty, za ${billMonth(month)}`,
  /** "Rachunki za grudzień 2026 zostaną wystawione 25 listopada" */
  previewReady: (month: string, on: CivilDate) =>
    `Rachunki za ${billMonth(month)} zostaną wystawione ${dayAndMonth(on)}`,
  /** "Anna Nowak: rachunek za grudzień 2026, 720 zł, po terminie od 10.12.2026" */
  overdue: (payer: string, month: string, left: number, dueOn: CivilDate) =>
    `${payer}: rachunek za ${billMonth(month)}, ${zloty(left)}, termin minął ${billDay(dueOn)}`,
} as const;
