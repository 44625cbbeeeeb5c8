import { done } from "@korki/contracts/fields";
import * as contract from "@korki/contracts/orders";
import { getOrder, listMyOrders } from "@korki/services/orders/get-order";
import { getOrderOffer } from "@korki/services/orders/get-order-offer";
import { placeOrder, sendPaymentLink } from "@korki/services/orders/place-order";
import { receiveNotification } from "@korki/services/orders/receive-notification";
import { reconcileOrders } from "@korki/services/orders/reconcile-orders";
import { refundOrder } from "@korki/services/orders/refund-order";
import { getReceipt } from "@korki/services/orders/render-receipt";
import { adminProcedure, procedureFor, publicProcedure, router } from "./init";

const payerProcedure = procedureFor("Student", "Parent").meta({
  about: "student",
  scope: { Student: "yes", Parent: "own" },
  right: "pay",
});

const orderProcedure = procedureFor("Student", "Parent", "Admin");

/** Paying online (rules §20). Everything is `not_found` for a centre without a payment provider. */
export const ordersRouter = router({
  offer: payerProcedure
    .input(contract.ordersInput)
    .output(contract.orderOffer)
    .query(({ ctx, input }) => getOrderOffer(ctx, input)),

  place: payerProcedure
    .input(contract.placeOrderInput)
    .output(contract.order)
    .mutation(({ ctx, input }) => placeOrder(ctx, input)),

  get: orderProcedure
    .meta({ about: "order", scope: "own" })
    .input(contract.orderRef)
    .output(contract.order)
    .query(({ ctx, input }) => getOrder(ctx, input)),

  receipt: orderProcedure
    .meta({ about: "order", scope: "own" })
    .input(contract.orderRef)
    .output(contract.receiptFile)
    .query(({ ctx, input }) => getReceipt(ctx, input)),

  list: orderProcedure
    .input(contract.ordersInput)
    .output(contract.order.array())
    .query(({ ctx, input }) => listMyOrders(ctx, input)),

  sendLink: adminProcedure
    .meta({ about: "student" })
    .input(contract.sendPaymentLinkInput)
    .output(contract.order)
    .mutation(({ ctx, input }) => sendPaymentLink(ctx, input)),

  refund: adminProcedure
    .meta({ about: "order" })
    .input(contract.refundOrderInput)
    .output(contract.order)
    .mutation(({ ctx, input }) => refundOrder(ctx, input)),

  reconcile: adminProcedure.output(contract.orderDifference.array()).query(({ ctx }) => reconcileOrders(ctx)),

  /** What arrives in the provider's name, without a session. */
  notifyPayment: publicProcedure
    .input(contract.providerNotification)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await receiveNotification(ctx, "payment", input);
      return {};
    }),
  notifyRefund: publicProcedure
    .input(contract.providerNotification)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await receiveNotification(ctx, "refund", input);
      return {};
    }),
});
