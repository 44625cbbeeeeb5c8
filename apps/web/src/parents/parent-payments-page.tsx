import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { familyScreenTexts } from "@korki/contracts/texts/family-screens";
import { paymentScreenTexts } from "@korki/contracts/texts/payment-screens";
import { Fragment, type ReactNode } from "react";
import { ChildSwitch } from "../family/child-switch";
import { useAskedChild, useChildren, useChosenChild } from "../family/family";
import { OrderSheet, OrdersSection } from "../orders/orders-section";
import { AvailableLessonsTable } from "../payments/available-lessons-table";
import { BillsCard } from "../payments/bills-card";
import { PayTogether } from "../payments/due-lines";
import { InvoicesSection } from "../payments/invoices-section";
import { MoneyCard } from "../payments/money-card";
import { OwnLedger } from "../payments/own-ledger";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState, ScreenSkeleton } from "../ui/page-states";

/** What is paid and left for a child; without a child a sentence alone (rules §15). */
export default function ParentPaymentsPage() {
  const children = useChildren();
  const asked = useAskedChild();
  const chosen = useChosenChild();
  const child = asked ?? chosen ?? children?.[0];
  if (!children) return <ScreenSkeleton />;
  if (!child) {
    return (
      <>
        <Sentence title={dashboardTexts.payments} head={dashboardTexts.parentPayments}>
          {dashboardTexts.parentPaymentsText}
        </Sentence>
        <BillsCard />
        <InvoicesSection ifAny />
        <OrderSheet />
      </>
    );
  }
  return (
    <>
      <PageHeader title={paymentScreenTexts.title} actions={<PayTogether besideBills />} />
      <BillsCard />
      <ChildSwitch />
      {/* What was chosen for one child, and its errors, are not another child's. */}
      <Fragment key={child.id}>
        {child.rights.pay ? <MoneyCard studentId={child.id} name={child.name} /> : null}
        <AvailableLessonsTable studentId={child.id} />
        {child.rights.pay ? (
          <>
            <OrdersSection studentId={child.id} name={child.name} />
            <InvoicesSection />
            <OwnLedger studentId={child.id} />
          </>
        ) : (
          <>
            <Card>
              <EmptyState
                picture="money"
                title={familyScreenTexts.paymentsHidden}
                text={familyScreenTexts.paymentsHiddenText}
              />
            </Card>
            <InvoicesSection ifAny />
          </>
        )}
      </Fragment>
      <OrderSheet />
    </>
  );
}

function Sentence({ title, head, children }: { title: string; head: string; children: string }): ReactNode {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState picture="money" title={head} text={children} />
      </Card>
    </>
  );
}
