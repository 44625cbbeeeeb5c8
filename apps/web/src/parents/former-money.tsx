import { billScreenTexts } from "@korki/contracts/texts/bills";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { FormerBills } from "../payments/former-bills";
import { DataNotice } from "../payments/invoices-section";
import { Card } from "../ui/card";
import { formatMoney } from "../ui/formats";
import { Loaded } from "../ui/page-states";
import { useFormerMoney } from "./use-former-money";

/** On the first screen of a parent without a child: what former lessons left to pay; nothing where they left nothing. */
export default function FormerMoney() {
  return (
    <Loaded query={useFormerMoney()} skeleton={null}>
      {({ hasAny, overpaid, isInvoiceWanted }) =>
        hasAny ? (
          <Card title={dashboardTexts.payments}>
            <Stack gap="xs">
              <FormerBills />
              {overpaid ? <Text>{billScreenTexts.overpaid(formatMoney(overpaid.amount))}</Text> : null}
              {isInvoiceWanted ? <DataNotice /> : null}
              <Anchor component={Link} to={paths.payments}>
                {dashboardTexts.toPayments}
              </Anchor>
            </Stack>
          </Card>
        ) : null
      }
    </Loaded>
  );
}
