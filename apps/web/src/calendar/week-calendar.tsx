import type { LessonWeek } from "@korki/contracts/lessons";
import { calendarTexts as texts } from "@korki/contracts/texts/lesson-screens";
import {
  addDays,
  BLOCKS,
  type CivilDate,
  dateParts,
  fullName,
  isCancelled,
  isCivilDate,
  monthOf,
  oneLinePerPair,
  today,
  WEEKDAYS,
  weekStart,
} from "@korki/domain";
import { Group, NativeSelect, SegmentedControl, Text } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { ClosedNotes, useClosedDays } from "../closures/closed-days";
import { useChosenChild, useStudentFilter } from "../family/family";
import { rowsOfBlocks } from "../lesson-parts/double-lessons";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { formatDay, formatDayWithWeekday, formatMonth, formatShortWeekday, formatSpan } from "../ui/formats";
import { Loaded, TableSkeleton } from "../ui/page-states";
import { useAddressChange } from "../ui/use-address-change";
import { useIsPhone } from "../ui/use-is-phone";
import { useNow } from "../ui/use-now";
import { CalendarSteps } from "./calendar-steps";
import { useFreeBlocks } from "./free-blocks";
import { NowLine } from "./now-line";
import { isWeekend, stepFrom, useOpeningDay, writtenDay } from "./opening-day";
import { scrollToLessons } from "./scroll-to-lessons";
import { type CalendarEntries, isTaken, SlotEntries } from "./slot-entries";
import { useProposeByDrag } from "./use-propose-by-drag";
import styles from "./week-calendar.module.css";
import { WeekGrid } from "./week-grid";

const MonthCalendar = lazy(() => import("./month-calendar"));

const PARAMETER = "dzien";
const RANGE = "zakres";
const MONTH = "miesiac";

/** The own lessons of a week, of a day on a phone, or of a month; the same data as the lists show. */
export function WeekCalendar({ onOpen }: { onOpen: (lessonId: string) => void }) {
  const isPhone = useIsPhone();
  const child = useStudentFilter();
  const instant = useNow();
  const now = today(instant);
  const [params] = useSearchParams();
  const change = useAddressChange();
  const asked = params.get(PARAMETER);
  const thisWeek = trpc.lessons.week.useQuery(
    { from: weekStart(now), ...child },
    { enabled: !asked && isWeekend(now) },
  );
  const opening = useOpeningDay(thisWeek.data && plannedOf(thisWeek.data), instant);
  const day = isCivilDate(asked) ? asked : opening;
  const monday = weekStart(day);
  const days = WEEKDAYS.map((_, index) => addDays(monday, index));
  const query = trpc.lessons.week.useQuery(
    { from: monday, ...child },
    { placeholderData: (before) => before },
  );
  const short = isPhone ? "day" : "week";
  const range = params.get(RANGE) === MONTH ? "month" : short;

  const go = (to: CivilDate) => change({ [PARAMETER]: writtenDay(to, now) });
  const title = {
    day: () => formatDayWithWeekday(day),
    week: () => formatSpan(monday, addDays(monday, 6), dateParts(now).year),
    month: () => formatMonth(monthOf(day)),
  };

  return (
    <section className={styles.calendar}>
      <Group justify="space-between" gap="xs">
        <Text component="h2" className={styles.range} aria-live="polite">
          {title[range]()}
        </Text>
        <Group gap="xs">
          <SegmentedControl
            aria-label={texts.range}
            size="sm"
            value={range}
            data={([short, "month"] as const).map((value) => ({ value, label: texts.ranges[value] }))}
            onChange={(next) => change({ [RANGE]: next === "month" ? MONTH : null })}
          />
          <CalendarSteps
            range={range}
            isToday={day === now}
            onToday={() => go(now)}
            onStep={(turns) => go(stepFrom(day, range, turns, now))}
          />
        </Group>
      </Group>
      {range === "month" ? (
        <Suspense fallback={<TableSkeleton rows={6} />}>
          <MonthCalendar
            day={day}
            now={now}
            onDay={(chosen) => change({ [PARAMETER]: writtenDay(chosen, now), [RANGE]: null })}
          />
        </Suspense>
      ) : (
        <Loaded query={query} skeleton={<TableSkeleton rows={8} />}>
          {(week) => <OwnCalendar {...week} day={day} days={days} now={now} onOpen={onOpen} onDay={go} />}
        </Loaded>
      )}
    </section>
  );
}

/** What takes place of a week. */
function plannedOf({ lessons, trials }: LessonWeek) {
  return [
    ...lessons.filter(({ status }) => !isCancelled(status)),
    ...trials.filter(({ status }) => status !== "Odwolana"),
  ];
}

type CalendarProps = Pick<LessonWeek, "lessons" | "trials"> &
  Pick<CalendarEntries, "onOpen"> & {
    day: CivilDate;
    days: readonly CivilDate[];
    now: CivilDate;
    onDay: (day: CivilDate) => void;
  };

