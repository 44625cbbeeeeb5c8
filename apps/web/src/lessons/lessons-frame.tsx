import type { AttentionKind } from "@korki/contracts/attention";
import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { AttentionPanel } from "../attention/attention-panel";
import { WeekCalendar } from "../calendar/week-calendar";
import { PageHeader } from "../ui/page-header";
import { useIsPhone } from "../ui/use-is-phone";
import { LessonSheet } from "./lesson-sheet";
import styles from "./lessons-frame.module.css";
import { useOpenLesson } from "./use-open-lesson";
import { useShowsCalendar, ViewSwitch } from "./view-switch";

/** Where the screen's one main action leads; a phone has it at the thumb. */
type MainAction = { readonly to: string; readonly label: string };

/** The lessons screen of students and teachers: the lists or the calendar, and the lesson that is open over them. */
export function LessonsFrame(props: {
  action?: MainAction | null;
  /** Stands before everything else, when there is one. */
  offer?: ReactNode;
  /** whose lessons a parent sees */
  switcher?: ReactNode;
  /** What people open the product for, above what waits. */
  glance: (open: (lessonId: string) => void) => ReactNode;
  /** What the glance says of what waits. */
  glanced: readonly AttentionKind[];
  lists: (open: (lessonId: string) => void) => ReactNode;
}) {
  const { action, glanced } = props;
  const { lessonId, open, close } = useOpenLesson();
  const isPhone = useIsPhone();
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <ViewSwitch />
            {action && !isPhone ? <Action {...action} /> : null}
          </>
        }
      />
      {props.offer}
      {props.switcher}
      {useShowsCalendar() ? (
        <WeekCalendar onOpen={open} />
      ) : (
        <>
          <div className={styles.top}>
            {props.glance(open)}
            <AttentionPanel shownAlready={glanced} />
          </div>
          {props.lists(open)}
        </>
      )}
      {action && isPhone ? (
        <div className={styles.room}>
          <div className={styles.floating}>
            <Action {...action} />
          </div>
        </div>
      ) : null}
      <LessonSheet lessonId={lessonId} onClose={close} />
    </>
  );
}

function Action({ to, label }: MainAction) {
  return (
    <Button component={Link} to={to} leftSection={<IconPlus size={18} aria-hidden />}>
      {label}
    </Button>
  );
}
