import { PAGE_SIZE } from "@korki/contracts/paging";
import type { Payment } from "@korki/contracts/payments";
import { paymentScreenTexts as texts } from "@korki/contracts/texts/payment-screens";
import { keepPreviousData } from "@tanstack/react-query";
import { AvailableLessonsTable } from "../lessons/available-lessons-table";
import { OrdersSection } from "../orders/orders-section";
import { trpc } from "../trpc";
import type { Column } from "../ui/data-table";
import { formatNumber, formatShortSubject } from "../ui/formats";
import { PageHeader } from "../ui/page-header";
import { useListState } from "../ui/use-list-state";
import { MoneyCard } from "./money-card";
import { MoneyHistory } from "./money-history";
import { OwnLedger } from "./own-ledger";

const OWN_COLUMNS: readonly Column<Payment>[] = [
  {
    key: "lessons",
    header: texts.lessonCount,
    align: "right",
    cell: ({ lessonAmount }) => formatNumber(lessonAmount),
  },
  { key: "subject", header: texts.subject, cell: (payment) => formatShortSubject(payment) },
];

/** „Płatności”: what is left, what was paid, and every movement (rules §14). */
export default function StudentPaymentsPage() {
  return (
    <>
      <PageHeader title={texts.title} />
      <MoneyCard />
      <AvailableLessonsTable />
      <OrdersSection />
      <PaymentHistory />
      <OwnLedger />
    </>
  );
}

/** What a student paid, or what was paid for a parent's child. */
export function PaymentHistory({ studentId }: { studentId?: string }) {
  const list = useListState();
  const query = trpc.payments.mine.useQuery(
    { page: list.page, pageSize: PAGE_SIZE, studentId },
    { placeholderData: keepPreviousData },
  );
  return (
    <MoneyHistory
      title={texts.history}
      query={query}
      list={list}
      dateHeader={texts.addedOn}
      ownColumns={OWN_COLUMNS}
      none={{
        picture: "money",
        title: texts.nothingPaid,
        text: texts.nothingPaidText,
      }}
    />
  );
}
