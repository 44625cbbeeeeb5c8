import { type BlockSpan, type CancellationCost, type CivilDate, plural, type Weekday } from "@korki/domain";
import { billMonth } from "./bills";
import { cancellationTexts } from "./cancellation";
import { dayAndMonth, shortInstant } from "./dates";
import { zloty } from "./money";
import { lessonCount, stayingSlot, type WeeklyHours, weeklyHours } from "./series-summary";

/** Until when a booked lesson can be cancelled free of charge. `freeUntil` null: until it starts. */
function freeCancelling(freeUntil: Date | null, isOver: boolean): string {
  if (freeUntil === null) return "Odwołanie przed rozpoczęciem lekcji jest bezpłatne";
  if (isOver) return "Tej lekcji nie można już odwołać bezpłatnie";
  return `Bezpłatne odwołanie do ${shortInstant(freeUntil)}`;
}

/**
 * `Bezpłatne odwołanie do śr. 25.11, 18:55. 1 lekcja = 90 zł, do zapłaty do 26 listopada`; of a double lesson
 * `2 lekcje = 180 zł, jedna już opłacona, 90 zł do zapłaty do 26 listopada`; by the month
 * `1 lekcja = 90 zł, do zapłaty w rachunku za grudzień 2026`
 */
export function bookingSentence(booking: {
  lessons: BlockSpan;
  /** How many more lessons have to be paid for. */
  unpaid: number;
  price: number;
  /** The day of the first of these. */
  payBy: CivilDate;
  /** The months of the bills that ask for them, "YYYY-MM"; none: it is paid by its day. */
  bills: readonly string[];
  freeUntil: Date | null;
  isOver: boolean;
}): string {
  const { lessons, unpaid, price, payBy, bills, freeUntil, isOver } = booking;
  const months = bills.map(billMonth).join(" i ");
  const onBills = `w ${plural(bills.length, "rachunku", "rachunkach", "rachunkach")} za ${months}`;
  const until = `do zapłaty ${bills.length === 0 ? `do ${dayAndMonth(payBy)}` : onBills}`;
  const some = unpaid < lessons ? `jedna już opłacona, ${zloty(price)} ${until}` : until;
  const payment = unpaid > 0 ? some : plural(lessons, "już opłacona", "już opłacone", "już opłaconych");
  return `${freeCancelling(freeUntil, isOver)}. ${lessonCount(lessons)} = ${zloty(lessons * price)}, ${payment}`;
}

/** Lessons with their price, and when the first of those that are not paid for asks for money. */
export type NewLessons = {
  lessons: number;
  /** How many more lessons have to be paid for. */
  unpaid: number;
  price: number;
  /** The day of the first of these; null: none has to be. */
  payBy: CivilDate | null;
  /** How many of these are on that day. */
  unpaidThen: number;
  /** The months of the first bills that ask for them, "YYYY-MM"; none: each is paid by its day. */
  bills: readonly string[];
};

/**
 * `29 lekcji × 90 zł = 2 610 zł; 2 są opłacone; płacisz na bieżąco, najbliższa wpłata 90 zł do 3 grudnia`, by the month
 * `…; płacisz co miesiąc, najbliższy rachunek za grudzień 2026`
 */
export function newLessonsSentence(added: NewLessons): string {
  const { lessons, unpaid, price, payBy, unpaidThen, bills } = added;
  const [bill] = bills;
  if (lessons === 0) return "Żaden termin nie jest wolny";
  const paid = lessons - unpaid;
  const parts = [`${lessonCount(lessons)} × ${zloty(price)} = ${zloty(lessons * price)}`];
  if (payBy === null) parts.push(lessons === 1 ? "jest już opłacona" : "wszystkie są już opłacone");
  else {
    if (paid > 0) {
      parts.push(`${paid} ${plural(paid, "jest opłacona", "są opłacone", "jest opłaconych")}`);
    }
    parts.push(
      bill === undefined
        ? `płacisz na bieżąco, najbliższa wpłata ${zloty(unpaidThen * price)} do ${dayAndMonth(payBy)}`
        : `płacisz co miesiąc, najbliższy rachunek za ${billMonth(bill)}`,
    );
  }
  return parts.join("; ");
}

