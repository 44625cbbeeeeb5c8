import type { MyLessonsInput } from "@korki/contracts/lessons";
import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { hasEnded, LEVELS, oneLinePerPair, SUBJECTS } from "@korki/domain";
import { type ReactNode, useMemo } from "react";
import { useStudentFilter } from "../family/family";
import type { LessonLine } from "../lesson-parts/double-lessons";
import { trpc } from "../trpc";
import { DataTable } from "../ui/data-table";
import { NoRows } from "../ui/filtered-list";
import { choiceFilter, FilterBar, type FilterState, useFilters } from "../ui/filters";
import { ListSection } from "../ui/list-section";
import { Loaded, TableSkeleton } from "../ui/page-states";
import { ShowMore } from "../ui/show-more";
import { useIsPhone } from "../ui/use-is-phone";
import { useListState } from "../ui/use-list-state";
import { useNow } from "../ui/use-now";
import { type LessonViewer, lessonColumns, lessonLine } from "./lesson-columns";
import { lessonDateFilter } from "./lesson-filters";

/** The planned lessons' name in the address bar (`useListState`). */
export const PLANNED_LIST = "plan";

const NO_FILTERS = {};

/** Filters of the planned lessons. */
export const PLANNED_FILTERS = { date: lessonDateFilter };
/** Filters of the delivered lessons. */
export const DELIVERED_FILTERS = {
  subject: choiceFilter("przedmiot", {
    label: texts.subjectFilter,
    any: texts.anySubject,
    values: SUBJECTS,
    names: subjectTexts,
  }),
  level: choiceFilter("poziom", {
    label: texts.levelFilter,
    any: texts.anyLevel,
    values: LEVELS,
    names: levelTexts,
  }),
  date: lessonDateFilter,
};

/** So many lessons are seen at once: they need no choice of order on a phone. */
const FEW = 8;

/** One group of a person's lessons under its heading; sorting by date is the server's, over all pages. */
export function LessonList(props: {
  viewer: LessonViewer;
  group: MyLessonsInput["group"];
  title: string;
  emptyText: string;
  emptyAction?: ReactNode;
  /** left out: all lessons of the group */
  filters?: FilterState<typeof PLANNED_FILTERS> | FilterState<typeof DELIVERED_FILTERS>;
  onOpen: (lessonId: string) => void;
}) {
  const { viewer, group, title, onOpen } = props;
  const { date, ...others } = props.filters?.values ?? {};
  const isPlanned = group === "planned";
  const list = useListState({
    name: isPlanned ? PLANNED_LIST : "hist",
    defaultSort: isPlanned ? "date" : "-date",
  });
  const order = list.sort?.key === "date" ? (list.sort.descending ? "desc" : "asc") : undefined;
  const query = useLessonList({ group, order, ...others, ...date });
  // The card above the planned lessons has the way into the next one's room.
  const joined = useNextLesson({ enabled: isPlanned })?.id;
  const columns = useMemo(() => lessonColumns(viewer, onOpen, joined), [viewer, onOpen, joined]);
  const line = useMemo(() => lessonLine(viewer, joined), [viewer, joined]);
  const none = useFilters(list, NO_FILTERS);

  return (
    <ListSection title={title}>
      {props.filters || (query.data && query.data.length > FEW) ? (
        <FilterBar label={texts.filters} state={props.filters ?? none} order={{ columns, list }} />
      ) : null}
      <Loaded query={query} skeleton={<TableSkeleton rows={isPlanned ? 3 : 5} cardHeight="3.25rem" />}>
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
              agenda={line}
              isOrderedAbove
              isShort={group !== "delivered"}
              empty={
                <NoRows
                  picture="calendar"
                  title={texts.none}
                  nothingFound={texts.nothingFound}
                  noneYet={props.emptyText}
                  action={props.emptyAction}
                  isFiltered={props.filters?.isActive ?? false}
                  onShowAll={() => props.filters?.clear()}
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

/** Lessons that are read at once; a list shows about ten before it is scrolled. */
const PAGE = 25;
/** A phone reads fewer finished lessons, so that what follows them is near. */
const FINISHED_ON_PHONE = 10;

/** Own lessons of one group, page after page. `data` holds what has been read so far. */
export function useLessonList(
  input: Omit<MyLessonsInput, "limit" | "cursor" | "studentId">,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const isPhone = useIsPhone();
  const child = useStudentFilter();
  const query = trpc.lessons.mine.useInfiniteQuery(
    { ...input, ...child, limit: isPhone && input.group !== "planned" ? FINISHED_ON_PHONE : PAGE },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: (before) => before, enabled },
  );
  const { data: pages } = query;
  const lessons = useMemo(
    () => pages && oneLinePerPair(pages.pages.flatMap((page) => page.lessons)),
    [pages],
  );
  return { ...query, data: lessons };
}

/**
 * Returns the planned lesson that is not over yet, or null, as of a list that cannot be read; undefined while it is read.
 */
export function useNextLesson(asked: { enabled?: boolean } = {}): LessonLine | null | undefined {
  const now = useNow();
  const { data, isError } = useLessonList({ group: "planned", order: "asc" }, asked);
  if (!data) return isError ? null : undefined;
  // What is over waits for its outcome.
  return data.find(({ date, block, blocks = 1 }) => !hasEnded(date, block + blocks - 1, now)) ?? null;
}
