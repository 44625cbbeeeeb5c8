import { attentionTexts as texts } from "@korki/contracts/texts/attention";
import { civilDateOf, daysBetween, today } from "@korki/domain";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Minutes until an instant, rounded up; none or less: it has come. */
export function minutesUntil(instant: Date, now: Date): number {
  return Math.ceil((instant.getTime() - now.getTime()) / MINUTE_MS);
}

/** `za 21 godz. 14 min`, `jutro`, `za 3 dni`, as people count days in Warsaw; of what has begun: `trwa`. */
export function startsInText(instant: Date, now: Date): string {
  const minutes = minutesUntil(instant, now);
  if (minutes <= 0) return texts.running;
  if (minutes < 60) return texts.startsIn(texts.minutes(minutes));
  if (minutes < DAY_MINUTES) return texts.startsIn(texts.hours(Math.floor(minutes / 60), minutes % 60));
  const days = daysBetween(today(now), civilDateOf(instant));
  return days === 1 ? texts.tomorrow : texts.startsIn(texts.days(days));
}
