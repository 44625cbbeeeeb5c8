import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { ScreenSkeleton } from "../../ui/page-states";
import { StudentList } from "./student-list";

const StudentScreen = lazy(() => import("./student-screen"));

/** The administrator's "Uczniowie": the list, and one student with three tabs (rules §24). */
export default function StudentsPage() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Routes>
        <Route index element={<StudentList />} />
        <Route path=":id/:tab?" element={<StudentScreen />} />
      </Routes>
    </Suspense>
  );
}
