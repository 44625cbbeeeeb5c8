import type { Page } from "@korki/contracts/paging";
import type {
  BeforeLesson,
  LessonReport,
  MonthlySummary,
  MonthMoney,
  MyReportsInput,
  StudentReportsInput,
} from "@korki/contracts/reports";
import {
  type Database,
  findGuardianRights,
  findReport,
  groupMoney,
  isOwnStudent,
  listReports,
  loadMonthlySummary,
  type ReportQuery,
  type ReportRow,
  sumLessonCosts,
} from "@korki/db";
import { type CivilDate, monthBounds, today, type YearMonth } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx, Services } from "../context";
import { notFound } from "../errors";
import { loadOwnLesson } from "../lessons/change-lesson";
import { loadDue } from "../money/get-money";

/** Homework of one student that a lesson's preparation shows at most. */
const OPEN_HOMEWORK_MAX = 10;

/** A report as the actor may see it: the private note is its teacher's and the administrators'. */
export function shownTo({ actor }: ActorCtx, { privateNote, ...report }: ReportRow): LessonReport {
  const sees = actor.role === "Admin" || (actor.role === "Teacher" && report.teacherId === actor.id);
  return sees ? { ...report, privateNote } : report;
}

/** Returns a lesson's report. Throws `not_found` for another person's lesson and for one without a report. */
export async function getReport(ctx: ActorCtx, { lessonId }: { lessonId: string }): Promise<LessonReport> {
  if (ctx.actor.role !== "Admin") await loadOwnLesson(ctx.db, ctx, lessonId, "see");
  const report = await findReport(ctx.db, lessonId);
  if (!report) throw notFound();
  return shownTo(ctx, report);
}

/** Lists the student's own reports, or those of a parent's child, the newest lesson first. */
export async function listMyReports(ctx: ActorCtx, input: MyReportsInput): Promise<Page<LessonReport>> {
  const studentId = studentOf(await actFor(ctx.db, ctx, input.studentId, "see"));
  return pageOfReports(ctx, { ...input, studentId });
}

/**
 * Reports about a student: for a teacher those of own lessons, for an administrator all. Throws `not_found` for anybody
 * who is no student, or not the teacher's.
 */
export async function listReportsOf(
  ctx: ActorCtx,
  { studentId, ...input }: StudentReportsInput,
): Promise<Page<LessonReport>> {
  if (ctx.actor.role === "Admin") {
    await requirePersonOfRole(ctx, studentId, "Student");
    return pageOfReports(ctx, { ...input, studentId });
  }
  if (!(await isOwnStudent(ctx.db, ctx.actor.id, studentId))) throw notFound();
  return pageOfReports(ctx, { ...input, studentId, teacherId: ctx.actor.id });
}

async function pageOfReports(
  ctx: ActorCtx,
  wanted: ReportQuery & { page: number; pageSize: number },
): Promise<Page<LessonReport>> {
  const { items, total } = await listReports(ctx.db, wanted);
  const { page, pageSize } = wanted;
  return { items: items.map((report) => shownTo(ctx, report)), total, page, pageSize };
}

/** The last report about the student of an own lesson and the homework that is still open, for its teacher. */
export async function prepareLesson(
  ctx: ActorCtx,
  { lessonId }: { lessonId: string },
): Promise<BeforeLesson> {
  const { lesson, side } = await loadOwnLesson(ctx.db, ctx, lessonId, "see");
  if (side !== "Teacher") throw notFound();
  const { studentId, teacherId, date, block } = lesson;
  const own = { studentId, teacherId, before: { date, block }, page: 1 };
  const [last, open] = await Promise.all([
    listReports(ctx.db, { ...own, pageSize: 1 }),
    listReports(ctx.db, { ...own, openHomework: true, pageSize: OPEN_HOMEWORK_MAX }),
  ]);
  const [newest] = last.items;
  return {
    last: newest ? shownTo(ctx, newest) : null,
    openHomework: open.items.map((report) => shownTo(ctx, report)),
  };
}

/**
 * Summarizes a month of the student who asks, of a parent's child, or of the student whom a teacher (own lessons alone)
 * or an administrator names. Money is told to the student, parents who may pay, and administrators. Throws `not_found`
 * for everybody else's student.
 */
export async function getSummary(
  ctx: ActorCtx,
  { studentId, ...month }: YearMonth & { studentId?: string | undefined },
): Promise<MonthlySummary> {
  const { actor } = ctx;
  if (actor.role !== "Teacher" && actor.role !== "Admin") {
    const acting = await actFor(ctx.db, ctx, studentId, "see");
    const wanted = { ...month, studentId: studentOf(acting) };
    return summarizeMonth(ctx, { ...wanted, withMoney: await maySeeMoney(ctx, wanted.studentId) });
  }
  if (studentId === undefined) throw notFound();
  if (actor.role === "Admin") return summarizeMonth(ctx, { ...month, studentId, withMoney: true });
  if (!(await isOwnStudent(ctx.db, actor.id, studentId))) throw notFound();
  return summarizeMonth(ctx, { ...month, studentId, teacherId: actor.id, withMoney: false });
}

/** Whether the student's money concerns the actor, who may see the student's lessons. */
async function maySeeMoney({ db, actor }: ActorCtx, studentId: string): Promise<boolean> {
  if (actor.role !== "Parent") return true;
  return (await findGuardianRights(db, { parentId: actor.id, studentId }))?.canPay ?? false;
}

type WantedMonth = YearMonth & { studentId: string; teacherId?: string; withMoney: boolean };

/** Summarizes a student's month, of one teacher where one is given; no private note is part of it. Throws `not_found`. */
export async function summarizeMonth(
  { db, now }: Services,
  { studentId, teacherId, withMoney, ...month }: WantedMonth,
): Promise<MonthlySummary> {
  const found = await loadMonthlySummary(db, studentId, monthBounds(month), teacherId);
  if (!found) throw notFound();
  const reports = found.reports.map(({ privateNote: _, ...report }) => report);
  const withHomework = reports.filter(({ homework }) => homework !== null);
  return {
    studentName: found.studentName,
    lessons: found.lessons,
    reports: [...reports].reverse(),
    homework: {
      set: withHomework.length,
      done: withHomework.filter(({ homeworkDone }) => homeworkDone).length,
    },
    understanding: reports.flatMap(({ subject, date, understanding }) =>
      understanding === null ? [] : [{ subject, date, value: understanding }],
    ),
    money: withMoney ? await moneyOf(db, studentId, month, today(now())) : null,
  };
}

async function moneyOf(
  db: Database,
  studentId: string,
  month: YearMonth,
  asOf: CivilDate,
): Promise<MonthMoney> {
  const period = monthBounds(month);
  const [costs, moved, { due, dueBy }] = await Promise.all([
    sumLessonCosts(db, studentId, period),
    groupMoney(db, { studentId }, period),
    loadDue(db, studentId),
  ]);
  return { ...costs, paid: moved[0]?.paidIn ?? 0, due, dueBy, asOf };
}
