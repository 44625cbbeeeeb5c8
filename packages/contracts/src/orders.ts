import { MAX_ORDER_ITEMS, MAX_ORDER_LESSONS, ORDER_STATUSES, PROVIDER_NOTIFICATION_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { PAGE_SIZE_MAX, pageOf, paging } from "./paging";
import { personName } from "./person-name";
import { orderTexts } from "./texts/orders";

/** What to buy: lessons of a subject and level, or a package. */
const orderedLessons = z.object({
  subject: field.subject,
  level: field.level,
  lessons: z
    .number({ error: orderTexts.lessons })
    .int(orderTexts.lessons)
    .min(1, orderTexts.lessons)
    .max(MAX_ORDER_LESSONS, orderTexts.lessons),
});
const orderedPackage = z.object({ packageId: field.id, subject: field.subject.optional() });

const orderedItems = z
  .array(z.union([orderedPackage, orderedLessons], { error: orderTexts.items }))
  .min(1, orderTexts.items)
  .max(MAX_ORDER_ITEMS, orderTexts.items);
export type OrderItemInput = z.infer<typeof orderedItems>[number];

/** What is chosen, or with `due` exactly what is due (rules §39). */
export const placeOrderInput = z
  .object({
    /** Left out by a student; a parent names the child, or with `due` pays for all children. */
    studentId: field.id.optional(),
    items: orderedItems.optional(),
    due: z.literal(true, { error: orderTexts.items }).optional(),
    /** What is left of a bill, with `half` of its first half while that is not paid (rules §32). */
    billId: field.id.optional(),
    half: z.boolean({ error: orderTexts.items }).optional(),
  })
  .refine(
    ({ items, due, billId }) => [items, due, billId].filter((each) => each !== undefined).length === 1,
    {
      path: ["items"],
      error: orderTexts.items,
    },
  );
export type PlaceOrderInput = z.infer<typeof placeOrderInput>;

export const sendPaymentLinkInput = z.object({ studentId: field.id, items: orderedItems });
export type SendPaymentLinkInput = z.infer<typeof sendPaymentLinkInput>;

export const orderRef = z.object({ id: field.id });
export const refundOrderInput = orderRef.extend({
  reason: field.singleLine(200).trim().min(1, orderTexts.reason),
});
export type RefundOrderInput = z.infer<typeof refundOrderInput>;

/** What a refund would take back, pay out and give back to the payer's balance (left out: nothing); whole złoty. */
export const refundPreview = z.object({ lessons: z.int(), amount: z.int(), toBalance: z.int().optional() });
export type RefundPreview = z.infer<typeof refundPreview>;

/** Money in whole złoty. */
export const orderItem = z.object({
  /** For whom it is. */
  studentId: field.id,
  subject: field.subject,
  level: field.level,
  lessons: z.int(),
  amount: z.int(),
  packageId: field.id.nullable(),
  packageName: z.string().nullable(),
});

export const order = z.object({
  id: field.id,
  studentId: field.id,
  student: personName,
  payerId: field.id,
  amount: z.int(),
  items: z.array(orderItem),
  /** Everybody for whom it is. */
  studentNames: z.string(),
  /** What is left of this bill is what the order pays; null: another thing. */
  billId: field.id.nullable(),
  /** It asks for what was due, of one student or of several. */
  isDue: z.boolean(),
  status: z.enum(ORDER_STATUSES),
  /** Where the payer pays; empty once there is nothing to pay. */
  payUrl: z.string(),
  createdAt: field.timestamp,
  expiresAt: field.timestamp,
  paidAt: field.timestamp.nullable(),
  /** The provider has a payment that is not confirmed yet. */
  isReported: z.boolean(),
  receiptNumber: z.string().nullable(),
  /** Paid back, or on its way; null: nothing. */
  refund: z
    .object({ amount: z.number(), status: z.enum(["pending", "requested", "completed", "rejected"]) })
    .nullable(),
});
export type Order = z.infer<typeof order>;

/** An order of another parent that waits for its payment: nobody else orders the same meanwhile. */
const waitingOrder = order
  .pick({ id: true, amount: true, items: true, createdAt: true, expiresAt: true })
  .extend({ payer: personName });

/** What a student can buy, and at what price. */
export const orderOffer = z.object({
  /** False: the centre takes no payments online. */
  available: z.boolean(),
  /** What a lesson costs of what the student had no lessons of yet. */
  prices: z.array(z.object({ level: field.level, price: z.number() })),
  /** Of the others: what each lesson costs that nothing covers, the oldest first, and one more. */
  lessons: z.array(
    z.object({
      subject: field.subject,
      level: field.level,
      prices: z.array(z.int()),
      morePrice: z.int(),
    }),
  ),
  waiting: z.array(waitingOrder),
  /** What the student's teachers teach; null: without a teacher nothing can be bought. */
  taught: z.array(z.object({ subject: field.subject, level: field.level })).nullable(),
});
export type OrderOffer = z.infer<typeof orderOffer>;

export const ordersPage = pageOf(order);

export const ordersInput = z.object({
  studentId: field.id.optional(),
  ...paging,
  pageSize: paging.pageSize.default(PAGE_SIZE_MAX),
});
export type OrdersInput = z.infer<typeof ordersInput>;

/** Where the books and the provider disagree. */
export const orderDifference = z.object({
  orderId: field.id,
  student: personName,
  amount: z.number(),
  status: z.enum(ORDER_STATUSES),
  createdAt: field.timestamp,
  difference: z.enum(["other-amount", "not-booked", "not-paid"]),
});
export type OrderDifference = z.infer<typeof orderDifference>;

/** Why a notification of a payment provider booked nothing, where that is suspect, or that a refund was rejected. */
const SUSPECT_OUTCOMES = ["mismatch", "wrong-signature", "unknown-order", "refund-rejected"] as const;

/** Notifications that were not reviewed: their number and the newest of them. */
export const suspectNotifications = z.object({
  count: z.number(),
  items: z.array(
    z.object({
      id: field.id,
      kind: z.enum(["payment", "refund"]),
      outcome: z.enum(SUSPECT_OUTCOMES),
      receivedAt: field.timestamp,
      /** How many arrived within the hour that this one stands for. */
      repeats: z.number(),
      order: z.object({ id: field.id, amount: z.number(), student: personName }).nullable(),
    }),
  ),
});
export type SuspectNotifications = z.infer<typeof suspectNotifications>;

export const reviewNotificationsInput = z.object({ ids: z.array(field.id).min(1).max(100) });
export type ReviewNotificationsInput = z.infer<typeof reviewNotificationsInput>;

/** What a payment provider sends: an object of its own, kept as it is. */
export const providerNotification = z
  .record(z.string().max(64), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]))
  .refine((body) => JSON.stringify(body).length <= PROVIDER_NOTIFICATION_MAX);

/** A payment confirmation: a PDF file. */
export const receiptFile = z.object({ fileName: z.string(), base64: z.string() });
