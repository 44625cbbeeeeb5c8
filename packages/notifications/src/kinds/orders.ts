import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { plural } from "@korki/domain";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { moneyUrl, orderUrl, screenUrl } from "../links";
import { detail } from "../message";

const paidPayload = z.object({
  orderId: field.id,
  amount: z.int(),
  lessons: z.int(),
  /** Whose lessons, for a parent of that child. */
  studentId: field.id.optional(),
});

/** To the student and the student's payer, where another person paid: lessons were paid for online. */
export const orderPaid = defineNotification({
  kind: "order-paid",
  label: "Opłacenie lekcji online",
  group: "payments",
  audience: ["Student"],
  optional: true,
  urgency: "usual",
  payload: paidPayload,
  revalidate: alwaysTrue,
  message: ({ amount, lessons, studentId }: z.infer<typeof paidPayload>, { publicUrl }) => ({
    icon: "💳",
    subject: "Lekcje opłacone online",
    heading: "Lekcje opłacone online",
    paragraphs: ["Opłacone lekcje są już dostępne."],
    details: [
      { label: "Kwota", value: zloty(amount) },
      { label: "Liczba lekcji", value: String(lessons) },
    ],
    action: {
      label: "Zobacz płatności",
      url: studentId ? moneyUrl(publicUrl, studentId) : screenUrl(publicUrl, "payments"),
    },
  }),
  samples: [
    {
      to: "Student",
      facts: { orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", amount: 360, lessons: 4 },
    },
  ],
});

const receipt = z.object({
  orderId: field.id,
  receiptNumber: z.string(),
  amount: z.int(),
  /** What of it is the payer's balance; left out: nothing. */
  toBalance: z.int().optional(),
});

/** To the payer, by e-mail: the confirmation of an online payment, as a PDF. */
export const orderReceipt = defineNotification({
  kind: "order-receipt",
  label: "Potwierdzenie wpłaty",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  urgency: "usual",
  only: "email",
  attachment: ({ orderId }) => ({ document: "receipt", orderId }),
  payload: receipt,
  revalidate: alwaysTrue<z.infer<typeof receipt>>,
  message: ({ orderId, receiptNumber, amount, toBalance = 0 }, { publicUrl }) => ({
    icon: "🧾",
    subject: `Potwierdzenie wpłaty ${receiptNumber}`,
    heading: "Potwierdzenie wpłaty",
    paragraphs: ["Dziękujemy! W załączniku jest potwierdzenie wpłaty. Nie jest to faktura."],
    details: [
      { label: "Numer", value: receiptNumber },
      { label: "Kwota", value: zloty(amount) },
      ...detail("Nadpłata do odliczenia", toBalance > 0 ? zloty(toBalance) : ""),
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

/** To the payer: an administrator asks to pay for lessons online. */
export const paymentLink = defineNotification({
  kind: "payment-link",
  label: "Link do płatności",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  urgency: "usual",
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

/** To the payer: the unused lessons of an order are paid back. */
export const orderRefunded = defineNotification({
  kind: "order-refunded",
  label: "Zwrot płatności online",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  urgency: "usual",
  payload: z.object({
    orderId: field.id,
    amount: z.int(),
    lessons: z.int(),
    /** What the payer's balance had paid of them, and gets back; left out: nothing. */
    toBalance: z.int().optional(),
  }),
  revalidate: alwaysTrue,
  message: ({ orderId, amount, lessons, toBalance = 0 }, { publicUrl }) => ({
    icon: "↩️",
    subject: `Zwrot: ${zloty(amount)}`,
    heading: "Zlecono zwrot płatności",
    paragraphs: [
      `Zwracamy pieniądze${lessons === 0 ? "" : ` za ${lessons} ${plural(lessons, "niewykorzystaną lekcję", "niewykorzystane lekcje", "niewykorzystanych lekcji")}`}. Trafią na konto, z którego przyszła wpłata.`,
    ],
    details: [
      { label: "Kwota", value: zloty(amount) },
      ...detail("Nadpłata do odliczenia", toBalance > 0 ? zloty(toBalance) : ""),
    ],
    action: { label: "Zobacz zamówienie", url: orderUrl(publicUrl, orderId) },
  }),
  samples: [
    {
      to: "Student",
      facts: { orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", amount: 180, lessons: 2 },
    },
    {
      to: "Parent",
      facts: { orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", amount: 130, lessons: 2, toBalance: 30 },
    },
  ],
});

const rejectedRefund = z.object({
  orderId: field.id,
  amount: z.int(),
  lessons: z.int(),
  /** What the payer's balance pays of them again; left out: nothing. */
  fromBalance: z.int().optional(),
  /** What of it was spent by then and is to be paid; left out: nothing. */
  missing: z.int().optional(),
});

/** To the payer: the payment provider rejected a refund, so that its lessons are there again. */
export const orderRefundRejected = defineNotification({
  kind: "order-refund-rejected",
  label: "Odrzucony zwrot płatności online",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: false,
  urgency: "usual",
  payload: rejectedRefund,
  revalidate: alwaysTrue<z.infer<typeof rejectedRefund>>,
  message: ({ orderId, amount, lessons, fromBalance = 0, missing = 0 }, { publicUrl }) => ({
    icon: "⚠️",
    subject: `Zwrot nie doszedł do skutku: ${zloty(amount)}`,
    heading: "Zwrot nie doszedł do skutku",
    paragraphs: [
      lessons === 0
        ? "Operator płatności odrzucił zwrot. Jeśli nie masz jeszcze tych pieniędzy, napisz do nas."
        : `Operator płatności odrzucił zwrot za ${lessons} ${plural(lessons, "lekcję", "lekcje", "lekcji")}. ${lessons === 1 ? "Lekcja jest znowu dostępna" : "Lekcje są znowu dostępne"}. Jeśli wolisz odzyskać pieniądze, napisz do nas.`,
    ],
    details: [
      { label: "Kwota", value: zloty(amount) },
      ...detail("Opłacone z nadpłaty", fromBalance > 0 ? zloty(fromBalance) : ""),
      ...detail("Do dopłaty na rachunku", missing > 0 ? zloty(missing) : ""),
    ],
    action: { label: "Zobacz zamówienie", url: orderUrl(publicUrl, orderId) },
  }),
  samples: [
    {
      to: "Student",
      facts: { orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", amount: 180, lessons: 2 },
    },
    {
      to: "Student",
      facts: { orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", amount: 90, lessons: 1 },
    },
    {
      to: "Parent",
      facts: {
        orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        amount: 130,
        lessons: 2,
        fromBalance: 20,
        missing: 10,
      },
    },
  ],
});
