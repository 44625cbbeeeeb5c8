import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { INVOICE_KINDS } from "@korki/domain";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** To the payer, by e-mail: an invoice or a correction, as a PDF. */
export const invoiceIssued = defineNotification({
  kind: "invoice-issued",
  label: "Faktura",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  urgency: "bulk",
  only: "email",
  attachment: ({ invoiceId }) => ({ document: "invoice", invoiceId }),
  payload: z.object({
    invoiceId: field.id,
    documentKind: z.enum(INVOICE_KINDS),
    number: z.string(),
    amount: z.int(),
  }),
  revalidate: alwaysTrue,
  message: ({ documentKind, number, amount }, { publicUrl }) => {
    const name = documentKind === "invoice" ? "Faktura" : "Korekta faktury";
    return {
      icon: "🧾",
      subject: `${name} ${number}`,
      heading: `${name} ${number}`,
      paragraphs: ["Dokument jest w załączniku. Wszystkie Twoje faktury są w zakładce Płatności."],
      details: [
        { label: "Numer", value: number },
        { label: documentKind === "invoice" ? "Kwota" : "Zmiana kwoty", value: zloty(amount) },
      ],
      action: { label: "Zobacz faktury", url: screenUrl(publicUrl, "payments") },
    };
  },
  samples: [
    {
      to: "Parent",
      facts: {
        invoiceId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        documentKind: "invoice",
        number: "12/2026",
        amount: 360,
      },
    },
    {
      to: "Student",
      facts: {
        invoiceId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        documentKind: "correction",
        number: "K3/2026",
        amount: -180,
      },
    },
  ],
});
