import { attentionTexts as texts } from "@korki/contracts/texts/attention";

const MINUTE_MS = 60_000;

/** Minutes until an instant, rounded up; none or less: it has come. */
export function minutesUntil(instant: Date, now: Date): number {
  return Math.ceil((instant.getTime() - now.getTime()) / MINUTE_MS);
}

/** `za 21 godz. 14 min`, `za 2 dni`; of what has begun: `trwa`. */
export function startsInText(minutes: number): string {
  if (minutes <= 0) return texts.running;
  return texts.startsIn(untilText(minutes));
}

function untilText(minutes: number): string {
  if (minutes < 60) return texts.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? texts.hours(hours, minutes % 60) : texts.days(Math.floor(hours / 24));
}
