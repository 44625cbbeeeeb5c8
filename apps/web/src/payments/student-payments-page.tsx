import { PAGE_SIZE } from "@korki/contracts/paging";
import type { Payment } from "@korki/contracts/payments";
import { paymentScreenTexts as texts } from "@korki/contracts/texts/payment-screens";
import { IconWallet } from "@tabler/icons-react";
import styles from "../lessons/lesson-list.module.css";
import { trpc } from "../trpc";
import { type Column, DataTable } from "../ui/data-table";
import { civilDateOf, formatMoney, formatNumber, formatShortDate, formatShortSubject } from "../ui/formats";
import { PageHeader } from "../ui/page-header";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { Pages } from "../ui/pages";
import { useListState } from "../ui/use-list-state";

const COLUMNS: readonly Column<Payment>[] = [
  {
    key: "date",
    header: texts.addedOn,
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
  {
    key: "lessons",
    header: texts.lessonCount,
    align: "right",
    cell: ({ lessonAmount }) => formatNumber(lessonAmount),
  },
  { key: "subject", header: texts.subject, cell: (payment) => formatShortSubject(payment) },
  { key: "description", header: texts.description, cell: ({ description }) => description },
];

/** „Historia wpłat” (specification, section 2, "Student payments"). */
export default function StudentPaymentsPage() {
  const list = useListState();
  const query = trpc.payments.mine.useQuery(
    { page: list.page, pageSize: PAGE_SIZE },
    { placeholderData: (before) => before },
  );
  return (
    <>
      <PageHeader title={texts.title} />
      <section className={styles.section}>
        <h2 className={styles.title}>{texts.history}</h2>
        <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
          {({ items, total, page, pageSize }) => (
            <>
              <DataTable
                label={texts.history}
                rows={items}
                rowKey={({ id }) => id}
                columns={COLUMNS}
                list={{ ...list, page: 1 }}
                pageSize={pageSize}
                empty={
                  <EmptyState
                    icon={<IconWallet size={28} aria-hidden />}
                    title={texts.nothingPaid}
                    text={texts.nothingPaidText}
                  />
                }
              />
              <Pages
                label={texts.history}
                page={page}
                pages={Math.ceil(total / pageSize)}
                onChange={list.goToPage}
              />
            </>
          )}
        </Loaded>
      </section>
    </>
  );
}
