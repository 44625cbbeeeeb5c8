import type { CalendarEntry, CalendarLesson } from "@korki/contracts/admin-lessons";
import {
  adminLessonScreenTexts,
  adminCalendarTexts as texts,
} from "@korki/contracts/texts/admin-lesson-screens";
import { BLOCKS, blockEnd, blockHours, type CivilDate, fullName, today } from "@korki/domain";
import { Box, Button, Text } from "@mantine/core";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Drag } from "../../../calendar/use-drag";
import calendarStyles from "../../../calendar/week-calendar.module.css";
import type { ClosedDays } from "../../../closures/closed-days";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/page-states";
import { Pages } from "../../../ui/pages";
import { useNow } from "../../../ui/use-now";
import type { LessonDraft } from "../add-lesson-form";
import { AddHere } from "./add-here";
import styles from "./admin-calendar.module.css";
import { EntryButton } from "./calendar-entry";
import { entriesAt, occupies, teachersOf } from "./calendar-slots";

/** Teachers on one page, so that a big centre's day stays quick. */
const TEACHERS_SHOWN = 30;

/** A day of all teachers who have something on: teachers down, blocks across. */
export function TeachersDay(props: {
  day: CivilDate;
  entries: readonly CalendarEntry[];
  closed: ClosedDays;
  onOpenLesson: (lessonId: string) => void;
  onAdd: (draft: LessonDraft) => void;
  onTeacher: (teacherId: string) => void;
  drag: Drag<CalendarLesson>;
}) {
  const { day, entries } = props;
  const instant = useNow();
  const [asked, setPage] = useState(1);
  // The hour that is running or comes next.
  const present =
    day === today(instant) ? BLOCKS.find(({ index }) => instant < blockEnd(day, index))?.index : undefined;
  const teachers = useMemo(() => teachersOf(entries), [entries]);
  const pages = Math.ceil(teachers.length / TEACHERS_SHOWN);
  const page = Math.min(asked, Math.max(1, pages));
  const grid = useRef<HTMLElement>(null);

  // Lessons are mostly in the afternoon: the grid opens where the day's first one stands.
  const showFirst = useEffectEvent(() => {
    const [corner, ...hours] = grid.current?.querySelectorAll<HTMLElement>("thead tr > *") ?? [];
    const first = hours[Math.min(...entries.map(({ block }) => block))];
    if (corner && first) grid.current?.scrollTo({ left: first.offsetLeft - corner.offsetWidth });
  });
  const shown = entries[0]?.date;
  useEffect(() => {
    if (shown) showFirst();
  }, [shown]);

  if (teachers.length === 0) {
    return (
      <Card>
        <EmptyState
          picture="calendar"
          title={texts.nothing}
          text={texts.nothingText}
          action={
            <Button onClick={() => props.onAdd({ date: day })}>{adminLessonScreenTexts.addLesson}</Button>
          }
        />
      </Card>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.teachersWithLessons}
      </Text>
      <Box
        ref={grid}
        component="section"
        className={calendarStyles.scroll}
        aria-label={texts.grid}
        tabIndex={0}
      >
        <table className={`${calendarStyles.grid} ${styles.teachers}`}>
          <thead>
            <tr>
              <td />
              {BLOCKS.map(({ index, start }) => (
                <th key={index} scope="col" data-present={index === present || undefined}>
                  {start}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {teachers.slice((page - 1) * TEACHERS_SHOWN, page * TEACHERS_SHOWN).map(({ teacher, slots }) => (
              <tr key={teacher.id}>
                <th scope="row" className={styles.teacher}>
                  <button
                    type="button"
                    className={styles.dayLink}
                    onClick={() => props.onTeacher(teacher.id)}
                  >
                    {fullName(teacher)}
                  </button>
                </th>
                {BLOCKS.map(({ index }) => {
                  const here = entriesAt(slots, day, index);
                  return (
                    <td
                      key={index}
                      className={styles.cell}
                      data-present={index === present || undefined}
                      data-closed={props.closed.isClosed(teacher.id, day, index) || undefined}
                      {...props.drag.target({ date: day, block: index, lane: teacher.id })}
                    >
                      {here.map((entry) => (
                        <EntryButton
                          key={entry.id}
                          entry={entry}
                          inGrid
                          of="teacher"
                          handle={props.drag.handle}
                          onOpenLesson={props.onOpenLesson}
                        />
                      ))}
                      {here.some(occupies) ? null : (
                        <AddHere
                          label={texts.addAtFor(fullName(teacher), blockHours(index))}
                          onAdd={() => props.onAdd({ teacherId: teacher.id, date: day, block: index })}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      <Pages label={texts.title} page={page} pages={pages} onChange={setPage} />
    </>
  );
}
