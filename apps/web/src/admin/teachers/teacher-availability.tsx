import type { AvailabilitySection } from "@korki/contracts/availability";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { weekdayTexts } from "@korki/contracts/texts/statuses";
import { blockAt, WEEKDAYS } from "@korki/domain";
import { Stack } from "@mantine/core";
import { DayHoursCard } from "../../availability/day-hours";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { useListState } from "../../ui/use-list-state";

const COLUMNS: readonly Column<AvailabilitySection>[] = [
  { key: "day", header: texts.day, onCard: "title", cell: ({ day }) => weekdayTexts[day] },
  {
    key: "hours",
    header: texts.hours,
    cell: ({ startBlock, endBlock }) => (
      <span className="tabular">{`${blockAt(startBlock).start}–${blockAt(endBlock).end}`}</span>
    ),
  },
];

/** The tab "Godziny dostępności": the free-time entries in the order of the week. */
export function TeacherAvailability({ teacherId }: { teacherId: string }) {
  const list = useListState({ name: "godziny" });
  const query = trpc.adminPeople.availability.useQuery({ teacherId });
  return (
    <Stack gap="md" maw="46rem">
      <Card title={texts.availability} text={texts.availabilityText}>
        <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
          {({ sections }) => (
            <DataTable
              label={texts.hours}
              rows={sections.toSorted(
                (a, b) => WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) || a.startBlock - b.startBlock,
              )}
              rowKey={({ day, startBlock }) => `${day} ${startBlock}`}
              columns={COLUMNS}
              list={list}
              empty={
                <EmptyState picture="calendar" title={texts.noAvailability} text={texts.noAvailabilityText} />
              }
            />
          )}
        </Loaded>
      </Card>
      <DayHoursCard teacherId={teacherId} isOwn={false} />
    </Stack>
  );
}
