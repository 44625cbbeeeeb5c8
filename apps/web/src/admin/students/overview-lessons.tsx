import type { AdminLesson } from "@korki/contracts/admin-lessons";
import { studentOverviewTexts as texts } from "@korki/contracts/texts/student-overview";
import { blockHours, type CivilDate, fullName, today } from "@korki/domain";
import { Anchor } from "@mantine/core";
import { now } from "../../clock";
import { useOpenLesson } from "../../lessons/use-open-lesson";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { formatDayWithWeekday, formatShortSubject } from "../../ui/formats";
import { LessonStatusBadge } from "../../ui/status-badge";
import { AdminLessonSheet } from "../lessons/admin-lesson-sheet";
import { Records } from "./overview-records";
import styles from "./student-overview.module.css";

/** So many of each answer a call; the list of lessons has all. */
const SHOWN = 4;

/** A student's next and last lessons; a click opens one in place. */
export function OverviewLessons({ studentId }: { studentId: string }) {
  const { lessonId, open, close } = useOpenLesson();
  const day = today(now());
  return (
    <>
      <div className={styles.pair}>
        <Lessons
          title={texts.nextLessons}
          none={texts.noNext}
          filters={{ studentId, group: "planned", from: day, direction: "asc" }}
          onOpen={open}
          more={{ to: paths.addLessonFor(null, studentId), label: texts.addLesson }}
        />
        <Lessons
          title={texts.lastLessons}
          none={texts.noLast}
          filters={{ studentId, to: day, direction: "desc" }}
          onOpen={open}
          more={{ to: paths.lessonsWhere({ uczen: studentId }), label: texts.allLessons }}
        />
      </div>
      <AdminLessonSheet lessonId={lessonId} onClose={close} />
    </>
  );
}

function Lessons(props: {
  title: string;
  none: string;
  filters: {
    studentId: string;
    group?: "planned";
    from?: CivilDate;
    to?: CivilDate;
    direction: "asc" | "desc";
  };
  onOpen: (lessonId: string) => void;
  more: { to: string; label: string };
}) {
  const { title, none, filters, onOpen, more } = props;
  const query = trpc.adminLessons.list.useQuery({ ...filters, pageSize: SHOWN });
  return (
    <Records title={title} none={none} more={more} query={query}>
      {(lesson) => <LessonLine key={lesson.id} lesson={lesson} onOpen={onOpen} />}
    </Records>
  );
}

function LessonLine({ lesson, onOpen }: { lesson: AdminLesson; onOpen: (lessonId: string) => void }) {
  return (
    <li className={styles.lesson}>
      <div>
        <Anchor component="button" type="button" inherit fw={550} ta="left" onClick={() => onOpen(lesson.id)}>
          {formatDayWithWeekday(lesson.date)}, {blockHours(lesson.block)}
        </Anchor>
        <span className={styles.under}>
          {formatShortSubject(lesson)} · {fullName(lesson.teacher)}
        </span>
      </div>
      <LessonStatusBadge status={lesson.status} />
    </li>
  );
}
