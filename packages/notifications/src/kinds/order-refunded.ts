import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { plural } from "@korki/domain";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { orderUrl } from "../links";

/** To the payer: the unused lessons of an order are paid back. */
export const orderRefunded = defineNotification({
  kind: "order-refunded",
  label: "Zwrot płatności online",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  payload: z.object({ orderId: field.id, amount: z.int(), lessons: z.int() }),
  revalidate: alwaysTrue,
  message: ({ orderId, amount, lessons }, { publicUrl }) => ({
    icon: "↩️",
    subject: `Zwrot: ${zloty(amount)}`,
    heading: "Zlecono zwrot płatności",
    paragraphs: [
      `Zwracamy pieniądze za ${lessons} ${plural(lessons, "niewykorzystaną lekcję", "niewykorzystane lekcje", "niewykorzystanych lekcji")}. Trafią na konto, z którego przyszła wpłata.`,
    ],
    details: [{ label: "Kwota", value: zloty(amount) }],
    action: { label: "Zobacz zamówienie", url: orderUrl(publicUrl, orderId) },
  }),
  samples: [
    {
      to: "Student",
      facts: { orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", amount: 180, lessons: 2 },
    },
  ],
});
