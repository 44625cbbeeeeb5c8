import type { LessonReport, MonthlySummary } from "@korki/contracts/reports";
import { longDate, longSlot, monthsNominative } from "@korki/contracts/texts/dates";
import { reportTexts as texts } from "@korki/contracts/texts/reports";
import { lessonStatusNames, subjectWithLevel } from "@korki/contracts/texts/statuses";
import type { YearMonth } from "@korki/domain";
import type { Content } from "pdfmake/interfaces";
import { type Letterhead, renderPdf } from "./pdf";

const CHART = { width: 480, height: 90, max: 5 };

/** Renders a student's month: lessons, reports, homework, and understanding over time as a small chart. */
export function renderMonthlySummary(
  summary: MonthlySummary,
  { year, month }: YearMonth,
  letterhead: Letterhead,
): Promise<Buffer> {
  return renderPdf({
    title: texts.summaryTitle(`${monthsNominative[month - 1]} ${year}`),
    letterhead,
    content: [
      { text: summary.studentName, style: "soft" },
      ...lessonsPart(summary),
      { text: texts.homeworkCount(summary.homework.done, summary.homework.set), margin: [0, 8, 0, 0] },
      ...chartPart(summary, letterhead.colour ?? "#2f6f5e"),
      ...(summary.reports.length === 0 ? [] : [{ text: texts.reports, style: "heading" }]),
      ...[...summary.reports].reverse().map(reportPart),
    ],
  });
}

function lessonsPart({ lessons }: MonthlySummary): Content[] {
  if (lessons.length === 0) return [{ text: texts.nothingThisMonth }];
  return [
    { text: texts.lessons, style: "heading" },
    {
      layout: "lightHorizontalLines",
      table: {
        headerRows: 0,
        widths: ["*", "*", "auto"],
        body: lessons.map((lesson) => [
          longSlot(lesson.date, lesson.block),
          `${subjectWithLevel(lesson)}, ${lesson.teacherName}`,
          lessonStatusNames[lesson.status],
        ]),
      },
    },
  ];
}

function chartPart({ understanding }: MonthlySummary, color: string): Content[] {
  if (understanding.length === 0) return [];
  const { width, height, max } = CHART;
  const step = width / understanding.length;
  const bar = Math.min(28, step * 0.6);
  return [
    { text: texts.understandingChart, style: "heading" },
    {
      canvas: [
        {
          type: "line" as const,
          x1: 0,
          y1: height,
          x2: width,
          y2: height,
          lineWidth: 0.5,
          lineColor: "#999999",
        },
        ...understanding.map(({ value }, at) => ({
          type: "rect" as const,
          x: at * step + (step - bar) / 2,
          y: height - (value / max) * height,
          w: bar,
          h: (value / max) * height,
          color,
        })),
      ],
    },
    {
      text: understanding.map(({ date, value }) => `${longDate(date)}: ${value}`).join(" · "),
      style: "soft",
      margin: [0, 4, 0, 0],
    },
  ];
}

function reportPart(report: LessonReport): Content {
  const due = report.homeworkDue === null ? "" : ` (${texts.dueOn(longDate(report.homeworkDue))})`;
  return {
    margin: [0, 0, 0, 10],
    stack: [
      { text: `${longSlot(report.date, report.block)}, ${subjectWithLevel(report)}`, style: "sum" },
      { text: report.teacherName, style: "soft" },
      { text: report.summary },
      ...(report.homework === null
        ? []
        : [
            {
              text: `${texts.homework}${due}: ${report.homework} – ${report.homeworkDone ? texts.done : texts.notDone}`,
            },
          ]),
    ],
  };
}
