import { type CivilDate, isCancelled, isPlanned, type LessonStatus, plural } from "@korki/domain";
import type { MonthlySummary } from "../reports";
import { dayAndMonth, dayOfYear } from "./dates";
import { zloty } from "./money";
import { reportTexts } from "./reports";

/** `10 odbytych, 1 nieobecność, 2 odwołane, 3 zaplanowane`; what there is none of is left out. */
function monthCounts(statuses: readonly LessonStatus[]): string {
  const count = (counts: (status: LessonStatus) => boolean) => statuses.filter(counts).length;
  const held = count((status) => status === "Zrealizowana");
  const absent = count((status) => status === "Uczen nieobecny");
  const [cancelled, planned] = [count(isCancelled), count(isPlanned)];
  return [
    held > 0 ? `${held}\u00a0${plural(held, "odbyta", "odbyte", "odbytych")}` : "",
    absent > 0 ? `${absent}\u00a0${plural(absent, "nieobecność", "nieobecności", "nieobecności")}` : "",
    cancelled > 0 ? `${cancelled}\u00a0${plural(cancelled, "odwołana", "odwołane", "odwołanych")}` : "",
    planned > 0 ? `${planned}\u00a0${plural(planned, "zaplanowana", "zaplanowane", "zaplanowanych")}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** A figure of a student's month, with what is to be said under it. */
export type SummaryFigure = {
  key: "lessons" | "homework" | "cost" | "paid" | "due";
  name: string;
  value: string;
  notes: string[];
};

/**
 * Returns a month's figures as the screen and the PDF say them; of money only where some moved, is due or belongs to a
 * lesson.
 */
export function summaryFigures({ lessons, homework, money }: MonthlySummary): SummaryFigure[] {
  const figures: SummaryFigure[] = [];
  const add = (key: SummaryFigure["key"], name: string, value: string, ...notes: string[]) =>
    figures.push({ key, name, value, notes });
  if (lessons.length > 0) {
    add(
      "lessons",
      reportTexts.lessons,
      String(lessons.length),
      monthCounts(lessons.map(({ status }) => status)),
    );
  }
  if (homework.set > 0) {
    add("homework", reportTexts.homeworkTicked, reportTexts.homeworkCount(homework.done, homework.set));
  }
  if (money === null || (lessons.length === 0 && money.paid === 0 && money.due === 0)) return figures;
  const { cost, planned, paid, due, dueBy, asOf } = money;
  add(
    "cost",
    reportTexts.cost,
    zloty(cost),
    ...(planned > 0 ? [reportTexts.plannedCost(zloty(planned))] : []),
  );
  add("paid", reportTexts.paid, zloty(paid));
  const until = due > 0 && dueBy !== null ? [reportTexts.dueOn(dayOfYear(dueBy))] : [];
  add("due", reportTexts.due, zloty(due), ...until, reportTexts.asOf(dayOfYear(asOf)));
  return figures;
}

/** `Matematyka, oceny od 1 do 5: 5 października – 4, 12 października – 5`. */
export function marksText(subject: string, marks: readonly { date: CivilDate; value: number }[]): string {
  return reportTexts.marks(
    subject,
    marks.map(({ date, value }) => `${dayAndMonth(date)} – ${value}`).join(", "),
  );
}
