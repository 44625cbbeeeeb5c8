import {
  ADJUSTMENT_MAX,
  type CivilDate,
  type LedgerKind,
  type PaymentMethod,
  spanHours,
} from "@korki/domain";
import { dayOfYear } from "./dates";
import { zloty } from "./money";

/** "Rozliczenie": every movement of a student's prepaid lessons (rules §14). */
export const ledgerTexts = {
  title: "Rozliczenie",
  wrongMethod: "Niepoprawna forma płatności",
  wrongQuantity: `Podaj liczbę od −${ADJUSTMENT_MAX} do ${ADJUSTMENT_MAX}, inną niż 0`,
  reasonMissing: "Podaj powód",
  paidInFuture: "Dzień wpłaty nie może być w przyszłości",
  expiryInPast: "Termin ważności nie może być w przeszłości",
  csvColumns: ["Data", "Co się stało", "Przedmiot", "Poziom", "Zmiana", "Saldo", "Ważne do", "Opis"],
} as const;

const ledgerKindTexts: Readonly<Record<LedgerKind, string>> = {
  purchase: "Wpłata",
  hold: "Lekcja",
  release: "Zwrot lekcji",
  adjustment: "Korekta",
  expiry: "Upłynął termin ważności",
  refund: "Zwrot pieniędzy",
  void: "Usunięta wpłata",
};

export const paymentMethodTexts: Readonly<Record<PaymentMethod, string>> = {
  gotowka: "gotówka",
  przelew: "przelew",
  online: "online",
  inne: "inna forma",
};

type DescribedEntry = {
  kind: LedgerKind;
  lesson: { date: CivilDate; block: number; teacherName: string } | null;
  payment: { moneyAmount: number; method: PaymentMethod } | null;
};

/** What a movement was, in a line: `Lekcja: 20 listopada 2026, 16:45–17:45 (Anna Nowak)`. */
export function ledgerEntryText({ kind, lesson, payment }: DescribedEntry): string {
  const what = ledgerKindTexts[kind];
  if (lesson)
    return `${what}: ${dayOfYear(lesson.date)}, ${spanHours(lesson.block, 1)} (${lesson.teacherName})`;
  return payment ? `${what}: ${zloty(payment.moneyAmount)}, ${paymentMethodTexts[payment.method]}` : what;
}
