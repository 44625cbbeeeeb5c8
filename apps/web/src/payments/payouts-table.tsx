import { PAGE_SIZE } from "@korki/contracts/paging";
import type { Payout } from "@korki/contracts/payments";
import { paymentScreenTexts as texts } from "@korki/contracts/texts/payment-screens";
import { IconCashOff } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../trpc";
import type { Column } from "../ui/data-table";
import { civilDateOf, formatMoney, formatShortDate } from "../ui/formats";
import { ListSection } from "../ui/list-section";
import { EmptyState } from "../ui/page-states";
import { PagedTable } from "../ui/paged-table";
import { useListState } from "../ui/use-list-state";

const COLUMNS: readonly Column<Payout>[] = [
  {
    key: "date",
    header: texts.date,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDate(civilDateOf(createdAt))}</time>,
    onCard: "title",
  },
  {
    key: "value",
    header: texts.value,
    align: "right",
    cell: ({ moneyAmount }) => formatMoney(moneyAmount),
    onCard: "corner",
  },
  { key: "description", header: texts.description, cell: ({ description }) => description },
];

/** What a teacher was paid out so far. */
export function PayoutsTable() {
  const list = useListState({ name: "wyplaty" });
  const query = trpc.payouts.mine.useQuery(
    { page: list.page, pageSize: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  return (
    <ListSection title={texts.payouts}>
      <PagedTable
        label={texts.payouts}
        query={query}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        list={list}
        empty={
          <EmptyState
            icon={<IconCashOff size={28} aria-hidden />}
            title={texts.nothingPaidOut}
            text={texts.nothingPaidOutText}
          />
        }
      />
    </ListSection>
  );
}
