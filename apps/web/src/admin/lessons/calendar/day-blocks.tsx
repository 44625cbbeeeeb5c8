import {
  adminLessonScreenTexts,
  adminCalendarTexts as texts,
} from "@korki/contracts/texts/admin-lesson-screens";
import { BLOCKS, blockHours, type CivilDate } from "@korki/domain";
import type { ClosedDays } from "../../../closures/closed-days";
import { formatDay } from "../../../ui/formats";
import type { LessonDraft } from "../add-lesson-form";
import { AddHere } from "./add-here";
import styles from "./admin-calendar.module.css";
import { EntryButton } from "./calendar-entry";
import { type CalendarSlots, entriesAt, occupies } from "./calendar-slots";

/** A day as a list of its blocks: of one teacher, or of all on a phone. */
export function DayBlocks(props: {
  day: CivilDate;
  slots: CalendarSlots;
  closed: ClosedDays;
  teacherId: string | null;
  isAvailable: (date: CivilDate, block: number) => boolean;
  onOpenLesson: (lessonId: string) => void;
  onAdd: (draft: LessonDraft) => void;
}) {
  const { day, slots, teacherId } = props;
  return (
    <ol className={styles.blocks}>
      {BLOCKS.map(({ index }) => {
        const here = entriesAt(slots, day, index);
        const available = teacherId !== null && props.isAvailable(day, index);
        const note = props.closed.isClosed(null, day, index)
          ? adminLessonScreenTexts.closedCentre
          : props.closed.isClosed(teacherId, day, index)
            ? adminLessonScreenTexts.closedTeacher
            : teacherId !== null && !available
              ? adminLessonScreenTexts.outside
              : null;
        return (
          <li className={styles.blockRow} key={index}>
            <div className={styles.blockHours}>
              <span className="tabular">{blockHours(index)}</span>
              {note ? <span className={styles.note}>{note}</span> : null}
            </div>
            <div className={styles.blockEntries}>
              {here.map((entry) => (
                <EntryButton
                  key={entry.id}
                  entry={entry}
                  of={teacherId ? "teacher" : "all"}
                  onOpenLesson={props.onOpenLesson}
                />
              ))}
              {teacherId === null || !here.some(occupies) ? (
                <AddHere
                  label={texts.addAt(formatDay(day), blockHours(index))}
                  available={available}
                  onAdd={() => props.onAdd({ teacherId, date: day, block: index })}
                />
              ) : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
