import { PAGE_SIZE } from "@korki/contracts/paging";
import { paymentScreenTexts as texts } from "@korki/contracts/texts/payment-screens";
import { keepPreviousData } from "@tanstack/react-query";
import { OwnSettlement } from "../settlement/own-settlement";
import { TeacherStatistics } from "../statistics/teacher-statistics";
import { trpc } from "../trpc";
import { PageHeader } from "../ui/page-header";
import { useListState } from "../ui/use-list-state";
import { MoneyHistory } from "./money-history";

/** A teacher's earnings by month and in all, and what was paid out (rules §24). */
export default function TeacherPaymentsPage() {
  return (
    <>
      <PageHeader title={texts.title} />
      <OwnSettlement />
      <TeacherStatistics teacherId={null} />
      <PayoutsTable />
    </>
  );
}

/** What a teacher was paid out so far. */
function PayoutsTable() {
  const list = useListState({ name: "wyplaty" });
  const query = trpc.payouts.mine.useQuery(
    { page: list.page, pageSize: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  return (
    <MoneyHistory
      title={texts.payouts}
      query={query}
      list={list}
      dateHeader={texts.date}
      none={{
        picture: "money",
        title: texts.nothingPaidOut,
        text: texts.nothingPaidOutText,
      }}
    />
  );
}
