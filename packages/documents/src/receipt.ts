import { zloty } from "@korki/contracts/texts/money";
import { receiptTexts as texts } from "@korki/contracts/texts/orders";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import type { Level, Subject } from "@korki/domain";
import { type Document, type Letterhead, renderPdf } from "./pdf";

/** What a payment confirmation says. Money in whole złoty. */
export type Receipt = {
  /** e.g. PW/2026/17 */
  number: string;
  /** as people read it */
  paidOn: string;
  letterhead: Letterhead;
  payer: string;
  student: string;
  items: readonly { subject: Subject; level: Level; lessons: number; amount: number }[];
  amount: number;
};

/** Returns the confirmation of an online payment as a PDF (rules §20). It is not an invoice, and says so. */
export function renderReceipt(receipt: Receipt): Promise<Buffer> {
  return renderPdf(receiptDocument(receipt));
}

function receiptDocument({ number, paidOn, letterhead, payer, student, items, amount }: Receipt): Document {
  const right = "right" as const;
  const { centreName, contactEmail } = letterhead;
  return {
    title: texts.title(number),
    letterhead,
    footer: `${centreName} · ${contactEmail}`,
    content: [
      { text: [{ text: texts.recipient, style: "soft" }, centreName] },
      { text: [{ text: texts.payer, style: "soft" }, payer] },
      { text: [{ text: texts.student, style: "soft" }, student] },
      { text: [{ text: texts.paidOn, style: "soft" }, paidOn], margin: [0, 0, 0, 12] },
      {
        table: {
          headerRows: 1,
          widths: ["*", "auto", "auto"],
          body: [
            [
              { text: texts.what, bold: true },
              { text: texts.lessons, bold: true, alignment: right },
              { text: texts.amount, bold: true, alignment: right },
            ],
            ...items.map((item) => [
              `${subjectTexts[item.subject]}, ${levelTexts[item.level]}`,
              { text: String(item.lessons), alignment: right },
              { text: zloty(item.amount), alignment: right },
            ]),
            [
              { text: texts.sum, style: "sum" },
              {
                text: String(items.reduce((sum, { lessons }) => sum + lessons, 0)),
                style: "sum",
                alignment: right,
              },
              { text: zloty(amount), style: "sum", alignment: right },
            ],
          ],
        },
        layout: "lightHorizontalLines",
      },
      {
        text: texts.noInvoice,
        style: "soft",
        margin: [0, 16, 0, 0],
      },
    ],
  };
}
