import { id } from "@korki/contracts/fields";
import { providerNotification } from "@korki/contracts/orders";
import { wireOrder, wirePaymentLink, wirePlaceOrder } from "@korki/contracts/wire/order";
import { wirePage } from "@korki/contracts/wire/query";
import { z } from "zod";
import { EXAMPLE_ID, type RestRoute, route } from "./route";

const orderParams = z.object({ id });
const items = [{ subject: "Matematyka" as const, subjectLevel: "liceumP" as const, lessons: 4 }];

/** Paying online (rules §20). */
export const ORDER_ROUTES: readonly RestRoute[] = [
  route({
    method: "PUT",
    path: "/order",
    procedure: "orders.place",
    takesIdempotencyKey: true,
    summary:
      "Order lessons, packages, or with `due: true` exactly what is due (for a parent without `studentId`: for all children), to be paid online",
    body: wirePlaceOrder,
    example: { items },
    answer: wireOrder,
  }),
  route({
    method: "GET",
    path: "/order/{id}",
    procedure: "orders.get",
    summary: "An order, for its payer and administrators; an open one is first asked about at the provider",
    params: orderParams,
    answer: wireOrder,
  }),
  route({
    method: "POST",
    path: "/order/{id}/cancel",
    procedure: "orders.cancel",
    summary: "Cancel an order that waits for its payment",
    params: orderParams,
    answer: wireOrder,
  }),
  route({
    method: "GET",
    path: "/orders",
    procedure: "orders.list",
    summary: "The caller's orders, for an administrator all, the newest first; a thousand per `page`",
    query: wirePage,
    answer: wireOrder.array(),
    paged: true,
  }),
  route({
    method: "POST",
    path: "/admin/payment_link",
    procedure: "orders.sendLink",
    summary: "Order lessons for a student and send the payer where to pay",
    body: wirePaymentLink,
    example: { studentId: EXAMPLE_ID, items },
    answer: wireOrder,
  }),
  route({
    method: "POST",
    path: "/admin/order/{id}/refund",
    procedure: "orders.refund",
    summary: "Pay back what is unused of an order",
    params: orderParams,
    body: z.object({ reason: z.string() }),
    example: { reason: "Rezygnacja" },
    answer: wireOrder,
  }),
  route({
    method: "POST",
    path: "/payments/p24/status",
    procedure: "orders.notifyPayment",
    summary: "Przelewy24's notification of a payment; stored as it is",
    body: providerNotification,
  }),
  route({
    method: "POST",
    path: "/payments/p24/refund",
    procedure: "orders.notifyRefund",
    summary: "Przelewy24's notification of a refund; stored as it is",
    body: providerNotification,
  }),
];
