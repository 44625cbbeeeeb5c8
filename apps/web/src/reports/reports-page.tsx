import { boardScreenTexts } from "@korki/contracts/texts/board-screens";
import { reportTexts as texts } from "@korki/contracts/texts/reports";
import { Button } from "@mantine/core";
import { IconChalkboard, IconReportAnalytics } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link, Navigate, Route, Routes } from "react-router-dom";
import { ChildSwitch } from "../family/child-switch";
import { useAskedChild, useChildren, useChosenChild } from "../family/family";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { PageHeader } from "../ui/page-header";
import { TableSkeleton } from "../ui/page-states";
import { ReportList, useReportListState } from "./report-list";

const SummaryPage = lazy(() => import("./summary-page"));

/** "Raporty i zadania" of a student or a parent's child, and everybody's monthly summary (rules §17). */
export default function ReportsPage() {
  const { role } = useProfile();
  const isOwn = role === "Student" || role === "Parent";
  return (
    <Suspense fallback={<TableSkeleton rows={6} />}>
      <Routes>
        <Route index element={isOwn ? <OwnReports /> : <Navigate to={paths.students} replace />} />
        <Route path="podsumowanie" element={<SummaryPage />} />
        <Route path="*" element={<Navigate to={paths.reports} replace />} />
      </Routes>
    </Suspense>
  );
}

function OwnReports() {
  const { role } = useProfile();
  const children = useChildren();
  const asked = useAskedChild();
  const chosen = useChosenChild();
  const child = asked ?? chosen ?? children?.[0];
  const { list, input } = useReportListState();
  const query = trpc.reports.mine.useQuery(
    { ...input, ...(child && { studentId: child.id }) },
    { placeholderData: keepPreviousData, enabled: role === "Student" || child !== undefined },
  );
  return (
    <>
      <PageHeader
        title={texts.myReports}
        actions={
          <>
            <Button
              component={Link}
              to={paths.boards}
              variant="default"
              leftSection={<IconChalkboard size={18} aria-hidden />}
            >
              {boardScreenTexts.boards}
            </Button>
            <Button
              component={Link}
              to={paths.summary()}
              variant="default"
              leftSection={<IconReportAnalytics size={18} aria-hidden />}
            >
              {texts.summaryPage}
            </Button>
          </>
        }
      />
      <ChildSwitch />
      <ReportList query={query} list={list} />
    </>
  );
}
