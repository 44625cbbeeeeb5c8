import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import type { ReactNode } from "react";
import { AttentionPanel } from "../attention/attention-panel";
import { WeekCalendar } from "../calendar/week-calendar";
import { PageHeader } from "../ui/page-header";
import { LessonSheet } from "./lesson-sheet";
import styles from "./lessons-frame.module.css";
import { RefreshButton } from "./refresh-button";
import { useOpenLesson } from "./use-open-lesson";
import { useShowsCalendar, ViewSwitch } from "./view-switch";

/** The lessons screen of students and teachers: the lists or the calendar, and the lesson that is open over them. */
export function LessonsFrame(props: {
  action: ReactNode;
  /** Stands before everything else, when there is one. */
  offer?: ReactNode;
  /** What people open the product for, before what they can do. */
  answers?: ((open: (lessonId: string) => void) => ReactNode) | undefined;
  /** whose lessons a parent sees */
  switcher?: ReactNode;
  lists: (open: (lessonId: string) => void) => ReactNode;
}) {
  const { lessonId, open, close } = useOpenLesson();
  const actions = <div className={styles.action}>{props.action}</div>;
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <ViewSwitch />
            <RefreshButton />
            {props.answers ? null : actions}
          </>
        }
      />
      {props.answers ? (
        <>
          {props.answers(open)}
          {actions}
        </>
      ) : null}
      {props.offer}
      {props.switcher}
      {useShowsCalendar() ? (
        <WeekCalendar onOpen={open} />
      ) : (
        <>
          <AttentionPanel />
          {props.lists(open)}
        </>
      )}
      <LessonSheet lessonId={lessonId} onClose={close} />
    </>
  );
}
