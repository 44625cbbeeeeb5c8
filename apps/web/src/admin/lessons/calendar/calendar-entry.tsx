import type { CalendarEntry, CalendarLesson } from "@korki/contracts/admin-lessons";
import { calendarTexts } from "@korki/contracts/texts/lesson-screens";
import { lessonStatusTexts, trialStatusTexts } from "@korki/contracts/texts/statuses";
import { blockHours, fullName, trialHours } from "@korki/domain";
import { Link } from "react-router-dom";
import calendarStyles from "../../../calendar/week-calendar.module.css";
import { paths } from "../../../paths";
import { formatShortSubject } from "../../../ui/formats";
import styles from "./admin-calendar.module.css";

/**
 * A lesson or a trial lesson in the calendar; opens it. `of` says whose calendar it is: a teacher's own names the
 * other side and the subject, everybody's names both people. In a grid the row names the hour.
 */
export function EntryButton(props: {
  entry: CalendarEntry;
  of: "teacher" | "all";
  inGrid?: boolean;
  /** makes a lesson draggable; a trial lesson stays */
  handle?: (lesson: CalendarLesson) => object;
  onOpenLesson: (lessonId: string) => void;
}) {
  const { entry, of, inGrid = false } = props;
  const teacher = of === "all" ? fullName(entry.teacher) : null;
  if (entry.kind === "trial") {
    return (
      <Link
        className={`${calendarStyles.entry} ${styles.link}`}
        data-status="trial"
        to={paths.trialLesson(entry.id)}
      >
        {inGrid ? null : <span className={calendarStyles.hours}>{trialHours(entry.block)}</span>}
        <strong>{calendarTexts.trialWith(entry.name)}</strong>
        {teacher ? <span>{teacher}</span> : null}
        {teacher && inGrid ? null : <span>{formatShortSubject(entry)}</span>}
        <span className={calendarStyles.status}>{trialStatusTexts[entry.status]}</span>
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={calendarStyles.entry}
      data-status={entry.status}
      onClick={() => props.onOpenLesson(entry.id)}
      {...props.handle?.(entry)}
    >
      {inGrid ? null : <span className={calendarStyles.hours}>{blockHours(entry.block)}</span>}
      <strong>{fullName(entry.student)}</strong>
      {teacher ? <span>{teacher}</span> : null}
      {teacher && inGrid ? null : <span>{formatShortSubject(entry)}</span>}
      <span className={calendarStyles.status}>{lessonStatusTexts[entry.status]}</span>
    </button>
  );
}
