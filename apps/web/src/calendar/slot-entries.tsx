import type { ScheduledTrial } from "@korki/contracts/lessons";
import { lessonDetailTexts, calendarTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { outsideCalendarScreenTexts } from "@korki/contracts/texts/outside-calendars";
import {
  lessonStatusTexts,
  shortLevelTexts,
  subjectTexts,
  trialStatusTexts,
} from "@korki/contracts/texts/statuses";
import { blockHours, blocksFrom, type CivilDate, isCancelled, spanHours, trialHours } from "@korki/domain";
import { Anchor } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Fragment } from "react";
import { Link } from "react-router-dom";
import type { ClosedDays } from "../closures/closed-days";
import { ChildMark } from "../family/child-mark";
import { firstNameOf, useChosenChild } from "../family/family";
import type { LessonLine } from "../lesson-parts/double-lessons";
import { JoinRoom } from "../lesson-parts/join-room";
import { ProposalMark } from "../lesson-parts/proposal-mark";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { formatDay, formatShortSubject } from "../ui/formats";
import { LessonStatusIcon } from "../ui/status-badge";
import type { FreeBlocks } from "./free-blocks";
import "./subject-colours.css";
import type { Drag } from "./use-drag";
import styles from "./week-calendar.module.css";

export type CalendarEntries = {
  /** Both of a double lesson are one. */
  readonly lessons: readonly LessonLine[];
  readonly trials: readonly ScheduledTrial[];
  readonly free: FreeBlocks;
  readonly closed: ClosedDays;
  /** Whether something elsewhere occupies the teacher, in the own calendar alone. */
  readonly isBusy: (day: CivilDate, block: number) => boolean;
  readonly drag: Drag<LessonLine>;
  readonly onOpen: (lessonId: string) => void;
};

/** Whether a lesson or a trial lesson takes place at a block. */
export function isTaken({ lessons, trials }: CalendarEntries, day: CivilDate, block: number): boolean {
  const here = (entry: { date: CivilDate; block: number }) => entry.date === day && entry.block === block;
  return (
    lessons.some(
      (lesson) =>
        lesson.date === day &&
        blocksFrom(lesson.block, lesson.blocks ?? 1).includes(block) &&
        !isCancelled(lesson.status),
    ) || trials.some((trial) => here(trial) && trial.status !== "Odwolana")
  );
}

/** The content of one block: a lesson that takes place, cancelled ones beside it, a trial lesson, or nothing. */
export function SlotEntries({ day, block, ...entries }: CalendarEntries & { day: CivilDate; block: number }) {
  const { role } = useProfile();
  const child = useChosenChild();
  const hasMarks = role === "Parent" && !child;
  const people = (lesson: LessonLine) => {
    if (role === "Teacher") return lesson.studentName;
    return hasMarks ? `${firstNameOf(lesson)} · ${lesson.teacherName}` : lesson.teacherName;
  };
  const { lessons, trials, free, drag, onOpen } = entries;
  const here = (entry: { date: CivilDate; block: number }) => entry.date === day && entry.block === block;
  const isFree = free.isFree(day, block) && !isTaken(entries, day, block);
  return (
    <>
      {lessons.filter(here).map((lesson) => (
        <Fragment key={lesson.id}>
          <button
            type="button"
            className={styles.entry}
            data-status={lesson.status}
            data-blocks={lesson.blocks}
            data-subject={lesson.subject}
            onClick={() => onOpen(lesson.id)}
            {...drag.handle(lesson)}
          >
            <span className={styles.hours}>{spanHours(lesson.block, lesson.blocks ?? 1)} </span>
            <span className={styles.head}>
              <strong>{subjectTexts[lesson.subject]}</strong>
              <LessonStatusIcon status={lesson.status} />
            </span>
            <span className={styles.rest}>{shortLevelTexts[lesson.level]}</span>
            <span className={styles.rest}>
              {hasMarks ? <ChildMark studentId={lesson.studentId} /> : null} {people(lesson)}
            </span>
            <span className={styles.words}>{lessonStatusTexts[lesson.status]}</span>
            <ProposalMark lesson={lesson} viewer={role === "Teacher" ? "Teacher" : "Student"} />
          </button>
          <JoinRoom lesson={lesson} size="xs" />
        </Fragment>
      ))}
      {trials.filter(here).map((trial) => (
        <div key={trial.id} className={styles.entry} data-status="trial">
          <span className={styles.hours}>{trialHours(trial.block)} </span>
          <strong>{texts.trialWith(trial.name)}</strong>
          <span>{formatShortSubject(trial)}</span>
          {trial.meetingLink ? (
            <Anchor href={trial.meetingLink} target="_blank" rel="noopener noreferrer" inherit>
              {lessonDetailTexts.joinMeeting}
            </Anchor>
          ) : (
            <span className={styles.status}>{trialStatusTexts[trial.status]}</span>
          )}
        </div>
      ))}
      {isFree && free.mayBook && free.teacherId !== null ? (
        <Link
          className={styles.free}
          to={paths.bookingAt({ teacherId: free.teacherId, date: day, block })}
          aria-label={texts.bookHere(formatDay(day), blockHours(block))}
          {...drag.target({ date: day, block })}
        >
          <IconPlus size={16} aria-hidden />
          <span>{blockHours(block)}</span>
        </Link>
      ) : isFree ? (
        <div className={styles.free} {...drag.target({ date: day, block })}>
          <span className={styles.hours}>{blockHours(block)} </span>
          <span>{texts.free}</span>
        </div>
      ) : null}
      {entries.isBusy(day, block) && !isTaken(entries, day, block) ? (
        <div className={styles.busy}>
          <span className={styles.hours}>{blockHours(block)} </span>
          <span>{outsideCalendarScreenTexts.busy}</span>
        </div>
      ) : null}
    </>
  );
}
