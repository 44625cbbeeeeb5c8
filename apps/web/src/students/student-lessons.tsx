import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { ownStudentsTexts } from "@korki/contracts/texts/payment-screens";
import { useNavigate } from "react-router-dom";
import { lessonColumns, lessonLine } from "../lessons/lesson-columns";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { DataTable } from "../ui/data-table";
import { ListSection } from "../ui/list-section";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { useListState } from "../ui/use-list-state";

/** So many of each are enough to know where things stand; the lists of lessons have all. */
const SHOWN = 5;
const LINE = lessonLine("Teacher");

/** A teacher's next and last lessons with one student. */
export function StudentLessons({ studentId }: { studentId: string }) {
  return (
    <>
      <Lessons studentId={studentId} group="planned" title={ownStudentsTexts.nextLessons} />
      <Lessons studentId={studentId} group="finished" title={ownStudentsTexts.lastLessons} />
    </>
  );
}

function Lessons({
  studentId,
  group,
  title,
}: {
  studentId: string;
  group: "planned" | "finished";
  title: string;
}) {
  const navigate = useNavigate();
  const list = useListState({ name: group });
  const query = trpc.lessons.mine.useQuery({ group, studentId, limit: SHOWN });
  const open = (lessonId: string) => navigate(paths.lesson(lessonId));
  return (
    <ListSection title={title}>
      <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
        {({ lessons }) => (
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
