import * as field from "@korki/contracts/fields";
import { billDay, billMonth, billTitle } from "@korki/contracts/texts/bills";
import { zloty } from "@korki/contracts/texts/money";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { billUrl } from "../links";
import { detail, type NotificationText, type RenderContext } from "../message";

const billFacts = z.object({
  billId: field.id,
  month: z.string(),
  amount: z.int(),
  dueOn: field.civilDate,
});

/** Leads to the bill: to pay it, where that can be done online. */
function billAction(
  { billId, amount }: { billId: string; amount: number },
  { publicUrl, paysOnline }: Pick<RenderContext, "publicUrl" | "paysOnline">,
): NonNullable<NotificationText["action"]> {
  const label = paysOnline ? `Zapłać ${zloty(amount)}` : "Zobacz rachunek";
  return { label, url: billUrl(publicUrl, billId) };
}

/** To the payer: a month's bill (rules §32). */
export const billIssued = defineNotification({
  kind: "bill-issued",
  label: "Rachunek za miesiąc",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  urgency: "bulk",
  payload: billFacts,
  revalidate: async (payload, { lookups }) => ((await lookups.unpaidOf(payload.billId)) ? payload : null),
  message: ({ billId, month, amount, dueOn }, { publicUrl, paysOnline }) => ({
    icon: "🧾",
    subject: `${billTitle(month)}: ${zloty(amount)}`,
    heading: billTitle(month),
    paragraphs: [`Rachunek można zapłacić ${paysOnline ? "online albo przelewem" : "przelewem"}.`],
    details: [
      { label: "Miesiąc", value: billMonth(month) },
      { label: "Kwota", value: zloty(amount) },
      { label: "Termin płatności", value: `do ${billDay(dueOn)}` },
    ],
    action: billAction({ billId, amount }, { publicUrl, paysOnline }),
  }),
  samples: [
    {
      to: "Parent",
      facts: {
        billId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        month: "2026-12",
        amount: 720,
        dueOn: "2026-12-10",
      },
    },
  ],
});

/** To the payer, once: a bill was due three days ago (rules §32). */
export const billReminder = defineNotification({
  kind: "bill-reminder",
  label: "Przypomnienie o rachunku",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: true,
  urgency: "bulk",
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
        billId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        month: "2026-12",
        amount: 720,
        dueOn: "2026-12-10",
      },
    },
  ],
});

/** To the payer: an administrator took a bill back (rules §32). */
export const billWithdrawn = defineNotification({
  kind: "bill-withdrawn",
  label: "Wycofanie rachunku",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  urgency: "usual",
  payload: z.object({
    billId: field.id,
    month: z.string(),
    amount: z.int(),
    /** What was paid for it and bought nothing. */
    credit: z.int(),
    reason: z.string(),
  }),
  revalidate: alwaysTrue,
  message: ({ billId, month, amount, credit, reason }, { publicUrl }) => ({
    icon: "🧾",
    subject: `${billTitle(month)}: wycofany`,
    heading: `${billTitle(month)} został wycofany`,
    paragraphs: [
      "Tego rachunku nie trzeba już płacić. Lekcje, których dotyczył, mogą się znaleźć na następnym.",
    ],
    details: [
      { label: "Miesiąc", value: billMonth(month) },
      { label: "Kwota", value: zloty(amount) },
      ...(credit > 0 ? [{ label: "Nadpłata do odliczenia", value: zloty(credit) }] : []),
      ...detail("Powód", reason),
    ],
    action: { label: "Zobacz rachunek", url: billUrl(publicUrl, billId) },
  }),
  samples: [
    {
      to: "Parent",
      facts: {
        billId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        month: "2026-12",
        amount: 720,
        credit: 40,
        reason: "Zmiana stałego terminu",
      },
    },
  ],
});

/** To the payer: no more lessons can be booked until a bill is paid (rules §32). */
export const billBookingsStopped = defineNotification({
  kind: "bill-bookings-stopped",
  label: "Wstrzymanie rezerwacji",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  urgency: "bulk",
  payload: billFacts,
  revalidate: async (payload, { lookups }) => {
    const amount = await lookups.unpaidOf(payload.billId);
    return amount ? { ...payload, amount } : null;
  },
  message: ({ billId, month, amount, dueOn }, { publicUrl }) => ({
    icon: "⏸️",
    subject: `Rezerwacje wstrzymane: ${billTitle(month)}`,
    heading: "Nowych lekcji nie można teraz rezerwować",
    paragraphs: [
      `${billTitle(month)} nie jest opłacony. Rezerwacje wrócą po jego opłaceniu. Zaplanowane lekcje zostają bez zmian.`,
    ],
    details: [
      { label: "Zostało do zapłaty", value: zloty(amount) },
      { label: "Termin płatności", value: billDay(dueOn) },
    ],
    action: { label: "Zobacz rachunek", url: billUrl(publicUrl, billId) },
  }),
  samples: [
    {
      to: "Parent",
      facts: {
        billId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        month: "2026-12",
        amount: 720,
        dueOn: "2026-12-10",
      },
    },
  ],
});
