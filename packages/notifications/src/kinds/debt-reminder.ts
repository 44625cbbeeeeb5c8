import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { moneyUrl } from "../links";

/** To the payer: lessons are owed. Only the sum and a link (rules §21). */
export const debtReminder = defineNotification({
  kind: "debt-reminder",
  label: "Przypomnienie o płatności",
  group: "payments",
  audience: ["Student"],
  optional: true,
  payload: z.object({ studentId: field.id, moneyAmount: z.int() }),
  revalidate: async (payload, { lookups }) => {
    const moneyAmount = await lookups.dueOf(payload.studentId);
    return moneyAmount > 0 ? { ...payload, moneyAmount } : null;
  },
  message: ({ studentId, moneyAmount }, { publicUrl }) => ({
    icon: "💳",
    subject: `Do zapłaty: ${zloty(moneyAmount)}`,
    heading: `Do zapłaty: ${zloty(moneyAmount)}`,
    paragraphs: [],
    isBare: true,
    action: { label: "Zobacz płatności", url: moneyUrl(publicUrl, studentId) },
  }),
  samples: [
    {
      to: "Student",
      facts: { studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", moneyAmount: 270 },
    },
  ],
});
