import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState } from "../ui/page-states";

/** What a parent sees here; a sentence alone, until the parent has a child (rules §15). */
export default function ParentStudentsPage() {
  return (
    <>
      <PageHeader title={dashboardTexts.students} />
      <Card>
        <EmptyState
          picture="people"
          title={dashboardTexts.parentStudents}
          text={dashboardTexts.parentStudentsText}
        />
      </Card>
    </>
  );
}
