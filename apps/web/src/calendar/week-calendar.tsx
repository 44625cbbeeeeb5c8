import type { Lesson, ScheduledTrial } from "@korki/contracts/lessons";
import { lessonDetailTexts, calendarTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { lessonStatusTexts, trialStatusTexts } from "@korki/contracts/texts/statuses";
import {
  addDays,
  BLOCKS,
  blockHours,
  type CivilDate,
  dateParts,
  isCivilDate,
  today,
  trialHours,
  WEEKDAYS,
  weekdayOf,
} from "@korki/domain";
import { Anchor, Group, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { ProposalMark } from "../lessons/proposal-mark";
import { useStudentFilter } from "../parents/family";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { formatDayWithWeekday, formatShortSubject, formatSpan } from "../ui/formats";
import { Loaded, TableSkeleton } from "../ui/page-states";
import { useAddressChange } from "../ui/use-address-change";
import { useIsPhone } from "../ui/use-is-phone";
import { useNow } from "../ui/use-now";
import { CalendarSteps } from "./calendar-steps";
import styles from "./week-calendar.module.css";
import { WeekGrid } from "./week-grid";

const PARAMETER = "dzien";

/** The own lessons of a week, of a day on a phone; the same data as the lists show. */
export function WeekCalendar({ onOpen }: { onOpen: (lessonId: string) => void }) {
  const isPhone = useIsPhone();
  const child = useStudentFilter();
  const now = today(useNow());
  const [params] = useSearchParams();
  const change = useAddressChange();
  const asked = params.get(PARAMETER);
  const day = isCivilDate(asked) ? asked : now;
  const monday = addDays(day, -WEEKDAYS.indexOf(weekdayOf(day)));
  const days = isPhone ? [day] : WEEKDAYS.map((_, index) => addDays(monday, index));
  const query = trpc.lessons.week.useQuery(
    { from: monday, ...child },
    { placeholderData: (before) => before },
  );
  const step = isPhone ? 1 : 7;

  const go = (to: CivilDate) => change({ [PARAMETER]: to === now ? null : to });

  return (
    <section className={styles.calendar}>
      <Group justify="space-between" gap="xs">
        <Text component="h2" className={styles.range} aria-live="polite">
          {isPhone ? formatDayWithWeekday(day) : formatSpan(monday, addDays(monday, 6), dateParts(now).year)}
        </Text>
        <Group gap="xs">
          <CalendarSteps
            range={isPhone ? "day" : "week"}
            isToday={day === now}
            onToday={() => go(now)}
            onStep={(turns) => go(addDays(day, turns * step))}
          />
        </Group>
      </Group>
      <Loaded query={query} skeleton={<TableSkeleton rows={8} />}>
        {({ lessons, trials }) =>
          isPhone ? (
            <DayList day={day} lessons={lessons} trials={trials} onOpen={onOpen} />
          ) : (
            <OwnWeek days={days} now={now} lessons={lessons} trials={trials} onOpen={onOpen} />
          )
        }
      </Loaded>
    </section>
  );
}

type Entries = {
  lessons: readonly Lesson[];
  trials: readonly ScheduledTrial[];
  onOpen: (lessonId: string) => void;
};

function OwnWeek({ days, now, ...entries }: Entries & { days: readonly CivilDate[]; now: CivilDate }) {
  const scroll = useRef<HTMLElement>(null);
  const [monday] = days;
  // A week begins where its first lesson is: mornings are mostly empty.
  useEffect(() => {
    if (monday) scrollToFirstRow(scroll.current);
  }, [monday]);

  return (
    <WeekGrid
      ref={scroll}
      label={texts.title}
      days={days}
      now={now}
      cell={(day, block) => (
        <td data-today={day === now || undefined}>
          <SlotEntries day={day} block={block} {...entries} />
        </td>
      )}
    />
  );
}

function scrollToFirstRow(scroll: HTMLElement | null): void {
  const first = scroll?.querySelector("[data-status]")?.closest("tr");
  const header = scroll?.querySelector("thead");
  if (scroll) scroll.scrollTop = first && header ? first.offsetTop - header.offsetHeight : 0;
}

function DayList({ day, ...entries }: Entries & { day: CivilDate }) {
  const here = (entry: { date: CivilDate }) => entry.date === day;
  if (!entries.lessons.some(here) && !entries.trials.some(here)) {
    return (
      <Text c="dimmed" ta="center" py="xl">
        {texts.noLessons}
      </Text>
    );
  }
  return (
    <div className={styles.dayList}>
      {BLOCKS.map(({ index }) => (
        <SlotEntries key={index} day={day} block={index} {...entries} />
      ))}
    </div>
  );
}

/** What stands at one block: a lesson that takes place, cancelled ones beside it, a trial lesson. */
function SlotEntries(props: Entries & { day: CivilDate; block: number }) {
  const { role } = useProfile();
  const here = (entry: { date: CivilDate; block: number }) =>
    entry.date === props.day && entry.block === props.block;
  return (
    <>
      {props.lessons.filter(here).map((lesson) => (
        <button
          key={lesson.id}
          type="button"
          className={styles.entry}
          data-status={lesson.status}
          onClick={() => props.onOpen(lesson.id)}
        >
          <span className={styles.hours}>{blockHours(lesson.block)}</span>
          <strong>{role === "Teacher" ? lesson.studentName : lesson.teacherName}</strong>
          <span>{formatShortSubject(lesson)}</span>
          <span className={styles.status}>{lessonStatusTexts[lesson.status]}</span>
          <ProposalMark lesson={lesson} viewer={role === "Teacher" ? "Teacher" : "Student"} />
        </button>
      ))}
      {props.trials.filter(here).map((trial) => (
        <div key={trial.id} className={styles.entry} data-status="trial">
          <span className={styles.hours}>{trialHours(trial.block)}</span>
          <strong>{texts.trialWith(trial.name)}</strong>
          <span>{formatShortSubject(trial)}</span>
          <span className={styles.status}>{trialStatusTexts[trial.status]}</span>
          {trial.meetingLink ? (
            <Anchor href={trial.meetingLink} target="_blank" rel="noopener noreferrer" inherit>
              {lessonDetailTexts.joinMeeting}
            </Anchor>
          ) : null}
        </div>
      ))}
    </>
  );
}
