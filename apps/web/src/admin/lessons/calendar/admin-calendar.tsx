import type { CalendarLesson } from "@korki/contracts/admin-lessons";
import {
  adminLessonScreenTexts,
  adminCalendarTexts as texts,
} from "@korki/contracts/texts/admin-lesson-screens";
import { undoTexts } from "@korki/contracts/texts/undo";
import { blockAt, type CivilDate, dateParts, fullName, isPlanned, offeredBlocks } from "@korki/domain";
import { Group, SegmentedControl, Text } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { CalendarSteps } from "../../../calendar/calendar-steps";
import { useDrag } from "../../../calendar/use-drag";
import calendarStyles from "../../../calendar/week-calendar.module.css";
import { ClosedNotes, useClosedDays } from "../../../closures/closed-days";
import { detailOf, errorText } from "../../../server/errors";
import { takesBusyTime } from "../../../server/takes-busy-time";
import { trpc } from "../../../trpc";
import { confirm } from "../../../ui/confirm";
import { formatDayWithWeekday, formatSpan } from "../../../ui/formats";
import { Loaded, TableSkeleton } from "../../../ui/page-states";
import { Sheet } from "../../../ui/sheet";
import { toastError } from "../../../ui/toasts";
import { newUndoId, offerUndo } from "../../../undo/offer-undo";
import { AddLessonForm, type LessonDraft } from "../add-lesson-form";
import { AdminWeek } from "./admin-week";
import { slotsOf } from "./calendar-slots";
import { useCalendarView } from "./calendar-view";
import { DayBlocks } from "./day-blocks";
import { TeachersDay } from "./teachers-day";

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

/** Drags a lesson that is still to come to another slot, after a question; its own form does the same by keyboard. */
export function useMoveByDrag() {
  const update = trpc.adminLessons.update.useMutation({
    onSuccess: (_, { undoId }) => offerUndo(undoTexts.moved, undoId),
  });
  /** A time that is busy elsewhere is taken after one more question. */
  async function move(input: { id: string; date: CivilDate; block: number }) {
    try {
      await update.mutateAsync({ ...input, undoId: newUndoId() });
    } catch (refusal) {
      if (detailOf(refusal, "ask") !== "overrideBusy") toastError(errorText(refusal));
      else if (await takesBusyTime(refusal))
        update.mutate(
          { ...input, overrideBusy: true, undoId: newUndoId() },
          { onError: (error) => toastError(errorText(error)) },
        );
    }
  }
  const drag = useDrag<CalendarLesson>(async (lesson, { date, block }) => {
    if (lesson.date === date && lesson.block === block) return;
    const moves = await confirm({
      title: texts.moveQuestion(`${formatDayWithWeekday(date)}, ${blockAt(block).start}`),
      text: texts.moveText(fullName(lesson.student), fullName(lesson.teacher)),
      confirmLabel: texts.move,
    });
    if (moves) await move({ id: lesson.id, date, block });
  });
  return {
    ...drag,
    handle: (lesson: CalendarLesson, lane?: string) =>
      isPlanned(lesson.status) ? drag.handle(lesson, lane) : {},
  };
}
