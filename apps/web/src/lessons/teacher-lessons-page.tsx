import type { AttentionKind } from "@korki/contracts/attention";
import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { Button } from "@mantine/core";
import { lazy, Suspense } from "react";
import { Link, Route, Routes } from "react-router-dom";
import { AvailabilityView } from "../availability/availability-view";
import { paths } from "../paths";
import { useFilters } from "../ui/filters";
import { NoSuchScreen } from "../ui/no-such-screen";
import { TableSkeleton } from "../ui/page-states";
import { useListState } from "../ui/use-list-state";
import { LateCancellations } from "./late-cancellations";
import { LessonList, PLANNED_FILTERS, PLANNED_LIST } from "./lesson-list";
import { LessonsFrame } from "./lessons-frame";
import { TeacherDay } from "./teacher-day";
import { UpcomingTrials } from "./upcoming-trials";

const SeriesPage = lazy(() => import("../series/series-page"));
const NewSeriesPage = lazy(() => import("../series/new-series-page"));
const AttentionListPage = lazy(() => import("../attention/attention-list-page"));
const DeliveredLessonsPage = lazy(() => import("./delivered-lessons-page"));
const ClosuresPage = lazy(() => import("../closures/closures-page"));

/** The teacher's lessons: planned with filters, finished, and the availability editor (rules §24). */
export default function TeacherLessonsPage() {
  return (
    <Suspense fallback={<TableSkeleton rows={8} />}>
      <Routes>
        <Route index element={<Lessons />} />
        <Route path="dostepnosc" element={<AvailabilityView />} />
        <Route path="stale-terminy" element={<SeriesPage />} />
        <Route path="stale-terminy/nowy" element={<NewSeriesPage />} />
        <Route path="dni-wolne" element={<ClosuresPage />} />
        <Route path="odbyte" element={<DeliveredLessonsPage />} />
        <Route path="co-teraz/:kind" element={<AttentionListPage />} />
        <Route path="*" element={<NoSuchScreen />} />
      </Routes>
    </Suspense>
  );
}

/** What the day and the next lesson say. */
const GLANCED: readonly AttentionKind[] = ["today"];

function Lessons() {
  const state = useFilters(useListState({ name: PLANNED_LIST }), PLANNED_FILTERS);
  return (
    <LessonsFrame
      glance={(open) => <TeacherDay onOpen={open} />}
      glanced={GLANCED}
      lists={(open) => (
        <>
          <LateCancellations onOpen={open} />
          <LessonList
            viewer="Teacher"
            group="planned"
            title={texts.planned}
            emptyText={texts.nothingPlannedTeacher}
            emptyAction={
              <Button component={Link} to={paths.availability} variant="default">
                {texts.setAvailability}
              </Button>
            }
            filters={state}
            onOpen={open}
          />
          <UpcomingTrials />
          <LessonList
            viewer="Teacher"
            group="finished"
            title={texts.finished}
            emptyText={texts.nothingFinished}
            onOpen={open}
          />
        </>
      )}
    />
  );
}
