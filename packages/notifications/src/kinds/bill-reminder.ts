import { billDay, billTitle } from "@korki/contracts/texts/bills";
import { zloty } from "@korki/contracts/texts/money";
import { defineNotification } from "../define-notification";
import { billAction, billFacts } from "./bill-issued";

/** To the payer, once: a bill was due three days ago (rules §32). */
export const billReminder = defineNotification({
  kind: "bill-reminder",
  label: "Przypomnienie o rachunku",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: true,
  payload: billFacts,
  revalidate: async (payload, { lookups }) => {
    const amount = await lookups.unpaidOf(payload.billId);
    return amount ? { ...payload, amount } : null;
  },
  message: ({ billId, month, amount, dueOn }, context) => ({
    icon: "🧾",
    subject: `Do zapłaty: ${zloty(amount)}`,
    heading: `${billTitle(month)} czeka na płatność`,
    paragraphs: ["Jeśli przelew jest już w drodze, nic nie trzeba robić."],
    details: [
      { label: "Zostało do zapłaty", value: zloty(amount) },
      { label: "Termin minął", value: billDay(dueOn) },
    ],
    action: billAction({ billId, amount }, context),
  }),
  samples: [
    {
      to: "Student",
      facts: {
        ...{ billId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", month: "2026-12" },
        ...{ amount: 720, dueOn: "2026-12-10" },
      },
    },
  ],
});
