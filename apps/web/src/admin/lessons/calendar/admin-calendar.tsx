import type { CalendarFilters, CalendarInput } from "@korki/contracts/admin-lessons";
import {
  adminLessonScreenTexts,
  adminCalendarTexts as texts,
} from "@korki/contracts/texts/admin-lesson-screens";
import { calendarTexts } from "@korki/contracts/texts/lesson-screens";
import { dateParts, monthOf } from "@korki/domain";
import { Group, SegmentedControl, Text } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { CalendarSteps } from "../../../calendar/calendar-steps";
import calendarStyles from "../../../calendar/week-calendar.module.css";
import { type ClosedDays, ClosedNotes, useClosedDays } from "../../../closures/closed-days";
import { trpc } from "../../../trpc";
import { formatDayWithWeekday, formatMonth, formatSpan } from "../../../ui/formats";
import { Loaded, TableSkeleton } from "../../../ui/page-states";
import { Sheet } from "../../../ui/sheet";
import { AddLessonForm, type LessonDraft } from "../add-lesson-form";
import { AdminMonth } from "./admin-month";
import { AdminWeek, SHOWN_OF_ALL } from "./admin-week";
import { slotsOf } from "./calendar-slots";
import { type CalendarView, useCalendarView } from "./calendar-view";
import { DayBlocks } from "./day-blocks";
import { Legend } from "./legend";
import { TeachersDay } from "./teachers-day";
import { useMoveByDrag } from "./use-move-by-drag";

const RANGES = ["day", "week", "month"] as const;

/** Lessons and trial lessons of one teacher or of all, by day, week or month; a free block takes a new lesson. */
export default function AdminCalendar(props: {
  filters: CalendarFilters;
  onOpenLesson: (lessonId: string) => void;
  onTeacher: (teacherId: string) => void;
}) {
  const { filters, onOpenLesson } = props;
  const teacherId = filters.teacherId ?? null;
  const view = useCalendarView(filters);
  const { day, days, range } = view;
  const [draft, setDraft] = useState<LessonDraft | null>(null);
  const hasLanes = range === "day" && !view.isPhone && teacherId === null;
  const shown = { ...filters, from: days[0] ?? day, to: days.at(-1) ?? day };
  const closed = useClosedDays(shown.from, shown.to, teacherId);
  const acts = { onOpenLesson, onAdd: setDraft };
  const title = {
    day: () => formatDayWithWeekday(day),
    week: () => formatSpan(shown.from, shown.to, dateParts(view.now).year),
    month: () => formatMonth(monthOf(day)),
  };

  return (
    <section className={calendarStyles.calendar} aria-label={texts.title}>
      <Group justify="space-between" gap="xs">
        <Text component="h2" className={calendarStyles.range} aria-live="polite">
          {title[range]()}
        </Text>
        <Group gap="xs">
          <SegmentedControl
            aria-label={texts.range}
            size="sm"
            value={range}
            data={RANGES.filter((each) => !view.isPhone || each !== "week").map((value) => ({
              value,
              label: calendarTexts.ranges[value],
            }))}
            onChange={(next) => view.show(next)}
          />
          <CalendarSteps
            range={range}
            isToday={day === view.now}
            onToday={() => view.go(view.now)}
            onStep={view.step}
          />
        </Group>
      </Group>
      {range !== "day" ? null : <ClosedNotes closures={closed.on(day)} />}
      {range === "month" ? (
        <AdminMonth view={view} shown={shown} closed={closed} />
      ) : hasLanes ? (
        <TeachersDay
          key={JSON.stringify([day, filters])}
          day={day}
          filters={filters}
          onTeacher={props.onTeacher}
          {...acts}
        />
      ) : (
        <OneGrid view={view} shown={shown} closed={closed} {...acts} />
      )}
      <Sheet
        opened={draft !== null}
        onClose={() => setDraft(null)}
        title={adminLessonScreenTexts.addLesson}
        size="lg"
      >
        {draft ? (
          <AddLessonForm draft={draft} onAdded={() => setDraft((now) => (now === draft ? null : now))} />
        ) : null}
      </Sheet>
    </section>
  );
}

/** A week, or the blocks of a day: of one teacher, with the hours that are offered, or of everybody. */
function OneGrid(props: {
  view: CalendarView;
  shown: CalendarInput;
  closed: ClosedDays;
  onOpenLesson: (lessonId: string) => void;
  onAdd: (draft: LessonDraft) => void;
}) {
  const { view, shown, closed, ...acts } = props;
  const isOne = shown.teacherId !== undefined;
  const query = trpc.adminLessons.calendar.useQuery(
    { ...shown, ...(view.range === "week" ? { perSlot: SHOWN_OF_ALL } : {}) },
    { enabled: !isOne, placeholderData: keepPreviousData },
  );
  const lanes = trpc.adminLessons.lanes.useQuery(
    { ...shown, pageSize: 1 },
    { enabled: isOne, placeholderData: keepPreviousData },
  );
  const lane = lanes.data?.items[0] ?? null;
  const slots = useMemo(() => slotsOf((isOne ? lane?.entries : query.data) ?? []), [isOne, lane, query.data]);
  const drag = useMoveByDrag(
    useMemo(() => (lane ? [lane] : []), [lane]),
    closed,
  );
  const given = { slots, closed, lane: isOne ? lane : null };
  const isCurrent = !(isOne ? lanes : query).isPlaceholderData;
  const skeleton = <TableSkeleton rows={10} />;
  const grid = () => (
    <>
      {view.range === "week" ? (
        <AdminWeek
          days={view.days}
          now={view.now}
          isCurrent={isCurrent}
          onDay={(date) => view.show("day", date)}
          drag={drag}
          {...given}
          {...acts}
        />
      ) : (
        <DayBlocks day={view.day} {...given} {...acts} />
      )}
      {isOne ? <Legend /> : null}
    </>
  );
  return isOne ? (
    <Loaded query={lanes} skeleton={skeleton}>
      {grid}
    </Loaded>
  ) : (
    <Loaded query={query} skeleton={skeleton}>
      {grid}
    </Loaded>
  );
}
