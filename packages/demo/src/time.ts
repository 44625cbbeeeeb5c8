import { addDays, type CivilDate, instantOf, today } from "@korki/domain";

/** The demo's calendar: everything is in days from the day on which it is seeded. */
export type DemoTime = {
  today: CivilDate;
  /** The date so many days later (earlier where negative). */
  day(offset: number): CivilDate;
  /** That day at an hour of Warsaw's clock, such as `18:30`. */
  at(offset: number, hour: string): Date;
};

export function demoTime(now: Date): DemoTime {
  const first = today(now);
  return {
    today: first,
    day: (offset) => addDays(first, offset),
    at(offset, hour) {
      const [hours = 0, minutes = 0] = hour.split(":").map(Number);
      return instantOf(addDays(first, offset), hours * 60 + minutes);
    },
  };
}
