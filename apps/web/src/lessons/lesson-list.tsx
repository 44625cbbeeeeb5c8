import type { MyLessonsInput } from "@korki/contracts/lessons";
import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { IconCalendarOff } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { DataTable } from "../ui/data-table";
import { ListSection } from "../ui/list-section";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { ShowMore } from "../ui/show-more";
import { useListState } from "../ui/use-list-state";
import { lessonColumns } from "./lesson-columns";
import { useLessonList } from "./use-lesson-list";

/** One group of a person's lessons under its heading; sorting by date is the server's, over all pages. */
export function LessonList(props: {
  viewer: "Student" | "Teacher";
  group: MyLessonsInput["group"];
  title: string;
  emptyText: string;
  emptyAction?: ReactNode;
  filters?: Pick<MyLessonsInput, "day" | "month" | "year">;
  /** above the table, e.g. the filters */
  tools?: ReactNode;
  onOpen: (lessonId: string) => void;
}) {
  const { viewer, group, title, filters, onOpen } = props;
  const isPlanned = group === "planned";
  const list = useListState({ name: isPlanned ? "plan" : "hist", defaultSort: isPlanned ? "date" : "-date" });
  const order = list.sort?.key === "date" ? (list.sort.descending ? "desc" : "asc") : undefined;
  const query = useLessonList({ group, order, ...filters });
  const columns = useMemo(() => lessonColumns(viewer, onOpen), [viewer, onOpen]);

  return (
    <ListSection title={title}>
      {props.tools}
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={isPlanned ? 3 : 5} isSortable cardHeight="11.75rem" />}
      >
        {(lessons) => (
          <>
            <DataTable
              label={title}
              rows={lessons}
              rowKey={({ id }) => id}
              columns={columns}
              list={list}
              pageSize={Number.POSITIVE_INFINITY}
              empty={
                <EmptyState
                  icon={<IconCalendarOff size={28} aria-hidden />}
                  title={texts.none}
                  text={props.emptyText}
                  action={props.emptyAction}
                />
              }
            />
            <ShowMore label={isPlanned ? texts.showMore : texts.showOlder} query={query} />
          </>
        )}
      </Loaded>
    </ListSection>
  );
}
