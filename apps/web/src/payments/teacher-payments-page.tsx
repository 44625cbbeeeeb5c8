import { paymentScreenTexts as texts } from "@korki/contracts/texts/payment-screens";
import { OwnSettlement } from "../settlement/own-settlement";
import { TeacherStatistics } from "../statistics/teacher-statistics";
import { PageHeader } from "../ui/page-header";
import { PayoutsTable } from "./payouts-table";

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
