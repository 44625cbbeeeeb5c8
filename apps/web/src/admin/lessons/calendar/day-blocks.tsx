import type { TeacherLane } from "@korki/contracts/admin-lessons";
import {
  adminLessonScreenTexts,
  adminCalendarTexts as texts,
} from "@korki/contracts/texts/admin-lesson-screens";
import { BLOCKS, blockHours, type CivilDate } from "@korki/domain";
import { Button } from "@mantine/core";
import { useState } from "react";
import type { ClosedDays } from "../../../closures/closed-days";
import { formatDay } from "../../../ui/formats";
import type { LessonDraft } from "../add-lesson-form";
import { AddHere } from "./add-here";
import styles from "./admin-calendar.module.css";
import { EntryButton } from "./calendar-entry";
import { type CalendarSlots, entriesAt, occupies } from "./calendar-slots";
import { slotState } from "./lanes";

/** A day as a list of its blocks: of one teacher, or of all on a phone. */
export function DayBlocks(props: {
  day: CivilDate;
  slots: CalendarSlots;
  closed: ClosedDays;
  /** the teacher whose day it is; null: everybody's */
  lane: TeacherLane | null;
  onOpenLesson: (lessonId: string) => void;
  onAdd: (draft: LessonDraft) => void;
}) {
  const { day, slots, lane, closed } = props;
  const [showsEarly, setShowsEarly] = useState(false);
  // The day begins with its first lesson: what is empty before is a tap away.
  const first = BLOCKS.find(({ index }) => entriesAt(slots, day, index).length > 0)?.index ?? 0;
  const from = showsEarly ? 0 : first;
  return (
    <ol className={styles.blocks}>
      {from > 0 ? (
        <li className={styles.blockRow}>
          <Button variant="subtle" size="compact-sm" onClick={() => setShowsEarly(true)}>
            {texts.earlierHours}
          </Button>
        </li>
      ) : null}
      {BLOCKS.slice(from).map(({ index }) => {
        const here = entriesAt(slots, day, index);
        const state = lane ? slotState(lane, closed, day, index) : "open";
        const note = closed.isClosed(null, day, index)
          ? adminLessonScreenTexts.closedCentre
          : state === "closed"
            ? adminLessonScreenTexts.closedTeacher
            : state !== "taken" && texts.slotStates[state];
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
                  of={lane ? "teacher" : "all"}
                  onOpenLesson={props.onOpenLesson}
                />
              ))}
              {lane === null || !here.some(occupies) ? (
                <AddHere
                  label={texts.addAt(formatDay(day), blockHours(index))}
                  state={state}
                  onAdd={() => props.onAdd({ teacherId: lane?.teacher.id ?? null, date: day, block: index })}
                />
              ) : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
