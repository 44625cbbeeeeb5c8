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

/** The first screen's card of a parent without a child: what is left to pay. Not shown if there is nothing. */
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
