import { ORDER_STATUSES } from "@korki/domain";
import { z } from "zod";
import * as field from "../fields";
import type { PlaceOrderInput, SendPaymentLinkInput } from "../orders";
import { placeOrderInput, sendPaymentLinkInput } from "../orders";
import { orderTexts } from "../texts/orders";

const wireItem = z.union(
  [
    z.object({ packageId: field.id, subject: field.subject.optional() }),
    z.object({ subject: field.subject, subjectLevel: field.level, lessons: z.number() }),
  ],
  { error: orderTexts.items },
);

const items = z.array(wireItem, { error: orderTexts.items });

/** The body of `PUT /order`: what is chosen, with `due` exactly what is due, with `billId` what is left of a bill. */
export const wirePlaceOrder = z.object({
  studentId: field.id.optional(),
  items: items.optional(),
  due: z.literal(true, { error: orderTexts.items }).optional(),
  billId: field.id.optional(),
  half: z.boolean({ error: orderTexts.items }).optional(),
});

/** The body of `POST /admin/payment_link`. */
export const wirePaymentLink = z.object({ studentId: field.id, items });

export function placeOrderFromWire({ items, ...order }: z.output<typeof wirePlaceOrder>): PlaceOrderInput {
  return placeOrderInput.parse({ ...order, ...(items === undefined ? {} : { items: itemsFromWire(items) }) });
}

export function paymentLinkFromWire(link: z.output<typeof wirePaymentLink>): SendPaymentLinkInput {
  return sendPaymentLinkInput.parse({ ...link, items: itemsFromWire(link.items) });
}

function itemsFromWire(wire: z.output<typeof items>) {
  return wire.map((item) => {
    if ("packageId" in item) return item;
    const { subjectLevel: level, ...lessons } = item;
    return { ...lessons, level };
  });
}

/** An order (rules §20); whole złoty. */
export const wireOrder = z.object({
  _id: field.id,
  studentId: field.id,
  payerId: field.id,
  amount: z.int(),
  items: z.array(
    z.object({
      subject: field.subject,
      subjectLevel: field.level,
      lessons: z.int(),
      amount: z.int(),
      packageId: field.id.nullable(),
    }),
  ),
  status: z.enum(ORDER_STATUSES),
  payUrl: z.string(),
  createdAt: field.timestamp,
  paidAt: field.timestamp.nullable(),
  receiptNumber: z.string().nullable(),
});
