import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { lazy, Suspense } from "react";
import { useChildren } from "../family/family";
import StudentLessonsPage from "../lessons/student-lessons-page";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState, ScreenSkeleton } from "../ui/page-states";

const FormerMoney = lazy(() => import("./former-money"));

/** The lessons of a parent's children; without a child a sentence, and what is left to pay (rules §15). */
export default function ParentLessonsPage() {
  const children = useChildren();
  if (!children) return <ScreenSkeleton />;
  if (children.length > 0) return <StudentLessonsPage />;
  return (
    <>
      <PageHeader title={dashboardTexts.lessons} />
      <Card>
        <EmptyState
          picture="calendar"
          title={dashboardTexts.parentLessons}
          text={dashboardTexts.parentLessonsText}
        />
      </Card>
      <Suspense>
        <FormerMoney />
      </Suspense>
    </>
  );
}
