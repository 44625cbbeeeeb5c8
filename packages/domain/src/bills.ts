import {
  addDays,
  addMonths,
  type CivilDate,
  civilDate,
  instantOf,
  laterDate,
  monthBounds,
  monthName,
  monthOf,
  type Slot,
  type YearMonth,
} from "./calendar";

/** How a payer is charged (rules §32): lesson by lesson, the month in advance, or after the month. */
export const BILLING_MODES = ["perLesson", "advance", "arrears"] as const;
export type BillingMode = (typeof BILLING_MODES)[number];
/** The modes that have bills. */
export const BILLED_MODES = ["advance", "arrears"] as const;
export type BilledMode = (typeof BILLED_MODES)[number];

export const BILL_STATUSES = ["open", "half", "paid", "withdrawn"] as const;
export type BillStatus = (typeof BILL_STATUSES)[number];

/** What an administrator does about a bill that is long overdue. */
export const OVERDUE_ACTIONS = ["stop", "release", "wait"] as const;
export type OverdueAction = (typeof OVERDUE_ACTIONS)[number];

/** Days of the month on which bills can be issued and due. */
export const BILL_DAY_MAX = 28;
/** Lessons that a line of a bill asks for at most. */
export const BILLED_LESSONS_MAX = 200;
/** Months back and ahead for which bills are previewed. */
const BILL_MONTHS = 12;
/** Days before bills are issued on which administrators are shown the preview. */
export const BILL_PREVIEW_DAYS = 3;
/** Days between the two halves of a bill. */
export const BILL_HALF_DAYS = 10;
/** Days after which an unpaid bill is reminded of, becomes a line of attention, and comes back after "wait". */
export const BILL_REMINDER_DAYS = 3;
export const BILL_OVERDUE_DAYS = 10;
export const BILL_WAIT_DAYS = 7;

const ISSUE_MINUTES = 9 * 60;
const DUE_DAYS_LEAST = 7;

/** Returns when the bills of a month are issued: on `issueDay` before it, or on the first after it, at 9:00. */
export function billIssueTime(mode: BilledMode, month: YearMonth, issueDay: number): Date {
  const day = mode === "advance" ? dayOf(addMonths(month, -1), issueDay) : monthBounds(month).to;
  return instantOf(day, ISSUE_MINUTES);
}

/** How a payer is charged by the month, and which months' bills there are, each as "YYYY-MM". */
export type MonthlyBilling = { mode: BilledMode; issueDay: number; billed: readonly string[] };

/** Returns the month whose bill asks for a lesson that is booked now for a day: the first one that is not issued yet. */
export function nextBillMonth(day: CivilDate, { mode, issueDay, billed }: MonthlyBilling, now: Date): string {
  let month = monthOf(day);
  while (now >= billIssueTime(mode, month, issueDay) || billed.includes(monthName(month))) {
    month = addMonths(month, 1);
  }
  return monthName(month);
}

/** Returns the last day on which bills of a month that were not issued in time are issued by themselves. */
export function lastIssueDay(mode: BilledMode, month: YearMonth): CivilDate {
  return addDays(monthBounds(mode === "advance" ? month : addMonths(month, 1)).to, -1);
}

/** Returns the day until which a bill is to be paid, at least 7 days after the day of issuing. */
export function billDueOn(
  mode: BilledMode,
  month: YearMonth,
  dueDay: number,
  issuedOn: CivilDate,
): CivilDate {
  const due = dayOf(mode === "advance" ? month : addMonths(month, 1), dueDay);
  return laterDate(due, addDays(issuedOn, DUE_DAYS_LEAST));
}

/** Whether bills of a month are previewed on a day: 12 months back and ahead. */
export function isBillableMonth(month: YearMonth, day: YearMonth): boolean {
  const apart = (month.year - day.year) * 12 + month.month - day.month;
  return Math.abs(apart) <= BILL_MONTHS;
}

/** A lesson that a bill asks for. */
export type BilledLesson = { readonly date: CivilDate; readonly block: number; readonly price: number };

/** Orders lessons by date and block, as money buys them. */
export function byTime(a: Slot, b: Slot): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : a.block - b.block;
}

/** Returns what is to be paid for lessons of this sum, and how much of the balance was taken off. */
export function amountToPay(sum: number, balance: number): { amount: number; balance: number } {
  const taken = Math.min(sum, balance);
  return { amount: sum - taken, balance: taken };
}

/** What a line asks for: the prices of its lessons in order of time, and what one more costs. */
export type LinePrices = { readonly prices: readonly number[]; readonly morePrice: number };

/** Returns the price of each of so many lessons of a line: its first ones, then further ones. */
export function linePrices({ prices, morePrice }: LinePrices, lessons: number): number[] {
  return Array.from({ length: lessons }, (_, at) => prices[at] ?? morePrice);
}

/** Returns what a line comes to with another number of lessons, as `linePrices`. */
export function billedAmount({ prices, morePrice }: LinePrices, billed: number): number {
  const more = Math.max(0, billed - prices.length);
  return prices.slice(0, billed).reduce((sum, price) => sum + price, 0) + more * morePrice;
}

/**
 * Returns how many lessons of a line money buys: its own in their order, then further ones; the reverse of `billedAmount`.
 */
export function affordableLessons({ prices, morePrice }: LinePrices, money: number): number {
  const { bought, left } = buyLessons(prices, money);
  const isRest = bought === prices.length;
  return bought + (isRest ? Math.floor(left / Math.max(1, morePrice)) : 0);
}

/** Returns how many of the next lessons money buys, whole ones only, in their order, and what is left. */
export function buyLessons(prices: readonly number[], money: number): { bought: number; left: number } {
  let left = money;
  let bought = 0;
  for (const price of prices) {
    if (price > left) break;
    left -= price;
    bought += 1;
  }
  return { bought, left };
}

/** Returns the sum of the first half of a bill's lessons, rounded up, in their order. */
export function firstHalf(prices: readonly number[]): number {
  return prices.slice(0, Math.ceil(prices.length / 2)).reduce((sum, price) => sum + price, 0);
}

/** Returns where a bill stands that has been paid so much, its taken-off balance included. */
export function billStatus(
  { prices, halves }: { readonly prices: readonly number[]; readonly halves: boolean },
  money: number,
): Exclude<BillStatus, "withdrawn"> {
  const sum = prices.reduce((total, price) => total + price, 0);
  if (money >= sum) return "paid";
  return halves && money > 0 && money >= firstHalf(prices) ? "half" : "open";
}

function dayOf({ year, month }: YearMonth, day: number): CivilDate {
  const date = civilDate(year, month, day);
  if (date === null) throw new RangeError(`no such day: ${year}-${month}-${day}`);
  return date;
}
