import { adminCompanyTexts as texts } from "@korki/contracts/texts/admin-company";
import { adminPeopleScreenTexts } from "@korki/contracts/texts/admin-people-screens";
import { centreFaceTexts } from "@korki/contracts/texts/centre-face";
import { adminDocumentTexts } from "@korki/contracts/texts/consent-screens";
import { policyScreenTexts } from "@korki/contracts/texts/ledger-screens";
import { reconciliationTexts } from "@korki/contracts/texts/orders";
import { payoutRunTexts } from "@korki/contracts/texts/payout-run";
import { lazy, Suspense } from "react";
import { Navigate, Outlet, Route, Routes } from "react-router-dom";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { type LinkTab, LinkTabs } from "../../ui/link-tabs";
import { PageHeader } from "../../ui/page-header";
import { ScreenSkeleton, TableSkeleton } from "../../ui/page-states";

const CompanyFinance = lazy(() => import("./company-finance"));
const CentrePage = lazy(() => import("./centre-page"));
const PriceList = lazy(() => import("./price-list"));
const PolicyPage = lazy(() => import("./policy-page"));
const DocumentsPage = lazy(() => import("../documents/documents-page"));
const AccountList = lazy(() => import("../accounts/account-list"));
const AccountScreen = lazy(() => import("../accounts/account-screen"));
const Packages = lazy(() => import("./packages"));
const IndividualPrices = lazy(() => import("./individual-prices"));
const LowBalance = lazy(() => import("./low-balance"));
const PayerMessages = lazy(() => import("./payer-messages"));
const PayoutRun = lazy(() => import("./payout-run"));
const NotificationList = lazy(() => import("./notification-list"));
const OnlinePayments = lazy(() => import("./online-payments"));
const HistoryList = lazy(() => import("../history/history-list"));

const TABS: readonly LinkTab[] = [
  { to: paths.company, label: texts.finance },
  { to: paths.centre, label: centreFaceTexts.title },
  { to: paths.prices, label: texts.prices },
  { to: paths.cancellationPolicy, label: policyScreenTexts.title },
  { to: paths.payoutRun, label: payoutRunTexts.title },
  { to: paths.onlinePayments, label: reconciliationTexts.title },
  { to: paths.documents, label: adminDocumentTexts.title },
  { to: paths.admins, label: adminPeopleScreenTexts.admins },
  { to: paths.notifications, label: texts.notifications },
  { to: paths.history, label: texts.history },
];

/**
 * The administrator's "Firma" (rules §§5, 8, 24), and the accounts that have no menu entry.
 */
export default function CompanyPage() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Routes>
        <Route path="administratorzy/:id" element={<AccountScreen userType="Admin" />} />
        <Route element={<CompanyTabs />}>
          <Route index element={<CompanyFinance />} />
          <Route
            path="cennik"
            element={
              <>
                <PriceList />
                <Packages />
                <IndividualPrices />
                <LowBalance />
                <PayerMessages />
              </>
            }
          />
          <Route path="centrum" element={<CentrePage />} />
          <Route path="zasady-odwolan" element={<PolicyPage />} />
          <Route path="dokumenty" element={<DocumentsPage />} />
          <Route path="wyplaty" element={<PayoutRun />} />
          <Route path="administratorzy" element={<AccountList userType="Admin" />} />
          <Route path="platnosci-online" element={<OnlinePayments />} />
          <Route path="powiadomienia" element={<NotificationList />} />
          <Route path="historia" element={<HistoryList />} />
          <Route path="rodzice" element={<Navigate to={paths.parents} replace />} />
          <Route path="*" element={<Navigate to={paths.company} replace />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

function CompanyTabs() {
  // A centre without a payment provider sees nothing of it.
  const { data: online } = trpc.orders.suspects.useQuery(undefined, { retry: false });
  const tabs = online ? TABS : TABS.filter(({ to }) => to !== paths.onlinePayments);
  return (
    <>
      <PageHeader title={texts.title} />
      <LinkTabs label={texts.tabs} tabs={tabs} />
      <Suspense fallback={<TableSkeleton rows={8} />}>
        <Outlet />
      </Suspense>
    </>
  );
}
