import type { Role } from "@korki/domain";
import { type ComponentType, type LazyExoticComponent, lazy as reactLazy } from "react";
import { paths } from "../paths";
import { fetchAhead } from "../updates/missing-screens";

type Load = () => Promise<{ default: ComponentType }>;
type Screen = LazyExoticComponent<ComponentType> & { readonly load: Load };

/** A screen whose code arrives when it is opened, or a moment before (`prefetchScreen`). */
function lazy(load: Load): Screen {
  return Object.assign(reactLazy(load), { load });
}

const ChatPage = lazy(() => import("../chat/chat-page"));
const SettingsPage = lazy(() => import("../settings/settings-page"));
const StudentLessonsPage = lazy(() => import("../lessons/student-lessons-page"));
const TeacherLessonsPage = lazy(() => import("../lessons/teacher-lessons-page"));
const StudentPaymentsPage = lazy(() => import("../payments/student-payments-page"));
const TeacherPaymentsPage = lazy(() => import("../payments/teacher-payments-page"));
const ReportsPage = lazy(() => import("../reports/reports-page"));
const BoardsPage = lazy(() => import("../board/boards-page"));
const OwnStudentsPage = lazy(() => import("../students/own-students-page"));
const CompanyPage = lazy(() => import("../admin/company/company-page"));
const TeachersPage = lazy(() => import("../admin/teachers/teachers-page"));
const StudentsPage = lazy(() => import("../admin/students/students-page"));
const AdminLessonsPage = lazy(() => import("../admin/lessons/admin-lessons-page"));
const ParentLessonsPage = lazy(() => import("../parents/parent-lessons-page"));
const ParentPaymentsPage = lazy(() => import("../parents/parent-payments-page"));
const ParentStudentsPage = lazy(() => import("../parents/parent-students-page"));
const ParentSettingsPage = lazy(() => import("../parents/parent-settings-page"));

/**
 * Which screen an address below /dashboard shows to whom; each is a separate chunk with a default export. A screen
 * answers for everything below its address (`/dashboard/chat/<id>`). What is not here is not found.
 */
export const SCREENS: readonly {
  readonly path: string;
  readonly of: Partial<Record<Role, Screen>>;
  /** A parent has it with a child alone. */
  readonly needsChild?: true;
}[] = [
  {
    path: paths.lessons,
    of: {
      Student: StudentLessonsPage,
      Teacher: TeacherLessonsPage,
      Parent: ParentLessonsPage,
      Admin: AdminLessonsPage,
    },
  },
  {
    path: paths.payments,
    of: { Student: StudentPaymentsPage, Teacher: TeacherPaymentsPage, Parent: ParentPaymentsPage },
  },
  {
    path: paths.reports,
    of: { Student: ReportsPage, Teacher: ReportsPage, Parent: ReportsPage, Admin: ReportsPage },
    needsChild: true,
  },
  {
    path: paths.boards,
    of: { Student: BoardsPage, Teacher: BoardsPage, Parent: BoardsPage, Admin: BoardsPage },
    needsChild: true,
  },
  { path: paths.students, of: { Teacher: OwnStudentsPage, Parent: ParentStudentsPage, Admin: StudentsPage } },
  { path: paths.teachers, of: { Admin: TeachersPage } },
  { path: paths.company, of: { Admin: CompanyPage } },
  {
    path: paths.chat,
    of: { Student: ChatPage, Teacher: ChatPage, Parent: ChatPage, Admin: ChatPage },
    needsChild: true,
  },
  {
    path: paths.settings,
    of: { Student: SettingsPage, Teacher: SettingsPage, Parent: ParentSettingsPage, Admin: SettingsPage },
  },
];

/** Fetches the code of a screen that the person is about to open. */
export function prefetchScreen(path: string, role: Role): void {
  const screen = SCREENS.find((each) => each.path === path)?.of[role];
  if (screen) void fetchAhead(screen.load);
}
