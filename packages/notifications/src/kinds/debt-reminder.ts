import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { moneyUrl, screenUrl } from "../links";

/** To the payer: lessons are owed. Only the sum and a link (rules §21). */
export const debtReminder = defineNotification({
  kind: "debt-reminder",
  label: "Przypomnienie o płatności",
  group: "payments",
  audience: ["Student"],
  optional: true,
  urgency: "bulk",
  payload: z.object({
    studentId: field.id,
    /** All children, if the reminder is about several of one payer. */
    studentIds: z.array(field.id).optional(),
    moneyAmount: z.int(),
  }),
  revalidate: async (payload, { lookups, recipientId }) => {
    const { studentId, studentIds } = payload;
    const due = await (studentIds ? lookups.dueFrom(recipientId, studentIds) : lookups.dueOf(studentId));
    // What was left out, because another message asks for it, stays out.
    const moneyAmount = Math.min(due, payload.moneyAmount);
    return moneyAmount > 0 ? { ...payload, moneyAmount } : null;
  },
  message: ({ studentId, studentIds, moneyAmount }, { publicUrl }) => ({
    icon: "💳",
    subject: `Do zapłaty: ${zloty(moneyAmount)}`,
    heading: `Do zapłaty: ${zloty(moneyAmount)}`,
    paragraphs: [],
    isBare: true,
    action: {
      label: "Zobacz płatności",
      url: studentIds ? screenUrl(publicUrl, "payments") : moneyUrl(publicUrl, studentId),
    },
  }),
  samples: [
    {
      to: "Student",
      facts: { studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", moneyAmount: 270 },
    },
    {
      to: "Parent",
      facts: {
        studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        studentIds: ["01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5b"],
        moneyAmount: 360,
      },
    },
  ],
});
