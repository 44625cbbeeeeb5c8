import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { NoSuchScreen } from "../../ui/no-such-screen";
import { ScreenSkeleton } from "../../ui/page-states";
import { TeacherList } from "./teacher-list";

const TeacherScreen = lazy(() => import("./teacher-screen"));

/** The administrator's "Nauczyciele": the list, and one teacher with six tabs (rules §24). */
export default function TeachersPage() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Routes>
        <Route index element={<TeacherList />} />
        <Route path=":id/:tab?" element={<TeacherScreen />} />
        <Route path="*" element={<NoSuchScreen />} />
      </Routes>
    </Suspense>
  );
}
