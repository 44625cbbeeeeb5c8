import type { MyLessonsInput } from "@korki/contracts/lessons";
import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { IconCalendarOff } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { DataTable } from "../ui/data-table";
import { NoRows } from "../ui/filtered-list";
import { ListSection } from "../ui/list-section";
import { Loaded, TableSkeleton } from "../ui/page-states";
import { ShowMore } from "../ui/show-more";
import { useListState } from "../ui/use-list-state";
import { type LessonViewer, lessonColumns } from "./lesson-columns";
import { useLessonList } from "./use-lesson-list";

/** The planned lessons' name in the address bar (`useListState`). */
export const PLANNED_LIST = "plan";

/** One group of a person's lessons under its heading; sorting by date is the server's, over all pages. */
export function LessonList(props: {
  viewer: LessonViewer;
  group: MyLessonsInput["group"];
  title: string;
  emptyText: string;
  emptyAction?: ReactNode;
  /** undefined where nothing is filtered */
  filters?: Pick<MyLessonsInput, "day" | "month" | "year"> | undefined;
  /** above the table, e.g. the filters */
  tools?: ReactNode;
  onOpen: (lessonId: string) => void;
}) {
  const { viewer, group, title, filters, onOpen } = props;
  const isPlanned = group === "planned";
  const list = useListState({
    name: isPlanned ? PLANNED_LIST : "hist",
    defaultSort: isPlanned ? "date" : "-date",
  });
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
              onOpen={({ id }) => onOpen(id)}
              empty={
                <NoRows
                  icon={<IconCalendarOff size={28} aria-hidden />}
                  title={texts.none}
                  nothingFound={texts.nothingFound}
                  noneYet={props.emptyText}
                  action={props.emptyAction}
                  isFiltered={filters !== undefined}
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
