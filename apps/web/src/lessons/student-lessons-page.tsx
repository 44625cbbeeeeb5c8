import { bookingTexts, lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { reportTexts } from "@korki/contracts/texts/reports";
import { seriesScreenTexts as seriesTexts } from "@korki/contracts/texts/series-screens";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { Link, Route, Routes } from "react-router-dom";
import { ChildConsents } from "../consents/child-consents";
import { ChildSwitch } from "../parents/child-switch";
import { useChildren, useChosenChild } from "../parents/family";
import { paths } from "../paths";
import { DueLines } from "../payments/due-lines";
import { isOfferDue } from "../push/offer-state";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { TableSkeleton } from "../ui/page-states";
import { useIsPhone } from "../ui/use-is-phone";
import { AvailableLessonsTable } from "./available-lessons-table";
import { BalanceLine } from "./balance-line";
import { BookingView } from "./booking-view";
import { FirstAnswers } from "./first-answers";
import { LessonList } from "./lesson-list";
import { LessonsFrame } from "./lessons-frame";

const PushOffer = lazy(() => import("../push/push-offer"));
const SeriesPage = lazy(() => import("../series/series-page"));
const AttentionListPage = lazy(() => import("../attention/attention-list-page"));
const NewSeriesPage = lazy(() => import("../series/new-series-page"));

/**
 * The lessons of a student, or of a parent's children: what is planned, what was, what is paid for, and the booking view
 * (rules §24).
 */
export default function StudentLessonsPage() {
  return (
    <Suspense fallback={<TableSkeleton rows={8} />}>
      <Routes>
        <Route index element={<Lessons />} />
        <Route path="rezerwacja" element={<BookingView />} />
        <Route path="stale-terminy" element={<SeriesPage />} />
        <Route path="stale-terminy/nowy" element={<NewSeriesPage />} />
        <Route path="co-teraz/:kind" element={<AttentionListPage />} />
      </Routes>
    </Suspense>
  );
}

function Lessons() {
  const { role } = useProfile();
  const child = useChosenChild();
  const children = useChildren() ?? [];
  // A parent of several children sees whose lesson each is, and books for a child.
  const viewer = role === "Parent" && !child ? "Parent" : "Student";
  const mayBook = role !== "Parent" || (child ? [child] : children).some(({ rights }) => rights.book);
  const teachers = trpc.people.teachers.useQuery({}, { enabled: role !== "Parent" });
  const hasTeacher = teachers.data?.length !== 0;
  const hasAnswers = useIsPhone() && role === "Parent";
  const add = (label: string) => (mayBook ? <AddLesson label={label} isNext={hasTeacher} /> : null);
  return (
    <LessonsFrame
      answers={hasAnswers ? (open) => <FirstAnswers onOpen={open} /> : undefined}
      offer={<Suspense>{isOfferDue() ? <PushOffer /> : null}</Suspense>}
      action={
        <>
          {add(texts.addLesson)}
          {mayBook && (role === "Parent" || hasTeacher) ? (
            <Button component={Link} to={paths.newSeries} variant="default">
              {seriesTexts.request}
            </Button>
          ) : null}
          <Button component={Link} to={paths.reports} variant="default">
            {reportTexts.myReports}
          </Button>
          <Button component={Link} to={paths.series} variant="default">
            {seriesTexts.title}
          </Button>
        </>
      }
      switcher={
        <>
          {role === "Parent" ? (
            <>
              <ChildConsents />
              <ChildSwitch withAll />
            </>
          ) : null}
          {hasAnswers ? null : <DueLines />}
        </>
      }
      lists={(open) => (
        <>
          <BalanceLine />
          <LessonList
            viewer={viewer}
            group="planned"
            title={texts.planned}
            emptyText={hasTeacher ? texts.nothingPlannedStudent : bookingTexts.noTeacher}
            emptyAction={hasTeacher ? add(bookingTexts.book) : null}
            onOpen={open}
          />
          <LessonList
            viewer={viewer}
            group="finished"
            title={texts.finished}
            emptyText={texts.nothingFinished}
            onOpen={open}
          />
          {role === "Student" ? <AvailableLessonsTable /> : null}
          {child ? <AvailableLessonsTable studentId={child.id} /> : null}
        </>
      )}
    />
  );
}

/** @param isNext whether booking is what to do next; without a teacher there is nothing to book yet */
function AddLesson({ label, isNext }: { label: string; isNext: boolean }) {
  return (
    <Button
      component={Link}
      to={paths.booking}
      variant={isNext ? "filled" : "default"}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {label}
    </Button>
  );
}
