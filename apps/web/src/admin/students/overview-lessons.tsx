import type { AdminLesson } from "@korki/contracts/admin-lessons";
import { studentOverviewTexts as texts } from "@korki/contracts/texts/student-overview";
import { BLOCK_COUNT, type CivilDate, fullName, type LineOf, spanHours, today } from "@korki/domain";
import { Anchor } from "@mantine/core";
import { lastLessons, nextLessons } from "../../lesson-parts/next-and-last";
import { useOpenLesson } from "../../lessons/use-open-lesson";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { formatDayWithWeekday, formatShortSubject } from "../../ui/formats";
import { LessonStatusBadge } from "../../ui/status-badge";
import { useNow } from "../../ui/use-now";
import { AdminLessonSheet } from "../lessons/admin-lesson-sheet";
import { Records } from "./overview-records";
import styles from "./student-overview.module.css";

/** So many of each answer a call; the list of lessons has all. */
const SHOWN = 4;
/** So many are read: some of today's belong to the other card, and two lessons may be one line. */
const READ = 2 * SHOWN + BLOCK_COUNT;

/** A student's next and last lessons; a click opens one in place. */
export function OverviewLessons({ studentId }: { studentId: string }) {
  const { lessonId, open, close } = useOpenLesson();
  const day = today(useNow());
  return (
    <>
      <div className={styles.pair}>
        <Lessons
          title={texts.nextLessons}
          none={texts.noNext}
          filters={{ studentId, group: "planned", from: day, direction: "asc" }}
          pick={nextLessons}
          onOpen={open}
          more={{ to: paths.addLessonFor(null, studentId), label: texts.addLesson }}
        />
        <Lessons
          title={texts.lastLessons}
          none={texts.noLast}
          filters={{ studentId, to: day, direction: "desc" }}
          pick={lastLessons}
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
  pick: typeof nextLessons<AdminLesson & { teacherId: string }>;
  onOpen: (lessonId: string) => void;
  more: { to: string; label: string };
}) {
  const { title, none, filters, pick, onOpen, more } = props;
  const now = useNow();
  const { data, error, isFetching, refetch } = trpc.adminLessons.list.useQuery({
    ...filters,
    pageSize: READ,
  });
  const lessons = data?.items.map((lesson) => ({ ...lesson, teacherId: lesson.teacher.id }));
  const shown = lessons && { items: pick(lessons, now).slice(0, SHOWN) };
  return (
    <Records title={title} none={none} more={more} query={{ data: shown, error, isFetching, refetch }}>
      {(lesson) => <LessonLine key={lesson.id} lesson={lesson} onOpen={onOpen} />}
    </Records>
  );
}

function LessonLine(props: { lesson: LineOf<AdminLesson>; onOpen: (lessonId: string) => void }) {
  const { lesson, onOpen } = props;
  return (
    <li className={styles.lesson}>
      <div>
        <Anchor component="button" type="button" inherit fw={550} ta="left" onClick={() => onOpen(lesson.id)}>
          {formatDayWithWeekday(lesson.date)}, {spanHours(lesson.block, lesson.blocks ?? 1)}
        </Anchor>
        <span className={styles.under}>
          {formatShortSubject(lesson)} · {fullName(lesson.teacher)}
        </span>
      </div>
      <LessonStatusBadge status={lesson.status} />
    </li>
  );
}
