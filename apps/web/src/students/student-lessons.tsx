import type { Lesson } from "@korki/contracts/lessons";
import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { ownStudentsTexts } from "@korki/contracts/texts/payment-screens";
import { useNavigate } from "react-router-dom";
import type { LessonLine } from "../lesson-parts/double-lessons";
import { lastLessons, nextLessons } from "../lesson-parts/next-and-last";
import { lessonColumns, lessonLine } from "../lessons/lesson-columns";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { DataTable } from "../ui/data-table";
import { ListSection } from "../ui/list-section";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { useListState } from "../ui/use-list-state";
import { useNow } from "../ui/use-now";

/** So many of each are enough to know where things stand; the lists of lessons have all. */
const SHOWN = 5;
const LINE = lessonLine("Teacher");

/** A teacher's next and last lessons with one student. */
export function StudentLessons({ studentId }: { studentId: string }) {
  const now = useNow();
  const planned = trpc.lessons.mine.useQuery({ group: "planned", studentId });
  const finished = trpc.lessons.mine.useQuery({ group: "finished", studentId });
  const both = {
    data: planned.data && finished.data && [...planned.data.lessons, ...finished.data.lessons],
    error: planned.error ?? finished.error,
    isFetching: planned.isFetching || finished.isFetching,
    refetch: () => Promise.all([planned.refetch(), finished.refetch()]),
  };
  const lines = (of: typeof nextLessons<Lesson>) => ({
    ...both,
    data: both.data && of(both.data, now).slice(0, SHOWN),
  });
  return (
    <>
      <Lessons name="planned" title={ownStudentsTexts.nextLessons} query={lines(nextLessons)} />
      <Lessons name="finished" title={ownStudentsTexts.lastLessons} query={lines(lastLessons)} />
    </>
  );
}

function Lessons(props: {
  name: string;
  title: string;
  query: Parameters<typeof Loaded<LessonLine[]>>[0]["query"];
}) {
  const { name, title, query } = props;
  const navigate = useNavigate();
  const list = useListState({ name });
  const open = (lessonId: string) => navigate(paths.lesson(lessonId));
  return (
    <ListSection title={title}>
      <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
        {(lessons) => (
          <DataTable
            isShort
            label={title}
            rows={lessons}
            rowKey={({ id }) => id}
            columns={lessonColumns("Teacher", open).filter(({ key }) => key !== "person")}
            list={list}
            agenda={LINE}
            onOpen={({ id }) => open(id)}
            empty={<EmptyState picture="calendar" title={texts.none} />}
          />
        )}
      </Loaded>
    </ListSection>
  );
}
