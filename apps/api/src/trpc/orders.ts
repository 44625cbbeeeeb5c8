import { done } from "@korki/contracts/fields";
import * as contract from "@korki/contracts/orders";
import { cancelOrder } from "@korki/services/orders/cancel-order";
import { getOrder, getOrderOffer, listMyOrders, recheckOrder } from "@korki/services/orders/get-order";
import { requireProvider } from "@korki/services/orders/order-services";
import { placeOrder, sendPaymentLink } from "@korki/services/orders/place-order";
import {
  listSuspects,
  receiveNotification,
  reviewNotifications,
} from "@korki/services/orders/provider-notifications";
import { reconcileOrders } from "@korki/services/orders/reconcile-orders";
import { previewRefund, refundOrder } from "@korki/services/orders/refund-order";
import { getReceipt } from "@korki/services/orders/render-receipt";
import { adminProcedure, procedureFor, publicProcedure, router } from "./init";

const PAYER = { about: "student", scope: { Student: "yes", Parent: "own" }, right: "pay" } as const;

const payerProcedure = procedureFor("Student", "Parent").meta(PAYER);
// Without a provider none of these exists, whatever else is wrong with a call.
const placingProcedure = payerProcedure.use(({ ctx, next }) => {
  requireProvider(ctx);
  return next();
});
const orderProcedure = procedureFor("Student", "Parent", "Admin").use(({ ctx, next }) => {
  requireProvider(ctx);
  return next();
});
const providerProcedure = publicProcedure.use(({ ctx, next }) => {
  requireProvider(ctx);
  return next();
});
const manageProcedure = adminProcedure.use(({ ctx, next }) => {
  requireProvider(ctx);
  return next();
});

/** Paying online (rules §20). Everything is `not_found` for a centre without a payment provider. */
export const ordersRouter = router({
  offer: procedureFor("Student", "Parent", "Admin")
    .meta(PAYER)
    .input(contract.ordersInput)
    .output(contract.orderOffer)
    .query(({ ctx, input }) => getOrderOffer(ctx, input)),

  place: placingProcedure
    .input(contract.placeOrderInput)
    .output(contract.order)
    .mutation(({ ctx, input }) => placeOrder(ctx, input, ctx.idempotencyKey)),

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
    .output(contract.ordersPage)
    .query(({ ctx, input }) => listMyOrders(ctx, input)),

  sendLink: manageProcedure
    .meta({ about: "student" })
    .input(contract.sendPaymentLinkInput)
    .output(contract.order)
    .mutation(({ ctx, input }) => sendPaymentLink(ctx, input)),

  previewRefund: manageProcedure
    .meta({ about: "order" })
    .input(contract.orderRef)
    .output(contract.refundPreview)
    .query(({ ctx, input }) => previewRefund(ctx, input)),

  refund: manageProcedure
    .meta({ about: "order" })
    .input(contract.refundOrderInput)
    .output(contract.order)
    .mutation(({ ctx, input }) => refundOrder(ctx, input)),

  reconcile: manageProcedure
    .output(contract.orderDifference.array())
    .query(({ ctx }) => reconcileOrders(ctx)),

  cancel: orderProcedure
    .meta({ about: "openOrder", scope: "own" })
    .input(contract.orderRef)
    .output(contract.order)
    .mutation(({ ctx, input }) => cancelOrder(ctx, input)),

  recheck: manageProcedure
    .meta({ about: "order" })
    .input(contract.orderRef)
    .output(contract.order)
    .mutation(({ ctx, input }) => recheckOrder(ctx, input)),

  suspects: manageProcedure.output(contract.suspectNotifications).query(({ ctx }) => listSuspects(ctx)),

  review: manageProcedure
    .input(contract.reviewNotificationsInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await reviewNotifications(ctx, input);
      return {};
    }),

  /** What arrives in the provider's name, without a session. */
  notifyPayment: providerProcedure
    .input(contract.providerNotification)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await receiveNotification(ctx, "payment", input);
      return {};
    }),
  notifyRefund: providerProcedure
    .input(contract.providerNotification)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await receiveNotification(ctx, "refund", input);
      return {};
    }),
});
