import type { OrderOffer, OrdersInput } from "@korki/contracts/orders";
import { findStudentPrices } from "@korki/db";
import { LEVELS } from "@korki/domain";
import type { ActorCtx } from "../context";
import { actFor, studentOf } from "../families/act-for";

/** Returns whether lessons can be paid online, and what one costs this student per level (rules §§14, 20). */
export async function getOrderOffer(ctx: ActorCtx, input: OrdersInput): Promise<OrderOffer> {
  if (!ctx.payments) return { available: false, prices: [] };
  const studentId = studentOf(await actFor(ctx.db, ctx, input.studentId, "pay"));
  const prices = await findStudentPrices(ctx.db, studentId);
  return { available: true, prices: LEVELS.map((level) => ({ level, price: prices[level].price })) };
}
