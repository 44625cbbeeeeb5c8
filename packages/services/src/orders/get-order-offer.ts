import type { OrderOffer, OrdersInput } from "@korki/contracts/orders";
import { findStudentPrices, findTaught, listOtherParentsOrders } from "@korki/db";
import { LEVELS } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { toOrder } from "./get-order";

/** Administrators name anybody who is a student. */
async function askedStudent(ctx: ActorCtx, { studentId }: OrdersInput): Promise<string> {
  if (ctx.actor.role !== "Admin") return studentOf(await actFor(ctx.db, ctx, studentId, "pay"));
  if (studentId === undefined) throw notFound();
  await requirePersonOfRole(ctx, studentId, "Student");
  return studentId;
}

/**
 * Returns whether lessons can be paid online, what one costs this student per level, and to a parent the orders of
 * other parents that wait for their payment (rules §§14, 20).
 */
export async function getOrderOffer(ctx: ActorCtx, input: OrdersInput): Promise<OrderOffer> {
  if (!ctx.payments) return { available: false, prices: [], waiting: [], taught: null };
  const studentId = await askedStudent(ctx, input);
  const prices = await findStudentPrices(ctx.db, studentId);
  const whose = { studentId, payerId: ctx.actor.id, now: ctx.now() };
  const waiting = ctx.actor.role === "Parent" ? await listOtherParentsOrders(ctx.db, whose) : [];
  return {
    available: true,
    taught: await findTaught(ctx.db, studentId),
    prices: LEVELS.map((level) => ({ level, price: prices[level].price })),
    waiting: waiting.map((row) => {
      const { id, amount, items, createdAt, expiresAt } = toOrder(row);
      const { email: _, ...payer } = row.payer;
      return { id, amount, items, createdAt, expiresAt, payer };
    }),
  };
}
