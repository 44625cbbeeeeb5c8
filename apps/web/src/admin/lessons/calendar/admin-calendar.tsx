import {
  adminLessonScreenTexts,
  adminCalendarTexts as texts,
} from "@korki/contracts/texts/admin-lesson-screens";
import { type CivilDate, dateParts, offeredBlocks } from "@korki/domain";
import { Group, SegmentedControl, Text } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { CalendarSteps } from "../../../calendar/calendar-steps";
import calendarStyles from "../../../calendar/week-calendar.module.css";
import { ClosedNotes, useClosedDays } from "../../../closures/closed-days";
import { trpc } from "../../../trpc";
import { formatDayWithWeekday, formatSpan } from "../../../ui/formats";
import { Loaded, TableSkeleton } from "../../../ui/page-states";
import { Sheet } from "../../../ui/sheet";
import { AddLessonForm, type LessonDraft } from "../add-lesson-form";
import { AdminWeek } from "./admin-week";
import { slotsOf } from "./calendar-slots";
import { useCalendarView } from "./calendar-view";
import { DayBlocks } from "./day-blocks";
import { TeachersDay } from "./teachers-day";
import { useMoveByDrag } from "./use-move-by-drag";

/** Lessons and trial lessons of one teacher or of all, by day or week; a free block takes a new lesson. */
export default function AdminCalendar(props: {
  teacherId: string | null;
  onOpenLesson: (lessonId: string) => void;
  onTeacher: (teacherId: string) => void;
}) {
  const { teacherId, onOpenLesson } = props;
  const view = useCalendarView(teacherId);
  const { day, days, range } = view;
  const [draft, setDraft] = useState<LessonDraft | null>(null);
  const isWeek = range === "week";
  const query = trpc.adminLessons.calendar.useQuery(
    { from: days[0] ?? day, to: days.at(-1) ?? day, ...(teacherId ? { teacherId } : {}) },
    { placeholderData: keepPreviousData },
  );
  const availability = trpc.adminPeople.availability.useQuery(
    { teacherId: teacherId ?? "" },
    { enabled: teacherId !== null },
  );
  const differing = trpc.availability.days.useQuery(
    { teacherId: teacherId ?? "", from: days[0] ?? day, to: days.at(-1) ?? day },
    { enabled: teacherId !== null },
  );
  const drag = useMoveByDrag();
  const closed = useClosedDays(days[0] ?? day, days.at(-1) ?? day, teacherId);
  const slots = useMemo(() => slotsOf(query.data ?? []), [query.data]);
  const isAvailable = (date: CivilDate, block: number) =>
    offeredBlocks({ sections: availability.data?.sections ?? [], days: differing.data ?? [] }, date).includes(
      block,
    );

  return (
    <section className={calendarStyles.calendar} aria-label={texts.title} aria-busy={query.isPlaceholderData}>
      <Group justify="space-between" gap="xs">
        <Text component="h2" className={calendarStyles.range} aria-live="polite">
          {isWeek
            ? formatSpan(days[0] ?? day, days.at(-1) ?? day, dateParts(view.now).year)
            : formatDayWithWeekday(day)}
        </Text>
        <Group gap="xs">
          {view.isPhone ? null : (
            <SegmentedControl
              aria-label={texts.range}
              size="sm"
              value={range}
              data={[
                { value: "week", label: texts.week },
                { value: "day", label: texts.day },
              ]}
              onChange={(next) => view.show(next === "day" ? "day" : "week")}
            />
          )}
          <CalendarSteps
            range={range}
            isToday={day === view.now}
            onToday={() => view.go(view.now)}
            onStep={view.step}
          />
        </Group>
      </Group>
      {isWeek ? null : <ClosedNotes closures={closed.on(day)} />}
      <Loaded query={query} skeleton={<TableSkeleton rows={10} />}>
        {(entries) =>
          isWeek ? (
            <AdminWeek
              days={days}
              now={view.now}
              slots={slots}
              isCurrent={!query.isPlaceholderData}
              closed={closed}
              teacherId={teacherId}
              isAvailable={isAvailable}
              onOpenLesson={onOpenLesson}
              onAdd={setDraft}
              onDay={(date) => view.show("day", date)}
              drag={drag}
            />
          ) : teacherId !== null || view.isPhone ? (
            <DayBlocks
              day={day}
              slots={slots}
              closed={closed}
              teacherId={teacherId}
              isAvailable={isAvailable}
              onOpenLesson={onOpenLesson}
              onAdd={setDraft}
            />
          ) : (
            <TeachersDay
              day={day}
              entries={entries}
              closed={closed}
              onOpenLesson={onOpenLesson}
              onAdd={setDraft}
              onTeacher={props.onTeacher}
              drag={drag}
            />
          )
        }
      </Loaded>
      <Sheet
        opened={draft !== null}
        onClose={() => setDraft(null)}
        title={adminLessonScreenTexts.addLesson}
        size="lg"
      >
        {draft ? <AddLessonForm draft={draft} onAdded={() => setDraft(null)} /> : null}
      </Sheet>
    </section>
  );
}
