import type { CalendarFilters, CalendarLesson, TeacherLane } from "@korki/contracts/admin-lessons";
import {
  adminLessonScreenTexts,
  adminCalendarTexts as texts,
} from "@korki/contracts/texts/admin-lesson-screens";
import { BLOCKS, blockEnd, blockHours, type CivilDate, fullName, today } from "@korki/domain";
import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Drag } from "../../../calendar/use-drag";
import calendarStyles from "../../../calendar/week-calendar.module.css";
import { type ClosedDays, useClosedDays } from "../../../closures/closed-days";
import { trpc } from "../../../trpc";
import { Card } from "../../../ui/card";
import { EmptyState, Loaded, TableSkeleton } from "../../../ui/page-states";
import { Pages } from "../../../ui/pages";
import { ScrollRegion } from "../../../ui/scroll-region";
import { useNow } from "../../../ui/use-now";
import type { LessonDraft } from "../add-lesson-form";
import { AddHere } from "./add-here";
import styles from "./admin-calendar.module.css";
import { EntryButton } from "./calendar-entry";
import { entriesAt, occupies, slotsOf } from "./calendar-slots";
import { laneRefusal, lanesOf, pagesOf, slotState } from "./lanes";
import { Legend } from "./legend";
import { useMoveByDrag } from "./use-move-by-drag";

type Acts = {
  onOpenLesson: (lessonId: string) => void;
  onAdd: (draft: LessonDraft) => void;
  onTeacher: (teacherId: string) => void;
};

/**
 * A day with a lane per teacher: teachers down, blocks across. All teachers are there, or, `onlyWithEntries`, those who have
 * something on.
 */
export function TeachersDay(
  props: Acts & { day: CivilDate; filters?: CalendarFilters; onlyWithEntries?: boolean },
) {
  const { day, filters = {}, onlyWithEntries = false } = props;
  const [page, setPage] = useState(1);
  const query = trpc.adminLessons.lanes.useQuery(lanesOf(day, { ...filters, onlyWithEntries, page }), {
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
      {({ items, total }) =>
        total === 0 ? (
          <NothingOn onAdd={() => props.onAdd({ date: day })} />
        ) : (
          <>
            <Lanes {...props} lanes={items} />
            <Legend />
            <Pages label={texts.title} page={page} pages={pagesOf(total)} onChange={setPage} />
          </>
        )
      }
    </Loaded>
  );
}

function NothingOn({ onAdd }: { onAdd: () => void }) {
  return (
    <Card>
      <EmptyState
        picture="calendar"
        title={texts.nothing}
        text={texts.nothingText}
        action={<Button onClick={onAdd}>{adminLessonScreenTexts.addLesson}</Button>}
      />
    </Card>
  );
}

function Lanes(props: Acts & { day: CivilDate; lanes: readonly TeacherLane[] }) {
  const { day, lanes } = props;
  const instant = useNow();
  const closed = useClosedDays(day, day);
  const drag = useMoveByDrag(lanes, closed);
  // The hour that is running or comes next.
  const present =
    day === today(instant) ? BLOCKS.find(({ index }) => instant < blockEnd(day, index))?.index : undefined;
  const grid = useRef<HTMLElement>(null);

  // Lessons are mostly in the afternoon: the grid opens where the day's first one stands.
  const blocks = lanes
    .flatMap(({ entries }) => entries.filter(({ date }) => date === day))
    .map((entry) => entry.block);
  const showFirst = useEffectEvent(() => {
    const [corner, ...hours] = grid.current?.querySelectorAll<HTMLElement>("thead tr > *") ?? [];
    const first = hours[Math.min(...blocks)];
    if (corner && first) grid.current?.scrollTo({ left: first.offsetLeft - corner.offsetWidth });
  });
  const opened = blocks.length > 0 ? day : null;
  useEffect(() => {
    if (opened) showFirst();
  }, [opened]);

  return (
    <ScrollRegion label={texts.grid} className={calendarStyles.scroll} ref={grid}>
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
          {lanes.map((lane) => (
            <Lane
              key={lane.teacher.id}
              {...props}
              lane={lane}
              closed={closed}
              drag={drag}
              present={present}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Lane(
  props: Acts & {
    day: CivilDate;
    lane: TeacherLane;
    closed: ClosedDays;
    drag: Drag<CalendarLesson>;
    present: number | undefined;
  },
) {
  const { day, lane, closed, drag, present } = props;
  const { teacher } = lane;
  const slots = useMemo(() => slotsOf(lane.entries), [lane.entries]);
  const refusal =
    drag.dragged && drag.dragged.teacher.id !== teacher.id ? laneRefusal(lane, closed, drag.dragged) : null;
  return (
    <tr data-refused={refusal !== null || undefined}>
      <th scope="row" className={styles.teacher}>
        <button type="button" className={styles.dayLink} onClick={() => props.onTeacher(teacher.id)}>
          {fullName(teacher)}
        </button>
        {refusal ? <span className={styles.refusal}>{texts.laneRefusals[refusal]}</span> : null}
      </th>
      {BLOCKS.map(({ index }) => {
        const here = entriesAt(slots, day, index);
        const isTaken = here.some(occupies);
        const state = slotState(lane, closed, day, index);
        return (
          <td
            key={index}
            className={styles.cell}
            data-present={index === present || undefined}
            data-state={isTaken ? undefined : state}
            {...drag.target({ date: day, block: index, lane: teacher.id })}
          >
            {here.map((entry) => (
              <EntryButton
                key={entry.id}
                entry={entry}
                inGrid
                of="teacher"
                handle={drag.handle}
                onOpenLesson={props.onOpenLesson}
              />
            ))}
            {isTaken ? null : (
              <AddHere
                label={texts.addAtFor(fullName(teacher), blockHours(index))}
                state={state}
                onAdd={() => props.onAdd({ teacherId: teacher.id, date: day, block: index })}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
}
