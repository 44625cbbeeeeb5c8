import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { IconWallet } from "@tabler/icons-react";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState } from "../ui/page-states";

/** What a parent sees here; a sentence alone, as the specification has it (section 2). */
export default function ParentPaymentsPage() {
  return (
    <>
      <PageHeader title={dashboardTexts.payments} />
      <Card>
        <EmptyState
          icon={<IconWallet size={28} aria-hidden />}
          title={dashboardTexts.parentPayments}
          text={dashboardTexts.parentPaymentsText}
        />
      </Card>
    </>
  );
}
