import { addDays, dateParts, monthOf, SUBJECTS, type Subject, today } from "@korki/domain";
import type { ActorCtx } from "@korki/services";
import { getProfile } from "@korki/services/accounts/profile";
import { findFreeDays } from "@korki/services/availability/availability";
import { readHistory } from "@korki/services/chat/read-messages";
import { listMyLessons, listMyNewestLessons } from "@korki/services/lessons/read-lessons";
import { listStudentsForAdmin } from "@korki/services/people/list-people";
import { getCompanyMonth } from "@korki/services/statistics/company-statistics";
import { getMyMonthlyEarnings } from "@korki/services/statistics/person-statistics";
import { type DataSize, loadedId, studentsPerTeacher } from "../load-data";
import type { BareAnswer } from "./bare-server";
import type { WireRequest } from "./callers";

type Request = Omit<WireRequest, "token">;
type Role = "student" | "teacher" | "admin";

/** A read of the product: its two endpoints and its use case. */
export type ReadCall = {
  name: string;
  role: Role;
  rest: ((n: number) => Request) | null;
  trpc: (n: number) => Request;
  useCase: (ctx: ActorCtx, n: number) => Promise<unknown>;
  /** The bare server's response, if the statements' rows are not one yet. */
  bareAnswer?: BareAnswer;
  /** People who ask, by number; each caller is another one. */
  people: number[];
};

const get = (path: string): Request => ({ method: "GET", path });
const query = (procedure: string, input?: object): Request =>
  get(`/trpc/${procedure}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ""}`);

/** The reads that are measured, for data of a size. */
export function readCalls(size: DataSize): ReadCall[] {
  const own = studentsPerTeacher(size);
  const teacherOf = (student: number) => loadedId("teacher", Math.floor(student / own) % size.teachers);
  const some = (count: number, step = 1) =>
    Array.from({ length: Math.min(20, count) }, (_, at) => (at * step) % count);
  const students = some(size.students, own + 1);
  const teachers = some(size.teachers);
  const longTalkers = some(size.teachers).map((teacher) => teacher * own);
  const month = monthOf(addDays(today(new Date()), -31));
  const conversation = (n: number) => ({ userId: teacherOf(n), limit: 50, reads: false });
  const page = { page: 1, pageSize: 25 };
  const list = {
    search: "",
    sort: "name",
    direction: "asc",
    showDisabled: false,
    owing: false,
    ...page,
  } as const;

  return [
    {
      name: "profile (student)",
      role: "student",
      rest: () => get("/api/user/profile"),
      trpc: () => query("account.profile"),
      useCase: (ctx) => getProfile(ctx),
      people: students,
    },
    {
      name: "own lessons (student, 25)",
      role: "student",
      rest: () => get("/api/student/lessons"),
      trpc: () => query("lessons.list"),
      useCase: (ctx) => listMyNewestLessons(ctx, { page: 1, pageSize: 1000 }),
      people: students,
    },
    {
      name: "own lessons (teacher, 1000)",
      role: "teacher",
      rest: () => get("/api/teacher/lessons"),
      trpc: () => query("lessons.list"),
      useCase: (ctx) => listMyNewestLessons(ctx, { page: 1, pageSize: 1000 }),
      people: teachers,
    },
    {
      name: "a page of lessons (teacher, 50)",
      role: "teacher",
      rest: null,
      trpc: () => query("lessons.mine", { group: "finished", limit: 50 }),
      useCase: (ctx) => listMyLessons(ctx, { group: "finished", limit: 50 }),
      people: teachers,
    },
    {
      name: "free blocks (student)",
      role: "student",
      rest: (n) => get(`/api/teacher/freeBlocks/${teacherOf(n)}`),
      trpc: (n) => query("availability.freeDays", { teacherId: teacherOf(n) }),
      useCase: (ctx, n) => findFreeDays(ctx, { teacherId: teacherOf(n) }),
      bareAnswer: "free days",
      people: students,
    },
    {
      name: "month (teacher)",
      role: "teacher",
      rest: () => ({ method: "POST", path: "/api/teacher/monthly_statistics", body: month }),
      trpc: () => query("statistics.myMonth", month),
      useCase: (ctx) => getMyMonthlyEarnings(ctx, month),
      people: teachers,
    },
    {
      name: "month (company)",
      role: "admin",
      rest: () => ({ method: "POST", path: "/api/admin/company_statistics", body: month }),
      trpc: () => query("statistics.companyMonth", month),
      useCase: (ctx) => getCompanyMonth(ctx, month),
      people: [0],
    },
    {
      name: "conversation (50 of 1000)",
      role: "student",
      rest: (n) => get(`/api/user/messages/${teacherOf(n)}?limit=50`),
      trpc: (n) => query("chat.history", conversation(n)),
      useCase: (ctx, n) => readHistory(ctx, conversation(n)),
      people: longTalkers,
    },
    {
      name: "students (admin, page of 25)",
      role: "admin",
      rest: null,
      trpc: () => query("adminPeople.students", list),
      useCase: (ctx) => listStudentsForAdmin(ctx, list),
      people: [0],
    },
  ];
}

const BLOCKS_A_DAY = 13;
const DAYS = 25;

/** A lesson that a loaded student books with the first of the own teachers. */
export type Booking = { student: number; teacherId: string; date: string; block: number; subject: Subject };

/** A booking that no other number makes: another block, of a teacher by an own student. */
export function bookingNumber(n: number, size: DataSize): Booking {
  const own = studentsPerTeacher(size);
  const teacher = n % size.teachers;
  const slot = Math.floor(n / size.teachers);
  const block = slot % BLOCKS_A_DAY;
  const day = Math.floor(slot / BLOCKS_A_DAY) % DAYS;
  return {
    student: teacher * own + (slot % own),
    teacherId: loadedId("teacher", teacher),
    date: addDays(today(new Date()), 2 + day),
    block,
    subject: SUBJECTS[teacher % SUBJECTS.length] ?? "Polski",
  };
}

/** Bookings there are before the first comes again. */
export function bookingsPossible(size: DataSize): number {
  return size.teachers * BLOCKS_A_DAY * DAYS;
}

/** The same booking as REST's body. */
export function bookingBody({ student, teacherId, date, block, subject }: Booking): object {
  const { day, month, year } = dateParts(date);
  return {
    teacherId,
    studentId: loadedId("student", student),
    blockIndex: block,
    dateDay: day,
    dateMonth: month,
    dateYear: year,
    subject,
    subjectLevel: "liceumP",
    description: "Powtórka przed sprawdzianem",
    title: subject,
  };
}
