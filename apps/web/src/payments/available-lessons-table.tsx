import type { AvailableLessons } from "@korki/contracts/lessons";
import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { trpc } from "../trpc";
import { type Column, DataTable } from "../ui/data-table";
import { formatNumber, formatSubject } from "../ui/formats";
import { ListSection } from "../ui/list-section";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { useListState } from "../ui/use-list-state";

const COLUMNS: readonly Column<AvailableLessons>[] = [
  { key: "subject", header: texts.subject, cell: formatSubject, sortValue: formatSubject, onCard: "title" },
  {
    key: "quantity",
    header: texts.quantity,
    align: "right",
    onCard: "corner",
    sortValue: ({ available }) => available,
    cell: ({ available }) => (
      <span className="tabular unbroken">
        {formatNumber(available)}
        {available < 0 ? ` (${texts.owed})` : ""}
      </span>
    ),
  },
];

/** „Dostępne lekcje”: lessons paid for and not used yet; below zero, lessons owed. */
export function AvailableLessonsTable({ studentId }: { studentId?: string }) {
  const query = trpc.lessons.available.useQuery(studentId ? { studentId } : {});
  const list = useListState({ name: "dost" });
  return (
    <ListSection title={texts.available}>
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {(rows) => (
          <DataTable
            label={texts.available}
            rows={rows}
            rowKey={({ subject, level }) => `${subject} ${level}`}
            columns={COLUMNS}
            list={list}
            empty={<EmptyState picture="money" title={texts.none} text={texts.nothingAvailable} />}
          />
        )}
      </Loaded>
    </ListSection>
  );
}
