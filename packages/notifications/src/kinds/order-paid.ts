import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** To the student: lessons were paid for online. */
export const orderPaid = defineNotification({
  kind: "order-paid",
  label: "Opłacenie lekcji online",
  group: "payments",
  audience: ["Student"],
  optional: true,
  payload: z.object({ orderId: field.id, amount: z.int(), lessons: z.int() }),
  revalidate: alwaysTrue,
  message: ({ amount, lessons }, { publicUrl }) => ({
    icon: "💳",
    subject: "Lekcje opłacone online",
    heading: "Lekcje opłacone online",
    paragraphs: ["Opłacone lekcje są już dostępne."],
    details: [
      { label: "Kwota", value: zloty(amount) },
      { label: "Liczba lekcji", value: String(lessons) },
    ],
    action: { label: "Zobacz płatności", url: screenUrl(publicUrl, "payments") },
  }),
  samples: [
    {
      to: "Student",
      facts: { orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", amount: 360, lessons: 4 },
    },
  ],
});
