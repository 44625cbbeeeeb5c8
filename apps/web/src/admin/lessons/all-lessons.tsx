import type { CalendarFilters } from "@korki/contracts/admin-lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { lessonStatusNames, levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import {
  type CivilDate,
  LESSON_STATUSES,
  LEVELS,
  PLANNED,
  STATUS_GROUPS,
  SUBJECTS,
  today,
} from "@korki/domain";
import { Button, Group } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { AttentionPanel } from "../../attention/attention-panel";
import { ATTENTION_SHOWN } from "../../attention/attention-shown";
import { lessonDateFilter } from "../../lessons/lesson-filters";
import { useOpenLesson } from "../../lessons/use-open-lesson";
import { useShowsCalendar, ViewSwitch } from "../../lessons/view-switch";
import { trpc } from "../../trpc";
import { Below } from "../../ui/below";
import { ExportButton } from "../../ui/download-buttons";
import { FilteredList } from "../../ui/filtered-list";
import { choiceFilter, FilterBar, type FilterValues, useFilters } from "../../ui/filters";
import { TableSkeleton } from "../../ui/page-states";
import { useIsPhone } from "../../ui/use-is-phone";
import { type ListState, useListState } from "../../ui/use-list-state";
import { useNow } from "../../ui/use-now";
import { useSelection } from "../../ui/use-selection";
import { LessonBulk, lessonName } from "../bulk/lesson-bulk";
import { personFilter } from "../people/person-filter";
import { adminLessonColumns, adminLessonLine } from "./admin-lesson-columns";
import { AdminLessonSheet } from "./admin-lesson-sheet";

const GuidePanel = lazy(() => import("../guide/guide-panel"));
const TodayBoard = lazy(() => import("./today-board"));
const AdminCalendar = lazy(() => import("./calendar/admin-calendar"));

const CALENDAR_FILTERS = {
  teacherId: personFilter("teachers"),
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
};
/** The calendar's days are its own. */
const LIST_FILTERS = { ...CALENDAR_FILTERS, date: lessonDateFilter };

/** What the chosen filters, but for the dates, ask of the server; `status` is a status or a group of them. */
function asked({ status, ...others }: FilterValues<typeof CALENDAR_FILTERS>): CalendarFilters {
  const group = STATUS_GROUPS.find((each) => each === status);
  const single = LESSON_STATUSES.find((each) => each === status);
  return { ...others, ...(group && { group }), ...(single && { status: single }) };
}

/** The tab "Lekcje": every lesson as a list with filters, or as a calendar. */
export default function AllLessons() {
  const showsCalendar = useShowsCalendar();
  const { lessonId, open, close } = useOpenLesson();
  return (
    <>
      {showsCalendar ? (
        <LessonCalendar onOpen={open} />
      ) : (
        <Today onOpenLesson={open}>
          <LessonTable onOpen={open} />
        </Today>
      )}
      <AdminLessonSheet lessonId={lessonId} onClose={close} />
    </>
  );
}

/** What today needs, above the list. */
function Today(props: { onOpenLesson: (lessonId: string) => void; children: ReactNode }) {
  const isPhone = useIsPhone();
  const { isPending } = trpc.attention.get.useQuery(ATTENTION_SHOWN);
  return isPhone ? (
    <>
      <AttentionPanel />
      <Below stands={!isPending}>{props.children}</Below>
    </>
  ) : (
    <Suspense fallback={<TableSkeleton rows={4} />}>
      <TodayBoard {...props} />
    </Suspense>
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
          filters={asked(state.values)}
          onOpenLesson={onOpen}
          onTeacher={(id) => state.list.setFilters({ nauczyciel: id })}
        />
      </Suspense>
    </>
  );
}

/** What asks for all lessons instead of those from today on: a filter, an order, or the switch. */
const EARLIER = "wczesniejsze";
const WHOLE = [
  EARLIER,
  "sort",
  ...Object.values(LIST_FILTERS).flatMap(({ parameters }) => parameters),
] as readonly string[];

/** Returns the filter of the lessons from today on; null where all are asked for, and where nothing is ahead. */
function useLessonsAhead(isAsked: boolean): { from: CivilDate } | null {
  const from = today(useNow());
  const { data } = trpc.adminLessons.list.useQuery({ from, page: 1, pageSize: 1 }, { enabled: isAsked });
  return isAsked && data?.total !== 0 ? { from } : null;
}

function WholeSwitch({ list, isWhole }: { list: ListState; isWhole: boolean }) {
  const turn = () => list.setFilters({ [EARLIER]: isWhole ? null : "tak", sort: null });
  return (
    <Button variant="subtle" size="sm" onClick={turn}>
      {isWhole ? texts.fromToday : texts.earlier}
    </Button>
  );
}

function LessonTable({ onOpen }: { onOpen: (lessonId: string) => void }) {
  const [params] = useSearchParams();
  const status = params.get("status");
  // Of planned lessons the nearest comes first, of all others the newest.
  const isPlannedOnly = status === "planned" || PLANNED.some((each) => each === status);
  const isWhole = WHOLE.some((parameter) => params.has(parameter));
  const ahead = useLessonsAhead(!isWhole);
  const list = useListState({ defaultSort: isPlannedOnly || ahead !== null ? "date" : "-date" });
  const state = useFilters(list, LIST_FILTERS);
  const { client } = trpc.useUtils();
  const { date, ...others } = state.values;
  const filters = { ...ahead, ...asked(others), ...date };
  const query = trpc.adminLessons.list.useQuery(
    { ...filters, direction: list.sort?.descending === false ? "asc" : "desc", page: list.page },
    { placeholderData: keepPreviousData },
  );
  const columns = useMemo(() => adminLessonColumns(onOpen), [onOpen]);
  const selection = useSelection();
  const chosen = (query.data?.items ?? []).filter(({ id }) => selection.has(id));
  return (
    <>
      {query.data?.total === 0 && !state.isActive && ahead === null ? (
        <Suspense fallback={null}>
          <GuidePanel />
        </Suspense>
      ) : null}
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <ViewSwitch />
          {state.isActive ? null : <WholeSwitch list={list} isWhole={ahead === null} />}
        </Group>
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
