import type { LessonReport, MonthlySummary } from "@korki/contracts/reports";
import { dayAndMonth, longSlot, monthText } from "@korki/contracts/texts/dates";
import { marksText, summaryFigures } from "@korki/contracts/texts/month-summary";
import { reportTexts as texts } from "@korki/contracts/texts/reports";
import { lessonStatusNames, subjectTexts, subjectWithLevel } from "@korki/contracts/texts/statuses";
import { MARK_MAX, MARK_MIN, type Mark, markPoints, marksBySubject, type YearMonth } from "@korki/domain";
import type { Content } from "pdfmake/interfaces";
import { type Letterhead, renderPdf } from "./pdf";

/** A subject's line, in points; the margin leaves room for its dots, before it stands the scale. */
const LINE = { width: 230, height: 48, margin: 4, scale: 10 };

/** Renders a student's month: its figures, a small line per subject of how lessons were understood, lessons, reports. */
export function renderMonthlySummary(
  summary: MonthlySummary,
  month: YearMonth,
  letterhead: Letterhead,
): Promise<Buffer> {
  return renderPdf({
    title: texts.summaryTitle(monthText(month)),
    letterhead,
    content: [
      { text: summary.studentName, style: "soft" },
      figuresPart(summary),
      ...linesPart(summary, letterhead.colour ?? "#2f6f5e"),
      ...lessonsPart(summary),
      ...(summary.reports.length === 0 ? [] : [{ text: texts.reports, style: "heading" }]),
      ...[...summary.reports].reverse().map(reportPart),
    ],
  });
}

function figuresPart(summary: MonthlySummary): Content {
  const figures = summaryFigures(summary);
  if (figures.length === 0) return [];
  return {
    margin: [0, 10, 0, 0],
    columns: figures.map(({ name, value, notes }) => ({
      stack: [
        { text: name, style: "soft" },
        { text: value, bold: true, fontSize: 14 },
        ...notes.map((text) => ({ text, style: "soft", fontSize: 8.5 })),
      ],
    })),
    columnGap: 12,
  };
}

function lessonsPart({ lessons }: MonthlySummary): Content[] {
  if (lessons.length === 0) return [{ text: texts.nothingThisMonth }];
  return [
    { text: texts.lessons, style: "heading" },
    {
      layout: "lightHorizontalLines",
      table: {
        headerRows: 0,
        dontBreakRows: true,
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

function linesPart({ understanding }: MonthlySummary, colour: string): Content[] {
  if (understanding.length === 0) return [];
  return [
    { text: texts.understandingChart, style: "heading" },
    ...marksBySubject(understanding).map(({ subject, marks }) => ({
      unbreakable: true,
      margin: [0, 0, 0, 10] as [number, number, number, number],
      columns: [
        { svg: lineSvg(marks, colour), width: LINE.width },
        {
          text: marksText(subjectTexts[subject], marks),
          style: "soft",
          margin: [12, 0, 0, 0] as [number, number, number, number],
        },
      ],
    })),
  ];
}

/** A subject's marks as a line with dots, over a rule for each whole mark. */
function lineSvg(marks: readonly Mark[], colour: string): string {
  const { width, height, margin, scale } = LINE;
  const inner = { width: width - scale - 2 * margin, height: height - 2 * margin };
  const points = markPoints(marks, inner).map(({ x, y }) => ({ x: x + scale + margin, y: y + margin }));
  const rules = Array.from({ length: MARK_MAX - MARK_MIN + 1 }, (_, at) => {
    const y = margin + (at * inner.height) / (MARK_MAX - MARK_MIN);
    return `<path d="M${scale} ${y}H${width}" stroke="#dddddd" stroke-width="0.5"/>`;
  });
  const ends = [
    [MARK_MAX, margin],
    [MARK_MIN, height - margin],
  ].map(([mark, y = 0]) => `<text x="0" y="${y + 3}" font-size="8" fill="#555555">${mark}</text>`);
  const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
  const dots = points.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="2.5" fill="${colour}"/>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${ends.join("")}${rules.join("")}` +
    `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="1.5"/>${dots.join("")}</svg>`
  );
}

function reportPart(report: LessonReport): Content {
  const due = report.homeworkDue === null ? "" : ` (${texts.dueOn(dayAndMonth(report.homeworkDue))})`;
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
