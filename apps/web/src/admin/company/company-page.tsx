import { adminCompanyTexts as texts } from "@korki/contracts/texts/admin-company";
import { lazy, Suspense } from "react";
import { Navigate, Outlet, Route, Routes } from "react-router-dom";
import { paths } from "../../paths";
import { LinkTabs } from "../../ui/link-tabs";
import { PageHeader } from "../../ui/page-header";
import { ScreenSkeleton, TableSkeleton } from "../../ui/page-states";
import { useCompanyPlaces } from "./company-places";

const CompanyFinance = lazy(() => import("./company-finance"));
const CentrePage = lazy(() => import("./centre-page"));
const PriceList = lazy(() => import("./price-list"));
const PolicyPage = lazy(() => import("./policy-page"));
const DocumentsPage = lazy(() => import("../documents/documents-page"));
const AdminList = lazy(() => import("../accounts/admin-list"));
const AccountScreen = lazy(() => import("../accounts/account-screen"));
const Packages = lazy(() => import("./packages"));
const IndividualPrices = lazy(() => import("./individual-prices"));
const LowBalance = lazy(() => import("./low-balance"));
const PayerMessages = lazy(() => import("./payer-messages"));
const MovementList = lazy(() => import("./movement-list"));
const BankPage = lazy(() => import("../bank/bank-page"));
const BillsPage = lazy(() => import("./bills-page"));
const PayoutRun = lazy(() => import("./payout-run"));
const NotificationList = lazy(() => import("./notification-list"));
const OnlinePayments = lazy(() => import("./online-payments"));
const ResultsPage = lazy(() => import("./results-page"));
const SettlementsPage = lazy(() => import("./settlements-page"));
const InvoicesPage = lazy(() => import("./invoices-page"));
const HistoryList = lazy(() => import("../history/history-list"));

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
          <Route path="przeplywy" element={<MovementList />} />
          <Route path="wyciagi" element={<BankPage />} />
          <Route path="rachunki" element={<BillsPage />} />
          <Route path="wyplaty" element={<PayoutRun />} />
          <Route path="administratorzy" element={<AdminList />} />
          <Route path="platnosci-online" element={<OnlinePayments />} />
          <Route path="wyniki" element={<ResultsPage />} />
          <Route path="rozliczenia" element={<SettlementsPage />} />
          <Route path="faktury" element={<InvoicesPage />} />
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
  const tabs = useCompanyPlaces().map(({ path, label }) => ({ to: path, label }));
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
