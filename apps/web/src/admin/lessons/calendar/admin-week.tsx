import type { CalendarLesson, TeacherLane } from "@korki/contracts/admin-lessons";
import { adminCalendarTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { blockHours, type CivilDate } from "@korki/domain";
import { useEffect, useRef } from "react";
import { NowLine } from "../../../calendar/now-line";
import { scrollToLessons } from "../../../calendar/scroll-to-lessons";
import type { Drag } from "../../../calendar/use-drag";
import { WeekGrid } from "../../../calendar/week-grid";
import type { ClosedDays } from "../../../closures/closed-days";
import { formatDay, formatNumber } from "../../../ui/formats";
import type { LessonDraft } from "../add-lesson-form";
import { AddHere } from "./add-here";
import styles from "./admin-calendar.module.css";
import { EntryButton } from "./calendar-entry";
import { type CalendarSlots, countAt, entriesAt, occupies } from "./calendar-slots";
import { slotState } from "./lanes";

/** Entries of all teachers that one cell shows before it points to the day. */
export const SHOWN_OF_ALL = 3;

/** A week of one teacher or of all: days across, blocks down, a lesson can be added at each free block. */
export function AdminWeek(props: {
  days: readonly CivilDate[];
  now: CivilDate;
  slots: CalendarSlots;
  /** the entries are this week's and this teacher's, not those of before */
  isCurrent: boolean;
  closed: ClosedDays;
  /** the teacher whose week it is; null: everybody's */
  lane: TeacherLane | null;
  onOpenLesson: (lessonId: string) => void;
  onAdd: (draft: LessonDraft) => void;
  onDay: (date: CivilDate) => void;
  drag: Drag<CalendarLesson>;
}) {
  const { days, now, slots, lane, closed, isCurrent } = props;
  const teacherId = lane?.teacher.id ?? null;
  const scroll = useRef<HTMLElement>(null);
  const [monday] = days;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another teacher's week opens at its own hours
  useEffect(() => {
    if (monday && isCurrent) scrollToLessons(scroll.current);
  }, [monday, teacherId, isCurrent]);
  const shown = teacherId ? Number.POSITIVE_INFINITY : SHOWN_OF_ALL;
  return (
    <WeekGrid
      ref={scroll}
      label={texts.grid}
      days={days}
      now={now}
      closed={closed}
      dayHead={(day, name) => (
        <button type="button" className={styles.dayLink} onClick={() => props.onDay(day)}>
          {name}
        </button>
      )}
      cell={(day, block) => {
        const here = entriesAt(slots, day, block);
        const count = countAt(slots, day, block);
        const state = lane
          ? slotState(lane, closed, day, block)
          : closed.isClosed(null, day, block)
            ? "closed"
            : "open";
        return (
          <td
            className={styles.cell}
            data-today={day === now || undefined}
            data-state={here.some(occupies) && teacherId ? undefined : state}
            {...props.drag.target({ date: day, block })}
          >
            {here.slice(0, shown).map((entry) => (
              <EntryButton
                key={entry.id}
                entry={entry}
                inGrid
                of={teacherId ? "teacher" : "all"}
                handle={props.drag.handle}
                onOpenLesson={props.onOpenLesson}
              />
            ))}
            {count > shown ? (
              <button
                type="button"
                className={styles.more}
                aria-label={texts.moreOn(formatNumber(count - shown), formatDay(day))}
                onClick={() => props.onDay(day)}
              >
                {texts.more(formatNumber(count - shown))}
              </button>
            ) : null}
            {teacherId === null || !here.some(occupies) ? (
              <AddHere
                label={texts.addAt(formatDay(day), blockHours(block))}
                state={state}
                onAdd={() => props.onAdd({ teacherId, date: day, block })}
              />
            ) : null}
            <NowLine day={day} block={block} />
          </td>
        );
      }}
    />
  );
}
