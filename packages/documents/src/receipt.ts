import { zloty } from "@korki/contracts/texts/money";
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
    title: `Potwierdzenie wpłaty ${number}`,
    letterhead,
    footer: `${centreName} · ${contactEmail}`,
    content: [
      { text: [{ text: "Odbiorca: ", style: "soft" }, centreName] },
      { text: [{ text: "Wpłacający: ", style: "soft" }, payer] },
      { text: [{ text: "Uczeń: ", style: "soft" }, student] },
      { text: [{ text: "Data wpłaty: ", style: "soft" }, paidOn], margin: [0, 0, 0, 12] },
      {
        table: {
          headerRows: 1,
          widths: ["*", "auto", "auto"],
          body: [
            [
              { text: "Za co", bold: true },
              { text: "Lekcje", bold: true, alignment: right },
              { text: "Kwota", bold: true, alignment: right },
            ],
            ...items.map((item) => [
              `${subjectTexts[item.subject]}, ${levelTexts[item.level]}`,
              { text: String(item.lessons), alignment: right },
              { text: zloty(item.amount), alignment: right },
            ]),
            [
              { text: "Razem", style: "sum" },
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
        text: "To potwierdzenie nie jest fakturą ani paragonem.",
        style: "soft",
        margin: [0, 16, 0, 0],
      },
    ],
  };
}
