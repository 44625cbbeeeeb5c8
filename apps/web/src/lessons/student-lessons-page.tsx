import type { AttentionKind } from "@korki/contracts/attention";
import { bookingTexts, lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { ChildConsents } from "../consents/child-consents";
import { ChildSwitch } from "../family/child-switch";
import { useChildren, useChosenChild } from "../family/family";
import { paths } from "../paths";
import { AvailableLessonsTable } from "../payments/available-lessons-table";
import { DueLines } from "../payments/due-lines";
import { isOfferDue } from "../push/offer-state";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { NoSuchScreen } from "../ui/no-such-screen";
import { TableSkeleton } from "../ui/page-states";
import { useIsPhone } from "../ui/use-is-phone";
import { BalanceLine } from "./balance-line";
import { BookingView } from "./booking-view";
import { FirstAnswers } from "./first-answers";
import { LessonList } from "./lesson-list";
import { LessonsFrame } from "./lessons-frame";
import { NextLesson } from "./next-lesson";
import styles from "./student-lessons-page.module.css";

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
        <Route path="*" element={<NoSuchScreen />} />
      </Routes>
    </Suspense>
  );
}

/** What the next lesson's card says. */
const GLANCED: readonly AttentionKind[] = ["next-lesson"];
/** While something is due, its line says what is not paid for. */
const GLANCED_WITH_DUE: readonly AttentionKind[] = [...GLANCED, "balance"];

function Lessons() {
  const { role } = useProfile();
  const child = useChosenChild();
  const children = useChildren() ?? [];
  // A parent of several children sees whose lesson each is, and books for a child.
  const viewer = role === "Parent" && !child ? "Parent" : "Student";
  const mayBook = role !== "Parent" || (child ? [child] : children).some(({ rights }) => rights.book);
  const teachers = trpc.people.teachers.useQuery(
    { studentId: child?.id },
    { enabled: role === "Student" || child !== null },
  );
  // Without a teacher there is nothing to book yet. Of several children one may have one.
  const hasTeacher = teachers.data?.length !== 0;
  const noTeacher = child ? bookingTexts.childWithoutTeacher : bookingTexts.noTeacher;
  const money = trpc.money.mine.useQuery({}, { enabled: role === "Student" });
  const hasAnswers = useIsPhone() && role === "Parent";
  return (
    <LessonsFrame
      offer={<Suspense>{isOfferDue() ? <PushOffer /> : null}</Suspense>}
      action={mayBook && hasTeacher ? { to: paths.booking, label: bookingTexts.book } : null}
      switcher={
        role === "Parent" ? (
          <>
            <ChildConsents />
            <ChildSwitch withAll />
          </>
        ) : null
      }
      glance={(open) => (
        <div className={styles.glance}>
          <NextLesson viewer={role === "Parent" ? "Parent" : "Student"} onOpen={open} />
          {hasAnswers ? <FirstAnswers onOpen={open} /> : <DueLines />}
        </div>
      )}
      glanced={money.data && money.data.due > 0 ? GLANCED_WITH_DUE : GLANCED}
      lists={(open) => (
        <>
          <BalanceLine />
          <LessonList
            viewer={viewer}
            group="planned"
            title={texts.planned}
            emptyText={hasTeacher ? texts.nothingPlannedStudent : noTeacher}
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
