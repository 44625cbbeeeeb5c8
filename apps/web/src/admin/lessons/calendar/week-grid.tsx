import { adminCalendarTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { BLOCKS, blockHours, type CivilDate } from "@korki/domain";
import { Box } from "@mantine/core";
import calendarStyles from "../../../calendar/week-calendar.module.css";
import { formatDay, formatDayMonth, formatNumber, formatShortWeekday } from "../../../ui/formats";
import type { LessonDraft } from "../add-lesson-form";
import { AddHere } from "./add-here";
import styles from "./admin-calendar.module.css";
import { EntryButton } from "./calendar-entry";
import { type CalendarSlots, entriesAt, occupies } from "./calendar-slots";

/** Entries of all teachers that one cell shows before it points to the day. */
const SHOWN_OF_ALL = 3;

/** A week of one teacher or of all: days across, blocks down, a lesson can be added at each free block. */
export function WeekGrid(props: {
  days: readonly CivilDate[];
  now: CivilDate;
  slots: CalendarSlots;
  teacherId: string | null;
  isAvailable: (date: CivilDate, block: number) => boolean;
  onOpenLesson: (lessonId: string) => void;
  onAdd: (draft: LessonDraft) => void;
  onDay: (date: CivilDate) => void;
}) {
  const { days, now, slots, teacherId } = props;
  const shown = teacherId ? Number.POSITIVE_INFINITY : SHOWN_OF_ALL;
  return (
    // The keyboard reaches what scrolls.
    <Box component="section" className={calendarStyles.scroll} aria-label={texts.grid} tabIndex={0}>
      <table className={calendarStyles.grid}>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day} scope="col" aria-current={day === now ? "date" : undefined}>
                <button type="button" className={styles.dayLink} onClick={() => props.onDay(day)}>
                  <span className={calendarStyles.weekday}>{formatShortWeekday(day)}</span>{" "}
                  {formatDayMonth(day)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {BLOCKS.map(({ index, start }) => (
            <tr key={index}>
              <th scope="row" className={calendarStyles.hour}>
                {start}
              </th>
              {days.map((day) => {
                const here = entriesAt(slots, day, index);
                const available = props.isAvailable(day, index);
                return (
                  <td
                    key={day}
                    className={styles.cell}
                    data-today={day === now || undefined}
                    data-outside={(teacherId !== null && !available) || undefined}
                  >
                    {here.slice(0, shown).map((entry) => (
                      <EntryButton
                        key={entry.id}
                        entry={entry}
                        inGrid
                        of={teacherId ? "teacher" : "all"}
                        onOpenLesson={props.onOpenLesson}
                      />
                    ))}
                    {here.length > shown ? (
                      <button
                        type="button"
                        className={styles.more}
                        aria-label={texts.moreOn(formatNumber(here.length - shown), formatDay(day))}
                        onClick={() => props.onDay(day)}
                      >
                        {texts.more(formatNumber(here.length - shown))}
                      </button>
                    ) : null}
                    {teacherId === null || !here.some(occupies) ? (
                      <AddHere
                        label={texts.addAt(formatDay(day), blockHours(index))}
                        available={teacherId !== null && available}
                        onAdd={() => props.onAdd({ teacherId, date: day, block: index })}
                      />
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
