import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { closureScreenTexts as closureTexts } from "@korki/contracts/texts/closure-screens";
import { seriesScreenTexts as seriesTexts } from "@korki/contracts/texts/series-screens";
import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { paths } from "../../paths";
import { type LinkTab, LinkTabs } from "../../ui/link-tabs";
import { PageHeader } from "../../ui/page-header";
import { TableSkeleton } from "../../ui/page-states";

const AllLessons = lazy(() => import("./all-lessons"));
const SeriesList = lazy(async () => ({ default: (await import("../../series/series-page")).SeriesList }));
const AdminSeriesForm = lazy(() => import("./admin-series-form"));
const Closures = lazy(async () => ({ default: (await import("../../closures/closures-page")).Closures }));
const AddLesson = lazy(() => import("./add-lesson"));
const TrialLessons = lazy(() => import("../trial-lessons/trial-lessons"));
const AttentionListPage = lazy(() => import("../../attention/attention-list-page"));
const AddTrialLesson = lazy(() => import("../trial-lessons/add-trial-lesson"));

const TABS: readonly LinkTab[] = [
  { to: paths.lessons, label: texts.lessons, also: paths.dashboard },
  { to: paths.addLesson, label: texts.addLesson },
  { to: paths.series, label: seriesTexts.title },
  { to: paths.closures, label: closureTexts.titleAdmin },
  { to: paths.trialLessons, label: texts.trialLessons },
  { to: paths.addTrialLesson, label: texts.addTrialLesson },
];

/** The administrator's "Zajęcia" with its tabs (rules §24), and the whole lists of what waits. */
export default function AdminLessonsPage() {
  return (
    <Suspense fallback={<TableSkeleton rows={8} />}>
      <Routes>
        <Route path="co-teraz/:kind" element={<AttentionListPage />} />
        <Route path="*" element={<Tabs />} />
      </Routes>
    </Suspense>
  );
}

function Tabs() {
  return (
    <>
      <PageHeader title={texts.title} />
      <LinkTabs label={texts.tabs} tabs={TABS} />
      <Suspense fallback={<TableSkeleton rows={8} />}>
        <Routes>
          <Route index element={<AllLessons />} />
          <Route path="dodaj" element={<AddLesson />} />
          <Route path="stale-terminy" element={<SeriesList />} />
          <Route path="stale-terminy/nowy" element={<AdminSeriesForm />} />
          <Route path="dni-wolne" element={<Closures />} />
          <Route path="probne" element={<TrialLessons />} />
          <Route path="dodaj-probna" element={<AddTrialLesson />} />
          <Route path="*" element={<Navigate to={paths.lessons} replace />} />
        </Routes>
      </Suspense>
    </>
  );
}
