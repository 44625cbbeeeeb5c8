import { PAGE_SIZE } from "@korki/contracts/paging";
import type { Payment } from "@korki/contracts/payments";
import { paymentScreenTexts as texts } from "@korki/contracts/texts/payment-screens";
import { IconWallet } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../trpc";
import type { Column } from "../ui/data-table";
import { civilDateOf, formatMoney, formatNumber, formatShortDate, formatShortSubject } from "../ui/formats";
import { ListSection } from "../ui/list-section";
import { PageHeader } from "../ui/page-header";
import { EmptyState } from "../ui/page-states";
import { PagedTable } from "../ui/paged-table";
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
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <PageHeader title={texts.title} />
      <ListSection title={texts.history}>
        <PagedTable
          label={texts.history}
          query={query}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          list={list}
          empty={
            <EmptyState
              icon={<IconWallet size={28} aria-hidden />}
              title={texts.nothingPaid}
              text={texts.nothingPaidText}
            />
          }
        />
      </ListSection>
    </>
  );
}
