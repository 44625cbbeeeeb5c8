import {
  type BlockSpan,
  blockAt,
  type CivilDate,
  dateParts,
  plural,
  spanHours,
  type Weekday,
} from "@korki/domain";

const WEEKLY: Readonly<Record<Weekday, string>> = {
  pon: "poniedziałki",
  wt: "wtorki",
  sr: "środy",
  czw: "czwartki",
  pt: "piątki",
  sob: "soboty",
  niedz: "niedziele",
};

const FORTNIGHTLY: Readonly<Record<Weekday, string>> = {
  pon: "co drugi poniedziałek",
  wt: "co drugi wtorek",
  sr: "co drugą środę",
  czw: "co drugi czwartek",
  pt: "co drugi piątek",
  sob: "co drugą sobotę",
  niedz: "co drugą niedzielę",
};

/** When the lessons of a series are. */
export type WeeklyHours = {
  weekday: Weekday;
  block: number;
  everyWeeks: number;
  /** Of one lesson if left out. */
  blocks?: BlockSpan | undefined;
};

/** `wtorki 16:45`, `co drugą środę 9:10`, of double lessons `wtorki 16:45–18:50, z przerwą`. */
export function weeklyHours(series: WeeklyHours): string {
  const { weekday, block, everyWeeks, blocks = 1 } = series;
  const day = (everyWeeks === 2 ? FORTNIGHTLY : WEEKLY)[weekday];
  return `${day} ${blocks === 1 ? blockAt(block).start : spanHours(block, blocks)}`;
}

/** `zostają czwartki`, and the hour where it is all that would change. */
export function stayingSlot(
  series: { weekday: Weekday; block: number; everyWeeks: number },
  to: { weekday: Weekday },
): string {
  if (series.everyWeeks === 2) return "zostaje dotychczasowy termin";
  const hour = series.weekday === to.weekday ? ` ${blockAt(series.block).start}` : "";
  return `zostają ${WEEKLY[series.weekday]}${hour}`;
}

/** `32 lekcje`. */
export function lessonCount(count: number): string {
  return `${count} ${plural(count, "lekcja", "lekcje", "lekcji")}`;
}

/** `29.06`. */
export function shortDay(date: CivilDate): string {
  const { day, month } = dateParts(date);
  return `${day}.${String(month).padStart(2, "0")}`;
}

/** `32 lekcje, wtorki 16:45, do 29.06`. */
export function seriesSummary(series: WeeklyHours, count: number, to: CivilDate): string {
  return `${lessonCount(count)}, ${weeklyHours(series)}, do ${shortDay(to)}`;
}
