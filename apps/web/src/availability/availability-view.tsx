import type { AvailabilitySection } from "@korki/contracts/availability";
import { availabilityTexts } from "@korki/contracts/texts/availability";
import { availabilityEditorTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { watchScreenTexts } from "@korki/contracts/texts/watch-screens";
import type { TeacherSubject } from "@korki/domain";
import { Alert } from "@mantine/core";
import { IconHourglass } from "@tabler/icons-react";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { type Column, DataTable } from "../ui/data-table";
import { ListSection } from "../ui/list-section";
import { PageHeader } from "../ui/page-header";
import { EmptyState, FormSkeleton, Loaded } from "../ui/page-states";
import { useListState } from "../ui/use-list-state";
import { DayHoursCard } from "./day-hours";
import { SaveAvailabilityForm } from "./save-availability-form";

const SUBJECT_COLUMNS: readonly Column<TeacherSubject>[] = [
  { key: "subject", header: texts.subject, cell: ({ subject }) => subjectTexts[subject], onCard: "title" },
  { key: "level", header: texts.level, cell: ({ level }) => levelTexts[level] },
];

/** How many students wait for a slot, where somebody does (rules §34). */
function Waiting() {
  const query = trpc.watches.waiting.useQuery();
  const count = query.data?.waiting ?? 0;
  return count > 0 ? (
    <Alert variant="light" icon={<IconHourglass size={20} aria-hidden />}>
      {watchScreenTexts.waiting(count)}
    </Alert>
  ) : null;
}

/** What a teacher teaches, and when (rules §24). */
export function AvailabilityView() {
  const { id, subjects } = useProfile();
  const list = useListState({ name: "przedmioty" });
  // The week is saved as a whole, so the form starts from a fresh read, never from the cache.
  const week = trpc.availability.get.useQuery(
    { teacherId: id },
    { refetchOnWindowFocus: false, refetchOnMount: "always" },
  );
  return (
    <>
      <PageHeader
        title={availabilityTexts.heading}
        actions={<BackLink to={paths.lessons} label={texts.backToList} />}
      />
      <Waiting />
      <Loaded
        query={week.isFetchedAfterMount ? week : { ...week, data: undefined }}
        skeleton={
          <Card>
            <FormSkeleton fields={3} />
          </Card>
        }
      >
        {(sections: AvailabilitySection[]) => <SaveAvailabilityForm sections={sections} />}
      </Loaded>
      <DayHoursCard teacherId={id} isOwn />
      <ListSection title={texts.subjects}>
        <DataTable
          label={texts.subjects}
          rows={subjects}
          rowKey={({ subject, level }) => `${subject} ${level}`}
          columns={SUBJECT_COLUMNS}
          list={list}
          empty={<EmptyState picture="notes" title={texts.noSubjects} text={texts.noSubjectsText} />}
        />
      </ListSection>
    </>
  );
}
