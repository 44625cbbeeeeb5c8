import type { Movement } from "@korki/contracts/statistics";
import { activityTexts as texts } from "@korki/contracts/texts/activity";
import { companyYears, fullName } from "@korki/domain";
import { Anchor, Group, NativeSelect } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { now } from "../../clock";
import { paths } from "../../paths";
import { MonthPicker } from "../../statistics/month-picker";
import { useChosenMonth } from "../../statistics/use-chosen-month";
import { trpc } from "../../trpc";
import { BackLink } from "../../ui/back-link";
import type { Column } from "../../ui/data-table";
import { formatMoney, formatMonth, formatShortDate } from "../../ui/formats";
import { idOrNull } from "../../ui/id-or-null";
import { ListSection } from "../../ui/list-section";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { useListState } from "../../ui/use-list-state";

const COLUMNS: readonly Column<Movement>[] = [
  {
    key: "date",
    header: texts.date,
    onCard: "title",
    cell: ({ date }) => <time dateTime={date}>{formatShortDate(date)}</time>,
  },
  {
    key: "person",
    header: texts.person,
    cell: ({ kind, person }) => (
      <Anchor
        component={Link}
        to={
          kind === "payout" ? paths.teacherTab(person.id, "finanse") : paths.studentTab(person.id, "finanse")
        }
        inherit
      >
        {fullName(person)}
      </Anchor>
    ),
  },
  { key: "kind", header: texts.kind, cell: ({ kind }) => texts.movementKinds[kind] },
  { key: "description", header: texts.description, cell: ({ description }) => description },
  {
    key: "amount",
    header: texts.amount,
    align: "right",
    onCard: "corner",
    cell: ({ amount }) => <span className="tabular unbroken">{formatMoney(amount)}</span>,
  },
];

/** Lists the payments and refunds, or the payouts, behind a month's figure, of one person or of all. */
export default function MovementList() {
  const list = useListState();
  const years = companyYears(now());
  const [month, setMonth] = useChosenMonth(years);
  const flow = list.filter("co") === "wyplaty" ? "out" : "in";
  const studentId = idOrNull(list.filter("uczen"));
  const teacherId = idOrNull(list.filter("nauczyciel"));
  const query = trpc.statistics.movements.useQuery(
    { ...month, flow, page: list.page, ...(studentId && { studentId }), ...(teacherId && { teacherId }) },
    { placeholderData: keepPreviousData },
  );
  const title = `${texts.movements[flow]}: ${formatMonth(month)}`;
  return (
    <ListSection title={title}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <MonthPicker value={month} years={years} onChange={setMonth}>
          <NativeSelect
            label={texts.flow}
            size="sm"
            value={flow}
            data={[
              { value: "in", label: texts.paidIn },
              { value: "out", label: texts.paidOut },
            ]}
            onChange={({ currentTarget }) =>
              list.setFilters({ co: currentTarget.value === "out" ? "wyplaty" : "wplaty" })
            }
          />
        </MonthPicker>
        <BackLink to={paths.company} label={texts.backToFigures} />
      </Group>
      <PagedTable
        label={title}
        query={query}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        list={list}
        count={() => texts.sum(formatMoney(query.data?.sum ?? 0))}
        empty={<EmptyState picture="money" title={texts.noMovements} text={texts.noMovementsText} />}
      />
    </ListSection>
  );
}
