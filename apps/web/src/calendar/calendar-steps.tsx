import { calendarTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPrinter } from "@tabler/icons-react";
import type { CalendarRange } from "./opening-day";

const STEPS = {
  day: [texts.previousDay, texts.nextDay],
  week: [texts.previousWeek, texts.nextWeek],
  month: [texts.previousMonth, texts.nextMonth],
} as const satisfies Record<CalendarRange, readonly [back: string, forth: string]>;

/** The way through a calendar: to today, and a day, a week or a month back and forth. */
export function CalendarSteps(props: {
  range: CalendarRange;
  isToday: boolean;
  onToday: () => void;
  /** 1: forth, -1: back */
  onStep: (turns: 1 | -1) => void;
}) {
  const [back, forth] = STEPS[props.range];
  return (
    <>
      <Button variant="default" size="sm" disabled={props.isToday} onClick={props.onToday}>
        {texts.today}
      </Button>
      <ActionIcon variant="default" size={36} aria-label={back} onClick={() => props.onStep(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label={forth} onClick={() => props.onStep(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      {props.range === "week" ? (
        <ActionIcon variant="default" size={36} aria-label={texts.print} onClick={() => print()}>
          <IconPrinter size={18} aria-hidden />
        </ActionIcon>
      ) : null}
    </>
  );
}
