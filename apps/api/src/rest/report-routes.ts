import { studentIdInput } from "@korki/contracts/admin-people";
import { reportRef, tickHomeworkInput } from "@korki/contracts/reports";
import { pageFromWire, wirePage } from "@korki/contracts/wire/query";
import {
  reportToWire,
  summaryToWire,
  wireMonthParams,
  wireNewReport,
  wireReport,
  wireSummary,
} from "@korki/contracts/wire/report";
import { type RestRoute, route } from "./route";

/** Lesson reports and homework (rules §17). */
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
    toInput: ({ params, body }) => ({ ...params, ...body }),
    toAnswer: reportToWire,
  }),
  route({
    method: "GET",
    path: "/report/{lessonId}",
    procedure: "reports.get",
    summary: "A lesson's report; `privateNote` only for its teacher and administrators",
    params: reportRef,
    answer: wireReport,
    toInput: ({ params }) => params,
    toAnswer: reportToWire,
  }),
  route({
    method: "GET",
    path: "/student/reports",
    procedure: "reports.mine",
    summary: "The student's own reports, the newest lesson first; a thousand per `page`",
    query: wirePage,
    answer: wireReport.array(),
    toInput: ({ query }) => pageFromWire(query),
    paged: true,
    toAnswer: ({ items }) => items.map(reportToWire),
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
    toInput: ({ params, query }) => ({ ...params, ...pageFromWire(query) }),
    paged: true,
    toAnswer: ({ items }) => items.map(reportToWire),
  }),
  route({
    method: "PUT",
    path: "/student/homework/{lessonId}",
    procedure: "reports.tickHomework",
    summary: "Tick homework as done, or take the tick back",
    params: reportRef,
    body: tickHomeworkInput.omit({ lessonId: true }),
    example: { done: true },
    answer: wireReport,
    toInput: ({ params, body }) => ({ ...params, ...body }),
    toAnswer: reportToWire,
  }),
  route({
    method: "GET",
    path: "/student/summary/{year}/{month}",
    procedure: "reports.mySummary",
    summary: "The student's month: lessons, reports, homework, understanding",
    params: wireMonthParams,
    answer: wireSummary,
    toInput: ({ params }) => params,
    toAnswer: summaryToWire,
  }),
];
