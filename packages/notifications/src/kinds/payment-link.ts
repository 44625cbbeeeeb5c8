import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { orderUrl } from "../links";

/** To the payer: an administrator asks to pay for lessons online. */
export const paymentLink = defineNotification({
  kind: "payment-link",
  label: "Link do płatności",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  payload: z.object({ orderId: field.id, studentName: z.string(), amount: z.int(), lessons: z.int() }),
  revalidate: async (payload, { lookups }) => ((await lookups.isOrderOpen(payload.orderId)) ? payload : null),
  message: ({ orderId, studentName, amount, lessons }, { publicUrl }) => ({
    icon: "💳",
    subject: `Do zapłaty: ${zloty(amount)}`,
    heading: "Link do płatności za lekcje",
    paragraphs: ["Lekcje można opłacić online: BLIKIEM, kartą albo przelewem."],
    details: [
      { label: "Uczeń", value: studentName },
      { label: "Liczba lekcji", value: String(lessons) },
      { label: "Kwota", value: zloty(amount) },
    ],
    action: { label: `Zapłać ${zloty(amount)}`, url: orderUrl(publicUrl, orderId) },
  }),
  samples: [
    {
      to: "Student",
      facts: {
        orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        studentName: "Zofia Żak",
        amount: 360,
        lessons: 4,
      },
    },
  ],
});
