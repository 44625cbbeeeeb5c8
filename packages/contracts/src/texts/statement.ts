import { type CivilDate, dateParts, type LessonStatus, type PaymentMethod, plural } from "@korki/domain";
import { paymentMethodTexts } from "./ledger";
import { zloty } from "./money";

/** "Rozliczenie", told as a bank tells it (rules §39). */
export const statementTexts = {
  title: "Historia wpłat",
  text: "Każda wpłata i każda lekcja: co było opłacone i na co poszło.",
  more: "Pokaż więcej",
  lessonsOf: (signed: string, count: number) =>
    `${signed} ${plural(Math.abs(count), "lekcja", "lekcje", "lekcji")}`,
  filter: "Przedmiot",
  all: "Wszystkie przedmioty",
  lessons: "Lekcje",
  amount: "Kwota",
  showAhead: (count: number) => `Pokaż zaplanowane (${count})`,
  showPast: "Pokaż to, co już było",
  aheadTitle: "Zaplanowane",
} as const;

type Event = {
  kind: "lesson" | "purchase" | "adjustment" | "expiry" | "refund" | "void";
  day: CivilDate;
  /** The day of the lesson; null: it is about none. */
  lessonDay: CivilDate | null;
  today: CivilDate;
  status: LessonStatus | null;
  charged: boolean;
  isUndecided: boolean;
  amount: number | null;
  method: PaymentMethod | null;
  expiresOn: CivilDate | null;
};

/** What happened, in a line: `Lekcja odbyta 23.11`, `Wpłata 800 zł, przelew, ważna do 22.02.2027`. */
export function statementText(event: Event): string {
  const { kind, day, lessonDay, today, amount, method, expiresOn } = event;
  const when = statementDay(lessonDay ?? day, today);
  const sum = amount === null ? "" : ` ${zloty(Math.abs(amount))}`;
  const valid = expiresOn === null ? "" : `, ważna do ${statementDay(expiresOn, null)}`;
  switch (kind) {
    case "lesson":
      return `${lessonText(event)} ${when}${event.isUndecided ? ", czeka na decyzję nauczyciela" : ""}`;
    case "purchase":
      return `Wpłata${sum}${method === null ? "" : `, ${paymentMethodTexts[method]}`}${valid}`;
    case "void":
      return `Usunięta wpłata${sum}`;
    case "refund":
      return `Zwrot pieniędzy${sum}`;
    case "expiry":
      return expiresOn === null
        ? "Upłynął termin ważności"
        : `Upłynął termin ważności ${statementDay(expiresOn, today)}`;
    case "adjustment":
      return "Korekta";
  }
}

function lessonText({ status, charged, isUndecided }: Event): string {
  switch (status) {
    case "Zrealizowana":
      return "Lekcja odbyta";
    case "Uczen nieobecny":
      return "Nieobecność";
    case "Odwolana przez ucznia":
      return charged || isUndecided ? "Odwołana po terminie" : "Odwołana bezpłatnie";
    case "Odwolana przez nauczyciela":
      return "Odwołana przez nauczyciela";
    default:
      return "Zaplanowana";
  }
}

/** `23.11`, with the year where it is not this one; `today` null: always. */
function statementDay(date: CivilDate, today: CivilDate | null): string {
  const { day, month, year } = dateParts(date);
  const short = `${day}.${String(month).padStart(2, "0")}`;
  return today !== null && dateParts(today).year === year ? short : `${short}.${year}`;
}

type Sums = {
  paid: number;
  adjusted: number;
  expired: number;
  refunded: number;
  held: number;
  absent: number;
  late: number;
  planned: number;
  balance: number;
};

/** `26 opłaconych − 10 odbytych − 1 nieobecność − 1 po terminie − 32 zaplanowane = −18`. */
export function statementSentence(sums: Sums): string {
  const { paid, adjusted, expired, refunded, held, absent, late, planned, balance } = sums;
  const terms: readonly (readonly [number, string])[] = [
    [adjusted, plural(Math.abs(adjusted), "korekta", "korekty", "korekt")],
    [refunded, plural(-refunded, "zwrócona", "zwrócone", "zwróconych")],
    [expired, plural(-expired, "przeterminowana", "przeterminowane", "przeterminowanych")],
    [-held, plural(held, "odbyta", "odbyte", "odbytych")],
    [-absent, plural(absent, "nieobecność", "nieobecności", "nieobecności")],
    [-late, "po terminie"],
    [-planned, plural(planned, "zaplanowana", "zaplanowane", "zaplanowanych")],
  ];
  const rest = terms
    .filter(([count]) => count !== 0)
    .map(([count, name]) => ` ${count < 0 ? "−" : "+"} ${Math.abs(count)} ${name}`);
  return `${paid} ${plural(paid, "opłacona", "opłacone", "opłaconych")}${rest.join("")} = ${signed(balance)}`;
}

function signed(count: number): string {
  return count < 0 ? `−${-count}` : String(count);
}
