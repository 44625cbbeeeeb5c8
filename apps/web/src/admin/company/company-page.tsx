import { adminCompanyTexts as texts } from "@korki/contracts/texts/admin-company";
import { Button } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { paths } from "../../paths";
import { type LinkTab, LinkTabs } from "../../ui/link-tabs";
import { PageHeader } from "../../ui/page-header";
import { TableSkeleton } from "../../ui/page-states";

const CompanyFinance = lazy(() => import("./company-finance"));
const PriceList = lazy(() => import("./price-list"));
const NotificationList = lazy(() => import("./notification-list"));
const HistoryList = lazy(() => import("../history/history-list"));

const TABS: readonly LinkTab[] = [
  { to: paths.company, label: texts.finance },
  { to: paths.prices, label: texts.prices },
  { to: paths.notifications, label: texts.notifications },
  { to: paths.history, label: texts.history },
];

/** The administrator's "Firma" (specification, section 2; decisions 5 and 8). */
export default function CompanyPage() {
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <Button
            component="a"
            href={paths.queues}
            target="_blank"
            variant="default"
            leftSection={<IconStack2 size={18} aria-hidden />}
          >
            {texts.queues}
          </Button>
        }
      />
      <LinkTabs label={texts.tabs} tabs={TABS} />
      <Suspense fallback={<TableSkeleton rows={8} />}>
        <Routes>
          <Route index element={<CompanyFinance />} />
          <Route path="cennik" element={<PriceList />} />
          <Route path="powiadomienia" element={<NotificationList />} />
          <Route path="historia" element={<HistoryList />} />
          <Route path="*" element={<Navigate to={paths.company} replace />} />
        </Routes>
      </Suspense>
    </>
  );
}
