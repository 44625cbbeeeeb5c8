const ZONE = "Europe/Warsaw";
const time = new Intl.DateTimeFormat("pl-PL", { timeZone: ZONE, hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("pl-PL", { timeZone: ZONE, day: "numeric", month: "long" });
const dayWithYear = new Intl.DateTimeFormat("pl-PL", {
  timeZone: ZONE,
  day: "numeric",
  month: "long",
  year: "numeric",
});
const whole = new Intl.DateTimeFormat("pl-PL", { timeZone: ZONE, dateStyle: "full", timeStyle: "medium" });
const key = new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE });

/** "16:45" */
export const clockTime = (date: Date) => time.format(date);

/** "czwartek, 20 listopada 2025 16:45:03" */
export const wholeMoment = (date: Date) => whole.format(date);

/** Returns the civil day: "2025-11-20". */
export const dayKey = (date: Date) => key.format(date);

/** "Dzisiaj", "Wczoraj", "18 listopada" or, in another year, "18 listopada 2024". */
export function dayName(date: Date, now: Date): string {
  const that = dayKey(date);
  if (that === dayKey(now)) return "Dzisiaj";
  if (that === dayKey(new Date(now.getTime() - 24 * 3600 * 1000))) return "Wczoraj";
  return that.slice(0, 4) === dayKey(now).slice(0, 4) ? day.format(date) : dayWithYear.format(date);
}

/** Returns the time for today and the day for other days, as lists show it. */
export const briefMoment = (date: Date, now: Date) =>
  dayKey(date) === dayKey(now) ? clockTime(date) : dayName(date, now);
