import type { Order, OrderOffer, OrdersInput } from "@korki/contracts/orders";
import type { Page } from "@korki/contracts/paging";
import { orderTexts } from "@korki/contracts/texts/orders";
import {
  countOrders,
  findOrder,
  findStudentPrices,
  findTaught,
  listOrders,
  listOtherParentsOrders,
  moveOrder,
  type OrderRow,
  takeOrderCheck,
} from "@korki/db";
import { LEVELS, receiptName } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";
import { notFound, ServiceError, unavailable } from "../errors";
import { ProviderUnavailable } from "../payment-provider";
import { listLoosePrices } from "../prices/loose-prices";
import { requireProvider } from "./order-services";
import { settleOrder } from "./settle-order";

/** While a screen shows an open order, the provider is asked about it at most this often. */
const LOOK_MS = 2_000;

/**
 * Returns an order to its payer or an administrator. An open one is first asked about at the provider: the payer may
 * have returned before the notification. To everybody else it does not exist.
 */
export async function getOrder(ctx: ActorCtx, { id }: { id: string }): Promise<Order> {
  const order = await findOwnOrder(ctx, id);
  if (order.status !== "open" || !(await checkOrder(ctx, order))) return toOrder(order);
  return toOrder(await findOwnOrder(ctx, id));
}

/** Returns a page of the caller's orders, an administrator's all of them or those of one student, the newest first. */
export async function listMyOrders(ctx: ActorCtx, input: OrdersInput): Promise<Page<Order>> {
  requireProvider(ctx);
  const { studentId, page, pageSize } = input;
  const whose = { payerId: ctx.actor.role === "Admin" ? undefined : ctx.actor.id, studentId };
  const orders = await listOrders(ctx.db, { ...whose, limit: pageSize, offset: (page - 1) * pageSize });
  return { items: orders.map(toOrder), total: await countOrders(ctx.db, whose), page, pageSize };
}

/** Throws `not_found` for anybody but the payer and administrators, and where nothing is paid online. */
export async function findOwnOrder(ctx: ActorCtx, id: string): Promise<OrderRow> {
  requireProvider(ctx);
  const order = await findOrder(ctx.db, id);
  if (!order || (ctx.actor.role !== "Admin" && order.payerId !== ctx.actor.id))
    throw new ServiceError("not_found", orderTexts.notFound);
  return order;
}

/**
 * Asks the provider about an order whatever its state, and books what was paid for it. For administrators, who see in
 * the reconciliation that money is missing in the books.
 */
export async function recheckOrder(ctx: ActorCtx, { id }: { id: string }): Promise<Order> {
  const provider = requireProvider(ctx);
  await findOwnOrder(ctx, id);
  try {
    const payment = await provider.find(id);
    if (payment) await settleOrder(ctx, provider, payment);
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw unavailable(orderTexts.providerAway);
    throw error;
  }
  return toOrder(await findOwnOrder(ctx, id));
}

/** Asks the provider about an open order. Returns whether its state may have changed. */
async function checkOrder(ctx: ActorCtx, { id, expiresAt }: OrderRow): Promise<boolean> {
  const provider = requireProvider(ctx);
  const now = ctx.now();
  if (!(await takeOrderCheck(ctx.db, id, new Date(now.getTime() - LOOK_MS), now))) return false;
  try {
    const payment = await provider.find(id);
    if (payment) await settleOrder(ctx, provider, payment);
    else if (new Date(expiresAt) <= now) await moveOrder(ctx.db, id, ["open"], "expired");
    return true;
  } catch (error) {
    // What is stored is still true; the worker asks again.
    if (error instanceof ProviderUnavailable) return false;
    throw error;
  }
}

/** An order as its payer sees it. */
export function toOrder(row: OrderRow): Order {
  const { payer: _, transactionId: __, receiptYear, receiptNumber, payUrl, ...shown } = row;
  return {
    ...shown,
    // What is chosen names nobody: it is for the order's student.
    isDue: row.billId === null && row.items.some((item) => item.studentId !== null),
    items: row.items.map(({ studentId, subject, level, lessons, amount, packageId, packageName }) => ({
      studentId: studentId ?? row.studentId,
      subject,
      level,
      lessons,
      amount,
      packageId,
      packageName,
    })),
    payUrl: row.status === "open" ? (payUrl ?? "") : "",
    receiptNumber:
      receiptYear === null || receiptNumber === null ? null : receiptName(receiptYear, receiptNumber),
  };
}

/** Administrators name anybody who is a student. */
async function askedStudent(ctx: ActorCtx, { studentId }: OrdersInput): Promise<string> {
  if (ctx.actor.role !== "Admin") return studentOf(await actFor(ctx.db, ctx, studentId, "pay"));
  if (studentId === undefined) throw notFound();
  await requirePersonOfRole(ctx, studentId, "Student");
  return studentId;
}

/**
 * Returns whether lessons can be paid online, what they cost this student, and to a parent the orders of other parents that
 * wait for their payment (rules §§14, 20).
 */
export async function getOrderOffer(ctx: ActorCtx, input: OrdersInput): Promise<OrderOffer> {
  if (!ctx.payments) return { available: false, prices: [], lessons: [], waiting: [], taught: null };
  const studentId = await askedStudent(ctx, input);
  const prices = await findStudentPrices(ctx.db, studentId);
  const whose = { studentId, payerId: ctx.actor.id, now: ctx.now() };
  const waiting = ctx.actor.role === "Parent" ? await listOtherParentsOrders(ctx.db, whose) : [];
  return {
    available: true,
    taught: await findTaught(ctx.db, studentId),
    prices: LEVELS.map((level) => ({ level, price: prices[level].price })),
    lessons: await listLoosePrices(ctx.db, studentId),
    waiting: waiting.map((row) => {
      const { id, amount, items, createdAt, expiresAt } = toOrder(row);
      const { email: _, ...payer } = row.payer;
      return { id, amount, items, createdAt, expiresAt, payer };
    }),
  };
}
