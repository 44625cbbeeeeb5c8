import type { Bill } from "@korki/contracts/bills";
import {
  billDay,
  billTitle,
  billPaperTexts as paper,
  prepaidText,
  billScreenTexts as texts,
} from "@korki/contracts/texts/bills";
import { zloty } from "@korki/contracts/texts/money";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import type { CivilDate } from "@korki/domain";
import type { Content, TableCell } from "pdfmake/interfaces";
import { type Letterhead, renderPdf } from "./pdf";

/** What a bill on paper shows. */
export type PrintedBill = Pick<
  Bill,
  | "payerName"
  | "month"
  | "dueOn"
  | "amount"
  | "balance"
  | "paid"
  | "status"
  | "payUrl"
  | "paysOnline"
  | "lines"
> & { issuedOn: CivilDate };

/** Returns a month's bill as a PDF (rules §32). It is not an invoice, and says so. */
export function renderBill(bill: PrintedBill, letterhead: Letterhead): Promise<Buffer> {
  const { payerName, month, dueOn, amount, paid, status, payUrl, paysOnline, issuedOn } = bill;
  const isUnpaid = status === "open" || status === "half";
  const { centreName, contactEmail } = letterhead;
  return renderPdf({
    title: billTitle(month),
    letterhead,
    footer: `${centreName} · ${contactEmail}`,
    content: [
      { text: [{ text: paper.payer, style: "soft" }, payerName] },
      { text: [{ text: paper.issuedOn, style: "soft" }, billDay(issuedOn)], margin: [0, 0, 0, 12] },
      linesTable(bill),
      { text: paper.status(texts.statuses[status]), margin: [0, 12, 0, 0] },
      ...(isUnpaid ? [{ text: paper.due(billDay(dueOn)), style: "sum" }] : []),
      ...(isUnpaid && paid > 0 ? [{ text: `${paper.left}: ${zloty(amount - paid)}`, style: "sum" }] : []),
      ...(isUnpaid && paysOnline ? [{ text: [paper.online, { text: payUrl, link: payUrl }] }] : []),
      ...(isUnpaid ? [{ text: texts.transfer(billTitle(month)) }] : []),
      { text: paper.noInvoice, style: "soft", margin: [0, 16, 0, 0] },
    ],
  });
}

function linesTable({ lines, amount, balance, paid }: PrintedBill): Content {
  const right = (text: string, style = "") => ({
    text,
    alignment: "right" as const,
    ...(style && { style }),
  });
  const [what, lessons, sum] = paper.columns;
  const sumRow = (text: string, value: number): TableCell[] => [
    { text, style: "sum" },
    "",
    right(zloty(value), "sum"),
  ];
  return {
    layout: "lightHorizontalLines",
    table: {
      headerRows: 1,
      widths: ["*", "auto", "auto"],
      body: [
        [{ text: what, bold: true }, right(lessons, "sum"), right(sum, "sum")],
        ...lines.map((line) => {
          const subject = `${subjectTexts[line.subject]}, ${levelTexts[line.level]}`;
          const prepaid = prepaidText(line);
          const name = `${line.studentName}: ${subject}`;
          return [
            prepaid ? { text: [name, { text: ` (${prepaid})`, style: "soft" }] } : name,
            right(String(line.billed)),
            right(zloty(line.amount)),
          ];
        }),
        ...(balance > 0 ? [sumRow(paper.sum, amount + balance), sumRow(paper.balance, -balance)] : []),
        sumRow(paper.amount, amount),
        ...(paid > 0 ? [sumRow(paper.paid, paid)] : []),
      ],
    },
  };
}
