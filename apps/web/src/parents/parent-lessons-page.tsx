import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { IconCalendarEvent } from "@tabler/icons-react";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState } from "../ui/page-states";

/** What a parent sees here; a sentence alone, as the specification has it (section 2). */
export default function ParentLessonsPage() {
  return (
    <>
      <PageHeader title={dashboardTexts.lessons} />
      <Card>
        <EmptyState
          icon={<IconCalendarEvent size={28} aria-hidden />}
          title={dashboardTexts.parentLessons}
          text={dashboardTexts.parentLessonsText}
        />
      </Card>
    </>
  );
}
