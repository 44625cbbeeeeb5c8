import type { Order, OrderItemInput, PlaceOrderInput, SendPaymentLinkInput } from "@korki/contracts/orders";
import { debtTexts } from "@korki/contracts/texts/debts";
import { orderTexts } from "@korki/contracts/texts/orders";
import {
  findOrder,
  findPackages,
  findPayer,
  findStudentPrices,
  findTaught,
  findWithDisabledPayer,
  lockPeopleForShare,
  newId,
  type PackageRow,
  type Tx,
  transact,
} from "@korki/db";
import { fullName, type LinePrices, linePrices, subjectLevelKey } from "@korki/domain";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";
import { conflict, forbidden, invalidInput, notFound } from "../errors";
import { notify } from "../outbox";
import { listLoosePrices } from "../prices/loose-prices";
import { withIdempotencyKey } from "../with-idempotency-key";
import { type NewItem, openOrder } from "./open-order";
import { requireProvider } from "./order-services";
import { placeBillOrder } from "./place-bill-order";
import { payableChildren, placeDueOrder } from "./place-due-order";
import { payableOrder } from "./register-order";

/**
 * Orders lessons, packages, what is due or what is left of a bill for the caller, or for a parent's child, and registers the
 * order with the payment provider (rules §20). What costs more than a child may decide waits for the payer first (rules
 * §39). Throws `not_found` without a provider and for other people's children, `forbidden` for another student, `conflict`
 * for a student without a teacher, where nothing is due, and while another parent's order for the same or five orders of the
 * student can still be paid, `rate_limited`, and `unavailable` where the provider does not answer.
 *
 * @param key the caller's `Idempotency-Key`: the same key places the same order once; one that the provider did not answer
 * for is placed again
 */
export async function placeOrder(
  ctx: ActorCtx,
  input: PlaceOrderInput,
  key: string | null = null,
): Promise<Order> {
  requireProvider(ctx);
  const { id: payerId, role } = ctx.actor;
  if (input.billId !== undefined) {
    const { billId, half } = input;
    await ctx.limits.check("order", payerId);
    const orderId = await transact(ctx.db, (tx) => placeBillOrder(tx, ctx, { billId, half }));
    await ctx.limits.consumeEach("order", [payerId]);
    return payableOrder(ctx, orderId);
  }
  if (role === "Student" && input.studentId !== undefined && input.studentId !== payerId) throw forbidden();
  await ctx.limits.check("order", payerId);
  const { orderId } = await transact(ctx.db, async (tx) => {
    // Before the stored answer: a right that has ended reads nothing any more.
    const isForAll = role === "Parent" && input.due && input.studentId === undefined;
    const studentIds = isForAll
      ? await payableChildren(tx, ctx)
      : [studentOf(await actFor(tx, ctx, input.studentId, "pay"))];
    const [studentId = ""] = studentIds;
    const { items } = input;
    const place = async () => ({
      orderId: items
        ? await insert(tx, ctx, { studentId, payerId, items })
        : await placeDueOrder(tx, ctx, studentIds),
    });
    return withIdempotencyKey(tx, ctx, key, { operation: "placeOrder", input }, place, async (placed) => {
      const order = await findOrder(tx, placed.orderId);
      return order?.status === "failed" && order.payUrl === null;
    });
  });
  await ctx.limits.consumeEach("order", [payerId]);
  return payableOrder(ctx, orderId);
}

/** Orders lessons for a student and sends the payer, else the student, where to pay. Throws as `placeOrder`. */
export async function sendPaymentLink(ctx: ActorCtx, input: SendPaymentLinkInput): Promise<Order> {
  requireProvider(ctx);
  const { studentId, items } = input;
  const orderId = await transact(ctx.db, async (tx) => {
    const payerId = (await findPayer(tx, studentId)) ?? studentId;
    const made = await insert(tx, ctx, { studentId, payerId, items });
    if ((await findWithDisabledPayer(tx, [studentId])).size > 0) throw conflict(debtTexts.payerDisabled);
    return made;
  });
  const order = await payableOrder(ctx, orderId);
  const lessons = order.items.reduce((sum, item) => sum + item.lessons, 0);
  const studentName = fullName(order.student);
  await transact(ctx.db, (tx) =>
    notify(tx, ctx, {
      kind: "payment-link",
      to: { userId: order.payerId },
      facts: { orderId, studentName, amount: order.amount, lessons },
      dedupeKey: `payment-link:${orderId}`,
    }),
  );
  return order;
}

type PackageWanted = Extract<OrderItemInput, { packageId: string }>;
type LooseLessons = Exclude<OrderItemInput, PackageWanted>;
type Wanted = { studentId: string; payerId: string; items: readonly OrderItemInput[] };

async function insert(tx: Tx, ctx: ActorCtx, { studentId, payerId, items }: Wanted): Promise<string> {
  const student = (await lockPeopleForShare(tx, [studentId])).get(studentId);
  if (student?.role !== "Student" || student.isDisabled) throw notFound();
  const isTaught = ctx.actor.role === "Admin" || (await findTaught(tx, studentId)) !== null;
  if (!isTaught) throw conflict(orderTexts.noTeacher);
  const rows = await priceItems(tx, studentId, items);
  if (rows.every(({ amount }) => amount === 0)) throw conflict(orderTexts.nothingToPay);
  return openOrder(tx, ctx, { studentId, payerId, items: rows, isDue: false });
}

const NONE = { packageId: null, packageName: null, validDays: null, studentId: null, billId: null };

async function priceItems(tx: Tx, studentId: string, items: readonly OrderItemInput[]): Promise<NewItem[]> {
  const packageIds = items.flatMap((item) => ("packageId" in item ? [item.packageId] : []));
  const packages = await findPackages(tx, packageIds);
  const list = await findStudentPrices(tx, studentId);
  const lines = new Map<string, LinePrices>(
    (await listLoosePrices(tx, studentId)).map((line) => [subjectLevelKey(line), line]),
  );
  return items.flatMap((item) => {
    if ("packageId" in item) return [packageItem(item, packages)];
    const key = subjectLevelKey(item);
    const line = lines.get(key) ?? { prices: [], morePrice: list[item.level].price };
    lines.set(key, { ...line, prices: line.prices.slice(item.lessons) });
    return looseItems(item, line);
  });
}

/**
 * Returns an item for each run of lessons of one price: payments reach the first ones first, and a refund pays back
 * exactly what the last ones cost.
 */
function looseItems({ subject, level, lessons }: LooseLessons, line: LinePrices): NewItem[] {
  const runs: number[][] = [];
  for (const price of linePrices(line, lessons)) {
    const run = runs.at(-1);
    if (run?.[0] === price) run.push(price);
    else runs.push([price]);
  }
  return runs.map((run) => {
    const amount = run.reduce((sum, price) => sum + price, 0);
    return { ...NONE, id: newId(), subject, level, lessons: run.length, amount };
  });
}

/** Returns an item at the package's price. */
function packageItem(item: PackageWanted, packages: readonly PackageRow[]): NewItem {
  const offer = packages.find(({ id }) => id === item.packageId);
  if (!offer) throw conflict(orderTexts.noPackage);
  const subject = offer.subject ?? item.subject;
  if (!subject || (item.subject && item.subject !== subject)) throw invalidInput(orderTexts.packageSubject);
  const { level, lessons, price: amount, id: packageId, name: packageName, validDays } = offer;
  return { ...NONE, id: newId(), subject, level, lessons, amount, packageId, packageName, validDays };
}
