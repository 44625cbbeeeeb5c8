import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { importTexts } from "@korki/contracts/texts/imports";
import { lazy, type ReactNode, Suspense } from "react";
import { Outlet, Route, Routes } from "react-router-dom";
import { paths } from "../../paths";
import { type LinkTab, LinkTabs } from "../../ui/link-tabs";
import { NoSuchScreen } from "../../ui/no-such-screen";
import { PageHeader } from "../../ui/page-header";
import { ScreenSkeleton, TableSkeleton } from "../../ui/page-states";
import { CreateChildButton } from "../families/create-child-form";
import { CreatePersonButton } from "../people/create-person-button";
import styles from "../people/people-page.module.css";

const StudentList = lazy(() => import("./student-list"));
const StudentScreen = lazy(() => import("./student-screen"));
const ParentList = lazy(() => import("../accounts/parent-list"));
const ImportPage = lazy(() => import("../imports/import-page"));
const AccountScreen = lazy(() => import("../accounts/account-screen"));

const TABS: readonly LinkTab[] = [
  { to: paths.students, label: texts.students },
  { to: paths.parents, label: texts.parents },
  { to: paths.importStudents, label: importTexts.title },
];

/** The administrator's "Uczniowie": students and their parents, and one of them (rules §24). */
export default function StudentsPage() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Routes>
        <Route element={<PeopleTabs actions={<AddStudent />} />}>
          <Route index element={<StudentList />} />
        </Route>
        <Route element={<PeopleTabs actions={<CreatePersonButton userType="Parent" />} />}>
          <Route path="rodzice" element={<ParentList />} />
        </Route>
        <Route element={<PeopleTabs />}>
          <Route path="import" element={<ImportPage />} />
        </Route>
        <Route path="rodzice/:id" element={<AccountScreen userType="Parent" />} />
        <Route path=":id/:tab?" element={<StudentScreen />} />
        <Route path="*" element={<NoSuchScreen />} />
      </Routes>
    </Suspense>
  );
}

function AddStudent() {
  return (
    <>
      <CreateChildButton />
      <CreatePersonButton userType="Student" />
    </>
  );
}

function PeopleTabs({ actions }: { actions?: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageHeader title={texts.students} actions={actions} />
        <LinkTabs label={texts.studentsAndParents} tabs={TABS} />
      </div>
      <Suspense fallback={<TableSkeleton rows={8} />}>
        <Outlet />
      </Suspense>
    </div>
  );
}