/** `12 lekcji przechodzi na środy 17:50; nauczyciel musi potwierdzić; do tego czasu zostają czwartki` */
export function moveSentence(move: {
  moved: number;
  to: WeeklyHours;
  /** Where the lessons stay until the teacher agrees; null: they move at once. */
  staying: { weekday: Weekday; block: number; everyWeeks: number } | null;
  added: NewLessons;
}): string {
  const { moved, to, staying, added } = move;
  if (moved + added.lessons === 0) return newLessonsSentence(added);
  const sentences: string[] = [];
  if (moved > 0) {
    sentences.push(
      `${lessonCount(moved)} ${plural(moved, "przechodzi", "przechodzą", "przechodzi")} na ${weeklyHours(to)}`,
    );
  }
  if (added.lessons > 0) {
    sentences.push(
      `${plural(added.lessons, "Dochodzi", "Dochodzą", "Dochodzi")} ${newLessonsSentence(added)}`,
    );
  }
  const waits = staying ? `; nauczyciel musi potwierdzić; do tego czasu ${stayingSlot(staying, to)}` : "";
  return `${sentences.join(". ")}${waits}`;
}

/** Some lessons, and the price of all of them in whole złoty. */
type PricedLessons = { lessons: number; price: number };

/**
 * What cancelling costs now: `Stracisz 1 opłaconą lekcję (90 zł)`, of a double one `Stracisz 2 opłacone lekcje (180 zł)` or
 * `Stracisz 1 opłaconą lekcję (90 zł); za drugą trzeba zapłacić 90 zł`.
 */
export function cancellingSentence(terms: {
  /** What is paid for. */
  lost: PricedLessons;
  /** What is not. */
  owed: PricedLessons;
  freeUntil: Date | null;
  cost: CancellationCost;
  isLate: boolean;
}): string {
  const { lost, owed, freeUntil, cost, isLate } = terms;
  if (cost === "charge") {
    if (owed.lessons === 0) return cancellationTexts.losesLessons(lost.lessons, zloty(lost.price));
    if (lost.lessons === 0) return cancellationTexts.paysAnyway(owed.lessons, zloty(owed.price));
    return cancellationTexts.losesOnePaysOther(zloty(lost.price), zloty(owed.price));
  }
  if (cost === "ask") return cancellationTexts.lateAsk;
  if (isLate) return cancellationTexts.lateFree;
  return freeUntil === null
    ? cancellationTexts.freeNow
    : cancellationTexts.freeUntil(shortInstant(freeUntil));
}

/** The same on the button: `Odwołaj i strać lekcję (90 zł)`. `unpaid`: what of the amount nothing pays for yet. */
export function cancellingLabel(terms: { amount: number; covered: number; unpaid: number }): string {
  const { amount, covered, unpaid } = terms;
  if (covered === 0) return cancellationTexts.cancelAndPay(zloty(amount));
  return unpaid === 0
    ? cancellationTexts.cancelAndLose(zloty(amount))
    : cancellationTexts.cancelLoseAndPay(zloty(amount - unpaid), zloty(unpaid));
}

/** What ending a weekly lesson costs now: `Odwołasz 29 lekcji bezpłatnie`. */
export function endingSentence(terms: {
  lessons: number;
  /** Lessons cancelled too late, which are charged, and their price in whole złoty. */
  charged: number;
  amount: number;
  /** Lessons cancelled too late, whose cost is decided later. */
  asked: number;
}): string {
  const { lessons, charged, amount, asked } = terms;
  if (lessons === 0) return cancellationTexts.nothingToEnd;
  if (charged + asked === 0) return cancellationTexts.endsFree(lessonCount(lessons));
  const parts = [cancellationTexts.ends(lessonCount(lessons))];
  if (charged > 0) parts.push(cancellationTexts.endsCharged(lessonCount(charged), zloty(amount)));
  if (asked > 0) parts.push(cancellationTexts.endsAsked(lessonCount(asked)));
  return parts.join("; ");
}
