import { calendarTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPrinter } from "@tabler/icons-react";

/** The way through a calendar: to today, and a day or a week back and forth. */
export function CalendarSteps(props: {
  range: "day" | "week";
  isToday: boolean;
  onToday: () => void;
  /** 1: forth, -1: back */
  onStep: (turns: 1 | -1) => void;
}) {
  const isWeek = props.range === "week";
  return (
    <>
      <Button variant="default" size="sm" disabled={props.isToday} onClick={props.onToday}>
        {texts.today}
      </Button>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isWeek ? texts.previousWeek : texts.previousDay}
        onClick={() => props.onStep(-1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isWeek ? texts.nextWeek : texts.nextDay}
        onClick={() => props.onStep(1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      {isWeek ? (
        <ActionIcon variant="default" size={36} aria-label={texts.print} onClick={() => print()}>
          <IconPrinter size={18} aria-hidden />
        </ActionIcon>
      ) : null}
    </>
  );
}
