import type { Lesson, ScheduledTrial } from "@korki/contracts/lessons";
import { shortSlot } from "@korki/contracts/texts/dates";
import {
  calendarTexts,
  lessonDetailTexts,
  nextLessonTexts as texts,
} from "@korki/contracts/texts/lesson-screens";
import {
  blockAt,
  type CivilDate,
  hasEnded,
  hasStarted,
  isCancelled,
  oneLinePerPair,
  today,
  weekStart,
} from "@korki/domain";
import { Anchor, Skeleton, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { trpc } from "../trpc";
import { formatDay, formatShortSubject } from "../ui/formats";
import { LessonStatusBadge } from "../ui/status-badge";
import { useNow } from "../ui/use-now";
import { NextLesson } from "./next-lesson";
import styles from "./teacher-day.module.css";

/** A teacher's first glance: today as a line of time, and beside it the next lesson with what was left of the last. */
export function TeacherDay({ onOpen }: { onOpen: (lessonId: string) => void }) {
  return (
    <div className={styles.glance} data-wide>
      <Today onOpen={onOpen} />
      <NextLesson viewer="Teacher" onOpen={onOpen} below={({ id }) => <LastTime lessonId={id} />} />
    </div>
  );
}

type Moment = { key: string; block: number; blocks: number; what: ReactNode };

function Today({ onOpen }: { onOpen: (lessonId: string) => void }) {
  const now = useNow();
  const day = today(now);
  const title = useId();
  const { data, isError } = trpc.lessons.week.useQuery({ from: weekStart(day) });
  if (!data) return isError ? null : <Skeleton height="8rem" radius="lg" aria-hidden />;
  const here = (entry: { date: CivilDate }) => entry.date === day;
  const moments: Moment[] = [
    ...oneLinePerPair(data.lessons)
      .filter((lesson) => here(lesson) && !isCancelled(lesson.status))
      .map((lesson) => ({
        key: lesson.id,
        block: lesson.block,
        blocks: lesson.blocks ?? 1,
        what: <TodaysLesson lesson={lesson} onOpen={onOpen} />,
      })),
    ...data.trials
      .filter((trial) => here(trial) && trial.status !== "Odwolana")
      .map((trial) => ({
        key: trial.id,
        block: trial.block,
        blocks: 1,
        what: <TodaysTrial trial={trial} />,
      })),
  ].toSorted((a, b) => a.block - b.block);
  return (
    <section className={styles.day} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>{`${texts.day}, ${formatDay(day)}`}</h2>
      {moments.length === 0 ? (
        <Text c="dimmed">{texts.nothingToday}</Text>
      ) : (
        <ol className={styles.line}>
          {moments.map(({ key, block, blocks, what }) => (
            <li
              key={key}
              className={styles.moment}
              data-over={hasEnded(day, block + blocks - 1, now) || undefined}
              aria-current={
                hasStarted(day, block, now) && !hasEnded(day, block + blocks - 1, now) ? "time" : undefined
              }
            >
              <span className={styles.hour}>{blockAt(block).start}</span>
              {what}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function TodaysLesson({ lesson, onOpen }: { lesson: Lesson; onOpen: (lessonId: string) => void }) {
  return (
    <button type="button" className={styles.what} onClick={() => onOpen(lesson.id)}>
      <strong>{lesson.studentName}</strong>
      <span className={styles.rest}>{formatShortSubject(lesson)}</span>
      <LessonStatusBadge status={lesson.status} />
    </button>
  );
}

function TodaysTrial({ trial }: { trial: ScheduledTrial }) {
  return (
    <span className={styles.what}>
      <strong>{calendarTexts.trialWith(trial.name)}</strong>
      <span className={styles.rest}>{formatShortSubject(trial)}</span>
      {trial.meetingLink ? (
        <Anchor href={trial.meetingLink} target="_blank" rel="noopener noreferrer">
          {lessonDetailTexts.joinMeeting}
        </Anchor>
      ) : null}
    </span>
  );
}

/** The last report about the student of the next lesson, and the homework that waits to be looked at. */
function LastTime({ lessonId }: { lessonId: string }) {
  const { data } = trpc.reports.beforeLesson.useQuery({ lessonId });
  if (!data?.last) return null;
  const { last, openHomework } = data;
  return (
    <dl className={styles.last}>
      <dt>{texts.lastReport(shortSlot(last.date, last.block))}</dt>
      <dd data-shortened>{last.summary}</dd>
      {openHomework.length > 0 ? (
        <>
          <dt>{texts.openHomework}</dt>
          <dd data-shortened>{openHomework.map(({ homework }) => homework).join("; ")}</dd>
        </>
      ) : null}
    </dl>
  );
}
