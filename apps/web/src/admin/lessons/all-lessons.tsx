import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { lessonStatusNames, levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { LESSON_STATUSES, LEVELS, PLANNED, STATUS_GROUPS, SUBJECTS } from "@korki/domain";
import { Group } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { AttentionPanel } from "../../attention/attention-panel";
import { lessonDateFilter } from "../../lessons/lesson-filters";
import { useOpenLesson } from "../../lessons/use-open-lesson";
import { useShowsCalendar, ViewSwitch } from "../../lessons/view-switch";
import { trpc } from "../../trpc";
import { FilteredList } from "../../ui/filtered-list";
import { choiceFilter, FilterBar, useFilters } from "../../ui/filters";
import { TableSkeleton } from "../../ui/page-states";
import { useListState } from "../../ui/use-list-state";
import { useSelection } from "../../ui/use-selection";
import { LessonBulk, lessonName } from "../bulk/lesson-bulk";
import { ExportButton } from "../export-button";
import { personFilter } from "../people/person-filter";
import { adminLessonColumns, adminLessonLine } from "./admin-lesson-columns";
import { AdminLessonSheet } from "./admin-lesson-sheet";

const GuidePanel = lazy(() => import("../guide/guide-panel"));
const AdminCalendar = lazy(() => import("./calendar/admin-calendar"));

const CALENDAR_FILTERS = { teacherId: personFilter("teachers") };
const LIST_FILTERS = {
  ...CALENDAR_FILTERS,
  studentId: personFilter("students"),
  status: choiceFilter("status", {
    label: texts.status,
    any: texts.anyStatus,
    values: [...STATUS_GROUPS, ...LESSON_STATUSES],
    names: { ...lessonStatusNames, ...texts.statusGroups },
  }),
  subject: choiceFilter("przedmiot", {
    label: texts.subject,
    any: texts.anySubject,
    values: SUBJECTS,
    names: subjectTexts,
  }),
  level: choiceFilter("poziom", {
    label: texts.level,
    any: texts.anyLevel,
    values: LEVELS,
    names: levelTexts,
  }),
  date: lessonDateFilter,
};

/** The tab "Lekcje": every lesson as a list with filters, or as a calendar. */
export default function AllLessons() {
  const showsCalendar = useShowsCalendar();
  const { lessonId, open, close } = useOpenLesson();
  return (
    <>
      {showsCalendar ? (
        <LessonCalendar onOpen={open} />
      ) : (
        <>
          <AttentionPanel />
          <LessonTable onOpen={open} />
        </>
      )}
      <AdminLessonSheet lessonId={lessonId} onClose={close} />
    </>
  );
}

function LessonCalendar({ onOpen }: { onOpen: (lessonId: string) => void }) {
  const state = useFilters(useListState(), CALENDAR_FILTERS);
  return (
    <>
      <Group>
        <ViewSwitch />
      </Group>
      <FilterBar label={texts.filters} state={state} />
      <Suspense fallback={<TableSkeleton rows={10} />}>
        <AdminCalendar
          teacherId={state.values.teacherId ?? null}
          onOpenLesson={onOpen}
          onTeacher={(id) => state.list.setFilters({ nauczyciel: id })}
        />
      </Suspense>
    </>
  );
}

function LessonTable({ onOpen }: { onOpen: (lessonId: string) => void }) {
  const [params] = useSearchParams();
  const asked = params.get("status");
  // Of planned lessons the nearest comes first, of all others the newest.
  const isPlannedOnly = asked === "planned" || PLANNED.some((each) => each === asked);
  const list = useListState({ defaultSort: isPlannedOnly ? "date" : "-date" });
  const state = useFilters(list, LIST_FILTERS);
  const { client } = trpc.useUtils();
  const { date, status, ...others } = state.values;
  const group = STATUS_GROUPS.find((each) => each === status);
  const single = LESSON_STATUSES.find((each) => each === status);
  const filters = { ...others, ...date, ...(group && { group }), ...(single && { status: single }) };
  const query = trpc.adminLessons.list.useQuery(
    { ...filters, direction: list.sort?.descending === false ? "asc" : "desc", page: list.page },
    { placeholderData: keepPreviousData },
  );
  const columns = useMemo(() => adminLessonColumns(onOpen), [onOpen]);
  const selection = useSelection();
  const chosen = (query.data?.items ?? []).filter(({ id }) => selection.keys.has(id));
  return (
    <>
      {query.data?.total === 0 && !state.isActive ? (
        <Suspense fallback={null}>
          <GuidePanel />
        </Suspense>
      ) : null}
      <Group justify="space-between" gap="sm">
        <ViewSwitch />
        <ExportButton fetchFile={() => client.exports.lessons.query(filters)} />
      </Group>
      <FilteredList
        label={texts.lessons}
        filtersLabel={texts.filters}
        state={state}
        query={query}
        rowKey={({ id }) => id}
        columns={columns}
        onOpen={({ id }) => onOpen(id)}
        agenda={adminLessonLine}
        selection={{ ...selection, nameOf: lessonName }}
        count={texts.count}
        empty={{
          picture: "calendar",
          title: texts.none,
          nothingFound: texts.nothingFound,
          noneYet: texts.noLessonsYet,
        }}
      />
      <LessonBulk chosen={chosen} selection={selection} />
    </>
  );
}
