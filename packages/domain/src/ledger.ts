import { bySubjectLevel, type SubjectLevel } from "./subjects";

/** Why a student's prepaid lessons move (rules §14). */
export const LEDGER_KINDS = [
  "purchase",
  "hold",
  "release",
  "adjustment",
  "expiry",
  "refund",
  "void",
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** How a payment was made; `przelew` by default. */
export const PAYMENT_METHODS = ["gotowka", "przelew", "online", "inne"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const DEFAULT_PAYMENT_METHOD = "przelew" satisfies PaymentMethod;

/** Most lessons that one adjustment adds or takes away. */
export const ADJUSTMENT_MAX = 100;
/** How many days before lessons expire their student is warned. */
export const EXPIRY_WARNING_DAYS = 7;
/** Largest balance at which the centre may notify students that few lessons are left. */
export const LOW_BALANCE_THRESHOLD_MAX = 20;
/** Most days before a lesson at which it can be due. */
export const DUE_DAYS_MAX = 60;
/** Longest validity of a package, in days. */
export const PACKAGE_DAYS_MAX = 3650;

/** Lessons left of one subject and level; below zero: lessons owed. */
export type AvailableLessons = SubjectLevel & { readonly available: number };

/** A balance in the order in which lists show it. */
export function sortBalance(balance: readonly AvailableLessons[]): AvailableLessons[] {
  return [...balance].sort(bySubjectLevel);
}
