import type { PayoutStatement } from "@korki/contracts/payments";
import { dayOfYear, monthText } from "@korki/contracts/texts/dates";
import { exportTexts } from "@korki/contracts/texts/exports";
import { zloty } from "@korki/contracts/texts/money";
import { payoutRunTexts as texts } from "@korki/contracts/texts/payout-run";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { civilDateOf } from "@korki/domain";
import type { Content } from "pdfmake/interfaces";
import { type Letterhead, renderPdf } from "./pdf";

/** Renders a teacher's month: the lessons that count by subject, level and rate, their sum, and what was paid out for it. */
export function renderPayoutStatement(statement: PayoutStatement, letterhead: Letterhead): Promise<Buffer> {
  const { teacherName, payouts, other, due } = statement;
  return renderPdf({
    title: texts.statementTitle(monthText(statement)),
    letterhead,
    content: [
      { text: teacherName, style: "soft", margin: [0, 0, 0, 10] },
      lessonsTable(statement),
      ...(payouts.length === 0 ? [] : [{ text: texts.paidOut, style: "heading" }]),
      ...payouts.map(({ createdAt, description, moneyAmount }) => ({
        text: `${dayOfYear(civilDateOf(new Date(createdAt)))}, ${description}: ${zloty(moneyAmount)}`,
      })),
      ...(other === 0 ? [] : [{ text: `${texts.otherMonths}: ${zloty(other)}` }]),
      {
        text: `${texts.left}: ${zloty(due)}`,
        style: "sum",
        margin: [0, 10, 0, 0] as [number, number, number, number],
      },
    ],
  });
}

function lessonsTable({ rows, corrections, total }: PayoutStatement): Content {
  const right = (text: string, style?: string) => ({
    text,
    alignment: "right" as const,
    ...(style ? { style } : {}),
  });
  const [subject = "", level = "", ...figures] = exportTexts.statementColumns;
  return {
    layout: "lightHorizontalLines",
    table: {
      headerRows: 1,
      widths: ["*", "*", "auto", "auto", "auto"],
      body: [
        [
          { text: subject, bold: true },
          { text: level, bold: true },
          ...figures.map((text) => right(text, "sum")),
        ],
        ...rows.map((row) => [
          row.charged ? `${subjectTexts[row.subject]} ${texts.charged}` : subjectTexts[row.subject],
          levelTexts[row.level],
          right(String(row.lessonAmount)),
          right(zloty(row.valuePerLesson)),
          right(zloty(row.lessonAmount * row.valuePerLesson)),
        ]),
        ...corrections.map(({ date, subject, level, amount }) => [
          `${subjectTexts[subject]} ${texts.correction(dayOfYear(date))}`,
          levelTexts[level],
          "",
          "",
          right(zloty(amount)),
        ]),
        [
          { text: exportTexts.sum, style: "sum" },
          "",
          right(String(rows.reduce((sum, { lessonAmount }) => sum + lessonAmount, 0)), "sum"),
          "",
          right(zloty(total), "sum"),
        ],
      ],
    },
  };
}
