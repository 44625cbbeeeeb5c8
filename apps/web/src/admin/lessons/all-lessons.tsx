import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { Group } from "@mantine/core";
import { IconCalendarOff } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { useOpenLesson } from "../../lessons/use-open-lesson";
import { useShowsCalendar, ViewSwitch } from "../../lessons/view-switch";
import { trpc } from "../../trpc";
import { formatNumber } from "../../ui/formats";
import { EmptyState, TableSkeleton } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { ExportButton } from "../export-button";
import { adminLessonColumns } from "./admin-lesson-columns";
import { AdminLessonSheet } from "./admin-lesson-sheet";
import { LessonSearchFields } from "./lesson-search-fields";
import { type LessonSearch, useLessonSearch } from "./use-lesson-search";

const AdminCalendar = lazy(() => import("./calendar/admin-calendar"));

/** The tab "Lekcje": every lesson as a list with filters, or as a calendar. */
export default function AllLessons() {
  const search = useLessonSearch();
  const showsCalendar = useShowsCalendar();
  const { lessonId, open, close } = useOpenLesson();
  const { client } = trpc.useUtils();
  return (
    <>
      <Group justify="space-between" gap="sm">
        <ViewSwitch />
        {showsCalendar ? null : (
          <ExportButton fetchFile={() => client.exports.lessons.query(search.filters)} />
        )}
      </Group>
      <LessonSearchFields search={search} peopleOnly={showsCalendar} />
      {showsCalendar ? (
        <Suspense fallback={<TableSkeleton rows={10} />}>
          <AdminCalendar
            teacherId={search.teacherId}
            onOpenLesson={open}
            onTeacher={(id) => search.list.setFilters({ nauczyciel: id })}
          />
        </Suspense>
      ) : (
        <LessonTable search={search} onOpen={open} />
      )}
      <AdminLessonSheet lessonId={lessonId} onClose={close} />
    </>
  );
}

function LessonTable({ search, onOpen }: { search: LessonSearch; onOpen: (lessonId: string) => void }) {
  const { list, filters } = search;
  const query = trpc.adminLessons.list.useQuery(
    { ...filters, direction: list.sort?.descending === false ? "asc" : "desc", page: list.page },
    { placeholderData: keepPreviousData },
  );
  const columns = useMemo(() => adminLessonColumns(onOpen), [onOpen]);
  return (
    <PagedTable
      label={texts.lessons}
      query={query}
      rowKey={({ id }) => id}
      columns={columns}
      list={list}
      count={(total) => texts.count(total, formatNumber(total))}
      empty={
        <EmptyState
          icon={<IconCalendarOff size={28} aria-hidden />}
          title={texts.none}
          text={search.isFiltered ? texts.nothingFound : texts.noLessonsYet}
        />
      }
    />
  );
}
