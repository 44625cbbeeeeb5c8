import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { paths } from "../../paths";
import { type LinkTab, LinkTabs } from "../../ui/link-tabs";
import { PageHeader } from "../../ui/page-header";
import { TableSkeleton } from "../../ui/page-states";

const AllLessons = lazy(() => import("./all-lessons"));
const AddLesson = lazy(() => import("./add-lesson"));
const TrialLessons = lazy(() => import("../trial-lessons/trial-lessons"));
const AddTrialLesson = lazy(() => import("../trial-lessons/add-trial-lesson"));

const TABS: readonly LinkTab[] = [
  { to: paths.lessons, label: texts.lessons, also: paths.dashboard },
  { to: paths.addLesson, label: texts.addLesson },
  { to: paths.trialLessons, label: texts.trialLessons },
  { to: paths.addTrialLesson, label: texts.addTrialLesson },
];

/** The administrator's "Zajęcia" with its four tabs (rules §24). */
export default function AdminLessonsPage() {
  return (
    <>
      <PageHeader title={texts.title} />
      <LinkTabs label={texts.tabs} tabs={TABS} />
      <Suspense fallback={<TableSkeleton rows={8} />}>
        <Routes>
          <Route index element={<AllLessons />} />
          <Route path="dodaj" element={<AddLesson />} />
          <Route path="probne" element={<TrialLessons />} />
          <Route path="dodaj-probna" element={<AddTrialLesson />} />
          <Route path="*" element={<Navigate to={paths.lessons} replace />} />
        </Routes>
      </Suspense>
    </>
  );
}
