import { PAGE_SIZE } from "@korki/contracts/paging";
import type { Payout } from "@korki/contracts/payments";
import { paymentScreenTexts as texts } from "@korki/contracts/texts/payment-screens";
import { IconCashOff } from "@tabler/icons-react";
import styles from "../lessons/lesson-list.module.css";
import { trpc } from "../trpc";
import { type Column, DataTable } from "../ui/data-table";
import { civilDateOf, formatMoney, formatShortDate } from "../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { Pages } from "../ui/pages";
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
    { placeholderData: (before) => before },
  );
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{texts.payouts}</h2>
      <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
        {({ items, total, page, pageSize }) => (
          <>
            <DataTable
              label={texts.payouts}
              rows={items}
              rowKey={({ id }) => id}
              columns={COLUMNS}
              list={{ ...list, page: 1 }}
              pageSize={pageSize}
              empty={
                <EmptyState
                  icon={<IconCashOff size={28} aria-hidden />}
                  title={texts.nothingPaidOut}
                  text={texts.nothingPaidOutText}
                />
              }
            />
            <Pages
              label={texts.payouts}
              page={page}
              pages={Math.ceil(total / pageSize)}
              onChange={list.goToPage}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}
