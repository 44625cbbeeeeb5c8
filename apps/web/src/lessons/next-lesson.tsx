import type { Lesson } from "@korki/contracts/lessons";
import { nextLessonTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { shortLevelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { blockStart, spanHours } from "@korki/domain";
import { Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import { type ReactNode, useId } from "react";
import { ChildMark } from "../family/child-mark";
import { firstNameOf } from "../family/family";
import type { LessonLine } from "../lesson-parts/double-lessons";
import { JoinRoom } from "../lesson-parts/join-room";
import { startsInText } from "../ui/countdown";
import { formatDayWithWeekday } from "../ui/formats";
import { LessonStatusBadge } from "../ui/status-badge";
import { useNow } from "../ui/use-now";
import type { LessonViewer } from "./lesson-columns";
import { useNextLesson } from "./lesson-list";
import styles from "./next-lesson.module.css";

type Props = {
  viewer: LessonViewer;
  onOpen: (lessonId: string) => void;
  /** What else is worth knowing before it. */
  below?: (lesson: Lesson) => ReactNode;
};

/** The first thing of the first screen: the next lesson, and the way into its room (rules §24). */
export function NextLesson(props: Props) {
  const lesson = useNextLesson();
  if (lesson === undefined) return <Skeleton height="8rem" radius="lg" aria-hidden />;
  return lesson && <NextLessonCard {...props} lesson={lesson} />;
}

function NextLessonCard(props: Props & { lesson: LessonLine }) {
  const { lesson, viewer, onOpen } = props;
  const { date, block, blocks = 1 } = lesson;
  const now = useNow();
  const title = useId();
  const people = { Student: [lesson.teacherName], Teacher: [lesson.studentName] };
  const names = viewer === "Parent" ? [firstNameOf(lesson), lesson.teacherName] : people[viewer];
  return (
    <section className={styles.card} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title} className={styles.title}>
          {texts.title}
        </h2>
        <span className={styles.countdown}>{startsInText(blockStart(date, block), now)}</span>
      </div>
      <button type="button" className={styles.lesson} onClick={() => onOpen(lesson.id)}>
        <span className={styles.subject}>
          {subjectTexts[lesson.subject]} <small>{shortLevelTexts[lesson.level]}</small>
        </span>
        <time dateTime={date} className={styles.when}>
          {formatDayWithWeekday(date)}, {spanHours(block, blocks)}
        </time>
        <span className={styles.who}>
          <span className={styles.names}>
            {viewer === "Parent" ? <ChildMark studentId={lesson.studentId} /> : null}
            {names.join(" · ")}
          </span>
          <LessonStatusBadge status={lesson.status} />
        </span>
      </button>
      <JoinRoom lesson={lesson} size="lg" fullWidth />
      {props.below?.(lesson)}
    </section>
  );
}