function OwnCalendar({ lessons, trials, onOpen, ...view }: CalendarProps) {
  const { id } = useProfile();
  const isPhone = useIsPhone();
  const free = useFreeBlocks(lessons);
  const child = useChosenChild();
  const drag = useProposeByDrag(free, child?.id ?? id);
  const closed = useClosedDays(view.days[0] ?? view.day, view.days.at(-1) ?? view.day);
  const isBusy = useBusyTimes(view.days[0] ?? view.day);
  const entries = { lessons: oneLinePerPair(lessons), trials, free, closed, isBusy, drag, onOpen };
  return (
    <>
      {free.teachers.length > 1 ? (
        <NativeSelect
          label={texts.freeOf}
          size="sm"
          maw="20rem"
          value={free.teacherId ?? ""}
          data={free.teachers.map((teacher) => ({ value: teacher.id, label: fullName(teacher) }))}
          onChange={({ currentTarget }) => free.choose(currentTarget.value)}
        />
      ) : null}
      {isPhone ? (
        <>
          <DayStrip {...view} entries={entries} />
          <ClosedNotes closures={closed.on(view.day)} />
          <DayList day={view.day} entries={entries} />
        </>
      ) : (
        <OwnWeek days={view.days} now={view.now} entries={entries} />
      )}
    </>
  );
}

/** Reads when a teacher is busy elsewhere in a week (rules §35). */
function useBusyTimes(from: CivilDate): CalendarEntries["isBusy"] {
  const { role } = useProfile();
  const { data = [] } = trpc.outsideCalendars.busyTimes.useQuery({ from }, { enabled: role === "Teacher" });
  return (day, block) => data.some((busy) => busy.date === day && busy.block === block);
}

function OwnWeek({
  days,
  now,
  entries,
}: {
  days: readonly CivilDate[];
  now: CivilDate;
  entries: CalendarEntries;
}) {
  const scroll = useRef<HTMLElement>(null);
  const [monday] = days;
  useEffect(() => {
    if (monday) scrollToLessons(scroll.current);
  }, [monday]);

  const rows = new Map(days.map((day) => [day, rowsOfBlocks(entries.lessons, day)]));
  const blocksAt = (day: CivilDate, block: number) =>
    BLOCKS.slice(block, block + (rows.get(day)?.[block] ?? 1)).map(({ index }) => index);
  return (
    <WeekGrid
      ref={scroll}
      label={texts.title}
      days={days}
      now={now}
      closed={entries.closed}
      cell={(day, block) => (
        <DayCell key={day} day={day} now={now} entries={entries} blocks={blocksAt(day, block)} />
      )}
    />
  );
}

/** A block of a day, or those that a double lesson joins; nothing where it joins this one to an earlier one. */
function DayCell(props: {
  day: CivilDate;
  blocks: readonly number[];
  now: CivilDate;
  entries: CalendarEntries;
}) {
  const { day, blocks, now, entries } = props;
  const [first] = blocks;
  if (first === undefined) return null;
  return (
    <td
      rowSpan={blocks.length}
      data-today={day === now || undefined}
      data-busy={blocks.some((block) => entries.isBusy(day, block)) || undefined}
      data-closed={
        blocks.some((block) => entries.closed.isClosed(entries.free.teacherId, day, block)) || undefined
      }
    >
      {blocks.map((block) => (
        <SlotEntries key={block} day={day} block={block} {...entries} />
      ))}
      <NowLine day={day} block={first} blocks={blocks.length} />
    </td>
  );
}

/** The days of the week, each with how many lessons it has; a tap shows it. */
function DayStrip({
  day,
  days,
  now,
  onDay,
  entries,
}: Pick<CalendarProps, "day" | "days" | "now" | "onDay"> & { entries: CalendarEntries }) {
  return (
    <div className={styles.strip}>
      {days.map((each) => {
        const count = BLOCKS.filter(({ index }) => isTaken(entries, each, index)).length;
        const isClosed = BLOCKS.every(({ index }) =>
          entries.closed.isClosed(entries.free.teacherId, each, index),
        );
        return (
          <button
            key={each}
            type="button"
            className={styles.stripDay}
            aria-label={[
              // Begins with what is to be seen, so that it can be said to a computer.
              `${formatShortWeekday(each)} ${formatDay(each)}`,
              texts.lessonsOn(count),
              isClosed ? texts.dayOff : "",
            ]
              .filter(Boolean)
              .join(", ")}
            aria-pressed={each === day}
            aria-current={each === now ? "date" : undefined}
            data-closed={isClosed || undefined}
            onClick={() => onDay(each)}
          >
            <span>{formatShortWeekday(each)}</span>{" "}
            <strong className={styles.stripDate}>{dateParts(each).day}</strong>
            <span className={styles.dots} data-some={count > 0 || undefined} />
          </button>
        );
      })}
    </div>
  );
}

function DayList({ day, entries }: { day: CivilDate; entries: CalendarEntries }) {
  const here = (entry: { date: CivilDate }) => entry.date === day;
  const isEmpty = !entries.lessons.some(here) && !entries.trials.some(here);
  const hasFree = BLOCKS.some(({ index }) => entries.free.isFree(day, index));
  return (
    <>
      {isEmpty ? (
        <Text c="dimmed" ta="center" py={hasFree ? "xs" : "xl"}>
          {texts.noLessons}
        </Text>
      ) : null}
      <div className={styles.dayList}>
        {BLOCKS.map(({ index }) => (
          <SlotEntries key={index} day={day} block={index} {...entries} />
        ))}
      </div>
    </>
  );
}
