import { studentIdInput } from "@korki/contracts/admin-people";
import { reportRef, tickHomeworkInput } from "@korki/contracts/reports";
import { wireAttention } from "@korki/contracts/wire/attention";
import { wirePage } from "@korki/contracts/wire/query";
import { wireMonthParams, wireNewReport, wireReport, wireSummary } from "@korki/contracts/wire/report";
import { type RestRoute, route } from "./route";

/** Lesson reports, homework and what needs attention (rules §§17–18). */
export const REPORT_ROUTES: readonly RestRoute[] = [
  route({
    method: "PUT",
    path: "/teacher/report/{lessonId}",
    procedure: "reports.save",
    summary: "Write or change the report of a lesson that was held, up to 14 days after it",
    params: reportRef,
    body: wireNewReport,
    example: { summary: "Prawo Ohma", homework: "Zadania 1–3", homeworkDue: "2026-12-01", understanding: 4 },
    answer: wireReport,
  }),
  route({
    method: "GET",
    path: "/report/{lessonId}",
    procedure: "reports.get",
    summary: "A lesson's report; `privateNote` only for its teacher and administrators",
    params: reportRef,
    answer: wireReport,
  }),
  route({
    method: "GET",
    path: "/student/reports",
    roles: ["Student"],
    procedure: "reports.mine",
    summary: "The student's own reports, the newest lesson first; a thousand per `page`",
    query: wirePage,
    answer: wireReport.array(),
    paged: true,
  }),
  route({
    method: "GET",
    path: "/parent/reports/{studentId}",
    procedure: "reports.mine",
    roles: ["Parent"],
    summary: "The reports about a child, the newest lesson first; a thousand per `page`",
    params: studentIdInput,
    query: wirePage,
    answer: wireReport.array(),
    paged: true,
  }),
  route({
    method: "GET",
    path: "/parent/summary/{studentId}/{year}/{month}",
    procedure: "reports.mySummary",
    roles: ["Parent"],
    summary: "A child's month: lessons, reports, homework, understanding",
    params: wireMonthParams.extend(studentIdInput.shape),
    answer: wireSummary,
  }),
  route({
    method: "GET",
    path: "/teacher/reports/{studentId}",
    procedure: "reports.ofStudent",
    roles: ["Teacher"],
    summary: "A teacher's reports about an own student, the newest lesson first; a thousand per `page`",
    params: studentIdInput,
    query: wirePage,
    answer: wireReport.array(),
    paged: true,
  }),
  route({
    method: "PUT",
    path: "/student/homework/{lessonId}",
    procedure: "reports.tickHomework",
    roles: ["Student"],
    summary: "Tick homework as done, or take the tick back",
    params: reportRef,
    body: tickHomeworkInput.omit({ lessonId: true }),
    example: { done: true },
    answer: wireReport,
  }),
  route({
    method: "GET",
    path: "/student/summary/{year}/{month}",
    roles: ["Student"],
    procedure: "reports.mySummary",
    summary: "The student's month: lessons, reports, homework, understanding",
    params: wireMonthParams,
    answer: wireSummary,
  }),
  route({
    method: "GET",
    path: "/attention",
    procedure: "attention.get",
    summary: "What waits for the caller; kinds with nothing are left out, at most 20 items each",
    answer: wireAttention,
  }),
];
