import { paymentScreenTexts as texts } from "@korki/contracts/texts/payment-screens";
import { OrderSheet, OrdersSection } from "../orders/orders-section";
import { PageHeader } from "../ui/page-header";
import { AvailableLessonsTable } from "./available-lessons-table";
import { BillsCard } from "./bills-card";
import { InvoicesSection } from "./invoices-section";
import { MoneyCard } from "./money-card";
import { OwnLedger } from "./own-ledger";

/** „Płatności”: what is due, what is left, and every event (rules §§14, 39). */
export default function StudentPaymentsPage() {
  return (
    <>
      <PageHeader title={texts.title} />
      <BillsCard />
      <MoneyCard />
      <OrdersSection />
      <AvailableLessonsTable />
      <InvoicesSection />
      <OwnLedger />
      <OrderSheet />
    </>
  );
}
