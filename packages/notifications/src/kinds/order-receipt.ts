import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { orderUrl } from "../links";

/** To the payer, by e-mail: the confirmation of an online payment, as a PDF. */
export const orderReceipt = defineNotification({
  kind: "order-receipt",
  label: "Potwierdzenie wpłaty",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  only: "email",
  attachment: ({ orderId }) => ({ document: "receipt", orderId }),
  payload: z.object({ orderId: field.id, receiptNumber: z.string(), amount: z.int() }),
  revalidate: alwaysTrue,
  message: ({ orderId, receiptNumber, amount }, { publicUrl }) => ({
    icon: "🧾",
    subject: `Potwierdzenie wpłaty ${receiptNumber}`,
    heading: "Potwierdzenie wpłaty",
    paragraphs: ["Dziękujemy! W załączniku jest potwierdzenie wpłaty. Nie jest to faktura."],
    details: [
      { label: "Numer", value: receiptNumber },
      { label: "Kwota", value: zloty(amount) },
    ],
    action: { label: "Zobacz zamówienie", url: orderUrl(publicUrl, orderId) },
  }),
  samples: [
    {
      to: "Student",
      facts: {
        orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        receiptNumber: "PW/2026/17",
        amount: 360,
      },
    },
  ],
});
