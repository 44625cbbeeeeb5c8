import { z } from "zod";
import { order, orderItem, placeOrderInput, sendPaymentLinkInput } from "../orders";
import { wireOf } from "./names";

/** The body of `PUT /order`: what is chosen, with `due` exactly what is due, with `billId` what is left of a bill. */
export const wirePlaceOrder = wireOf(placeOrderInput);

/** The body of `POST /admin/payment_link`. */
export const wirePaymentLink = wireOf(sendPaymentLinkInput);

/** An order (rules §20); whole złoty. */
export const wireOrder = wireOf(
  order
    .pick({
      id: true,
      studentId: true,
      payerId: true,
      amount: true,
      status: true,
      payUrl: true,
      createdAt: true,
      paidAt: true,
      receiptNumber: true,
    })
    .extend({ items: z.array(orderItem.omit({ packageName: true })) }),
);
