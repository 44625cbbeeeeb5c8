import { adminCompanyTexts as texts } from "@korki/contracts/texts/admin-company";
import { adminPeopleScreenTexts } from "@korki/contracts/texts/admin-people-screens";
import { bankTexts } from "@korki/contracts/texts/bank";
import { billScreenTexts } from "@korki/contracts/texts/bills";
import { centreFaceTexts } from "@korki/contracts/texts/centre-face";
import { adminDocumentTexts } from "@korki/contracts/texts/consent-screens";
import { invoiceTexts } from "@korki/contracts/texts/invoices";
import { policyScreenTexts } from "@korki/contracts/texts/ledger-screens";
import { reconciliationTexts } from "@korki/contracts/texts/orders";
import { payoutRunTexts } from "@korki/contracts/texts/payout-run";
import { resultsTexts } from "@korki/contracts/texts/results";
import { settlementTexts } from "@korki/contracts/texts/settlement";
import { paths } from "../../paths";
import { useProfile } from "../../session/session-store";
import { trpc } from "../../trpc";

const PLACES = [
  { path: paths.company, label: texts.finance },
  { path: paths.centre, label: centreFaceTexts.title },
  { path: paths.prices, label: texts.prices },
  { path: paths.cancellationPolicy, label: policyScreenTexts.title },
  { path: paths.bills, label: billScreenTexts.title },
  { path: paths.bankStatements, label: bankTexts.title },
  { path: paths.payoutRun, label: payoutRunTexts.title },
  { path: paths.results, label: resultsTexts.title },
  { path: paths.settlement, label: settlementTexts.tab },
  { path: paths.invoices, label: invoiceTexts.title },
  { path: paths.onlinePayments, label: reconciliationTexts.title },
  { path: paths.documents, label: adminDocumentTexts.title },
  { path: paths.admins, label: adminPeopleScreenTexts.admins },
  { path: paths.notifications, label: texts.notifications },
  { path: paths.history, label: texts.history },
] as const;

/**
 * Returns the parts of "Firma" in order, for its tabs and for Ctrl+K; none for other user types. A centre without a
 * payment provider sees nothing of online payments.
 */
export function useCompanyPlaces(): readonly { readonly path: string; readonly label: string }[] {
  const isAdmin = useProfile().role === "Admin";
  const { data: online } = trpc.orders.suspects.useQuery(undefined, { retry: false, enabled: isAdmin });
  if (!isAdmin) return [];
  return online ? PLACES : PLACES.filter(({ path }) => path !== paths.onlinePayments);
}
