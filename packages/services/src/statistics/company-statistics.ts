import type { CompanyYear } from "@korki/contracts/statistics";
import { findNames, groupCompanyLessons, groupLessonsByMonth } from "@korki/db";
import {
  addMonths,
  type CompanyMonth,
  companyMonth,
  monthBounds,
  monthOf,
  today,
  type YearMonth,
} from "@korki/domain";
import type { ActorCtx } from "../context";

/** Months that the chart shows. */
const MONTHS = 12;

/** Returns the company's month per teacher, subject and level. The rows add up to the summary (rules §5). */
export async function getCompanyMonth(ctx: ActorCtx, month: YearMonth): Promise<CompanyMonth> {
  const lessons = await groupCompanyLessons(ctx.db, monthBounds(month));
  const teachers = await findNames(ctx.db, [...new Set(lessons.map(({ teacherId }) => teacherId))]);
  return companyMonth(lessons, teachers);
}

/** Twelve months that end with the given one (left out: the current one in Warsaw), the oldest first. */
export async function getCompanyYear(ctx: ActorCtx, last?: YearMonth): Promise<CompanyYear> {
  const end = last ?? monthOf(today(ctx.now()));
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(end, index - MONTHS + 1));
  const lessons = await groupLessonsByMonth(ctx.db, {
    from: monthBounds(months[0] ?? end).from,
    to: monthBounds(end).to,
  });
  return months.map(({ year, month }) => {
    const own = lessons.filter((group) => group.year === year && group.month === month);
    const { teachers: _, ...figures } = companyMonth(own, []);
    return { year, month, ...figures };
  });
}
