import * as field from "@korki/contracts/fields";
import { billDay, billMonth, billTitle } from "@korki/contracts/texts/bills";
import { zloty } from "@korki/contracts/texts/money";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { billUrl } from "../links";

export const billFacts = z.object({
  billId: field.id,
  month: z.string(),
  amount: z.int(),
  dueOn: field.civilDate,
});

/** To the payer: a month's bill (rules §32). */
export const billIssued = defineNotification({
  kind: "bill-issued",
  label: "Rachunek za miesiąc",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  payload: billFacts,
  revalidate: async (payload, { lookups }) => ((await lookups.unpaidOf(payload.billId)) ? payload : null),
  message: ({ billId, month, amount, dueOn }, { publicUrl }) => ({
    icon: "🧾",
    subject: `${billTitle(month)}: ${zloty(amount)}`,
    heading: billTitle(month),
    paragraphs: ["Rachunek można zapłacić online albo przelewem."],
    details: [
      { label: "Miesiąc", value: billMonth(month) },
      { label: "Kwota", value: zloty(amount) },
      { label: "Termin płatności", value: `do ${billDay(dueOn)}` },
    ],
    action: { label: `Zapłać ${zloty(amount)}`, url: billUrl(publicUrl, billId) },
  }),
  samples: [
    {
      to: "Parent",
      facts: {
        ...{ billId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", month: "2026-12" },
        ...{ amount: 720, dueOn: "2026-12-10" },
      },
    },
  ],
});
