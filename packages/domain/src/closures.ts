import { BLOCK_COUNT } from "./blocks";
import { addDays, type CivilDate, civilDate } from "./calendar";

/** Who is absent: everybody, or one teacher. */
export const CLOSURE_SCOPES = ["centre", "teacher"] as const;
export type ClosureScope = (typeof CLOSURE_SCOPES)[number];

/**
 * Days, or some blocks of each of these days, on which the centre is closed or a teacher is absent (rules §12). Both
 * dates and both blocks are inclusive; a null block leaves that end open.
 */
export type Closure = {
  /** null: the whole centre */
  readonly teacherId: string | null;
  readonly from: CivilDate;
  readonly to: CivilDate;
  readonly fromBlock: number | null;
  readonly toBlock: number | null;
};

/** Whether a closure covers a teacher's slot. */
export function closes(
  closure: Closure,
  slot: { readonly teacherId: string; readonly date: CivilDate; readonly block: number },
): boolean {
  return (
    (closure.teacherId === null || closure.teacherId === slot.teacherId) &&
    closure.from <= slot.date &&
    slot.date <= closure.to &&
    (closure.fromBlock ?? 0) <= slot.block &&
    slot.block <= (closure.toBlock ?? BLOCK_COUNT - 1)
  );
}

export type ClosureRefusal = "ends-before-start" | "blocks-reversed" | "too-long";

/** Longest closure, in days. */
const CLOSURE_DAYS_MAX = 366;

/** Returns what is wrong with a closure's range, or null. */
export function checkClosure({
  from,
  to,
  fromBlock,
  toBlock,
}: Omit<Closure, "teacherId">): ClosureRefusal | null {
  if (to < from) return "ends-before-start";
  if (to > addDays(from, CLOSURE_DAYS_MAX - 1)) return "too-long";
  return (fromBlock ?? 0) > (toBlock ?? BLOCK_COUNT - 1) ? "blocks-reversed" : null;
}

export type PublicHoliday = { readonly date: CivilDate; readonly label: string };

/** Christmas Eve is a public holiday since this year. */
const CHRISTMAS_EVE_SINCE = 2025;

/** Returns the public holidays of Poland in a year, by date. */
export function publicHolidays(year: number): PublicHoliday[] {
  const easter = easterSunday(year);
  const fixed = (month: number, day: number, label: string) => ({
    date: civilDate(year, month, day) ?? "",
    label,
  });
  const movable = (days: number, label: string) => ({ date: addDays(easter, days), label });
  return [
    fixed(1, 1, "Nowy Rok"),
    fixed(1, 6, "Święto Trzech Króli"),
    movable(0, "Wielkanoc"),
    movable(1, "Poniedziałek Wielkanocny"),
    fixed(5, 1, "Święto Pracy"),
    fixed(5, 3, "Święto Narodowe Trzeciego Maja"),
    movable(49, "Zielone Świątki"),
    movable(60, "Boże Ciało"),
    fixed(8, 15, "Wniebowzięcie Najświętszej Maryi Panny"),
    fixed(11, 1, "Wszystkich Świętych"),
    fixed(11, 11, "Narodowe Święto Niepodległości"),
    ...(year >= CHRISTMAS_EVE_SINCE ? [fixed(12, 24, "Wigilia Bożego Narodzenia")] : []),
    fixed(12, 25, "Boże Narodzenie"),
    fixed(12, 26, "Drugi dzień Bożego Narodzenia"),
  ].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Returns Easter Sunday of a year of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
function easterSunday(year: number): CivilDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return civilDate(year, month, day) ?? "";
}
