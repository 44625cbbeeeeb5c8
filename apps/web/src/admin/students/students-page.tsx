import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { lazy, Suspense } from "react";
import { Outlet, Route, Routes } from "react-router-dom";
import { paths } from "../../paths";
import { type LinkTab, LinkTabs } from "../../ui/link-tabs";
import { PageHeader } from "../../ui/page-header";
import { ScreenSkeleton, TableSkeleton } from "../../ui/page-states";

const StudentList = lazy(() => import("./student-list"));
const StudentScreen = lazy(() => import("./student-screen"));
const AccountList = lazy(() => import("../accounts/account-list"));
const AccountScreen = lazy(() => import("../accounts/account-screen"));

const TABS: readonly LinkTab[] = [
  { to: paths.students, label: texts.students },
  { to: paths.parents, label: texts.parents },
];

/** The administrator's "Uczniowie": students and their parents, and one of them (rules §24). */
export default function StudentsPage() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Routes>
        <Route element={<PeopleTabs />}>
          <Route index element={<StudentList />} />
          <Route path="rodzice" element={<AccountList userType="Parent" />} />
        </Route>
        <Route path="rodzice/:id" element={<AccountScreen userType="Parent" />} />
        <Route path=":id/:tab?" element={<StudentScreen />} />
      </Routes>
    </Suspense>
  );
}

function PeopleTabs() {
  return (
    <>
      <PageHeader title={texts.students} />
      <LinkTabs label={texts.studentsAndParents} tabs={TABS} />
      <Suspense fallback={<TableSkeleton rows={8} />}>
        <Outlet />
      </Suspense>
    </>
  );
}
