import type { Order, OrderItemInput, PlaceOrderInput, SendPaymentLinkInput } from "@korki/contracts/orders";
import { billTexts } from "@korki/contracts/texts/bills";
import { moneyTexts } from "@korki/contracts/texts/money-card";
import { orderTexts } from "@korki/contracts/texts/orders";
import {
  countOpenOrders,
  expireBillOrders,
  findPackages,
  findPayer,
  findStudentPrices,
  findTaught,
  insertOrder,
  listDueParts,
  listOpenOrders,
  listOtherParentsOrders,
  listUnpaidBillsOf,
  lockPeopleForShare,
  lockStudentOrders,
  lockUnpaidBillsOf,
  newId,
  type OrderItemRow,
  type OrderRow,
  type PackageRow,
  type Tx,
  transact,
} from "@korki/db";
import { civilDateOf, findOverlap, OPEN_ORDERS_MAX, type PriceList } from "@korki/domain";
import { approvalDeadline, askPayer, payerToAsk } from "../approvals/ask-payer";
import type { ActorCtx } from "../context";
import { conflict, forbidden, invalidInput, notFound } from "../errors";
import { actFor, studentOf } from "../families/act-for";
import { recordHistory } from "../history";
import { notify } from "../outbox";
import { withIdempotencyKey } from "../with-idempotency-key";
import { requireProvider } from "./order-services";
import { placeBillOrder } from "./place-bill-order";
import { payableOrder } from "./register-order";

/**
 * Orders lessons, packages, what is due or what is left of a bill for the caller, or for a parent's child, and registers the
 * order with the payment provider (rules §20). What costs more than a child may decide waits for the payer first (rules §39). Throws
 * `not_found` without a provider and for other people's children, `forbidden` for another
 * student, `conflict` for a student without a teacher, and while another parent's order for the same or five orders of the student can still be paid,
 * `rate_limited`, and `unavailable` where the provider does not answer.
 *
 * @param key the caller's `Idempotency-Key`: the same key places the same order once
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
    const studentId = studentOf(await actFor(tx, ctx, input.studentId, "pay"));
    return withIdempotencyKey(tx, ctx, key, { operation: "placeOrder", input }, async () => ({
      orderId: await insert(tx, ctx, { studentId, payerId, items: input.items ?? "due" }),
    }));
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
    return insert(tx, ctx, { studentId, payerId, items });
  });
  const order = await payableOrder(ctx, orderId);
  const lessons = order.items.reduce((sum, item) => sum + item.lessons, 0);
  const studentName = `${order.student.name} ${order.student.surname}`.trim();
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

type NewItem = Omit<OrderItemRow, "paymentId" | "studentId"> & { studentId?: string };

/** `due`: exactly what is due now. */
type Wanted = { studentId: string; payerId: string; items: readonly OrderItemInput[] | "due" };

async function insert(tx: Tx, ctx: ActorCtx, { studentId, payerId, items }: Wanted): Promise<string> {
  const student = (await lockPeopleForShare(tx, [studentId])).get(studentId);
  if (student?.role !== "Student" || student.isDisabled) throw notFound();
  // What is owed can be paid whoever teaches now.
  const buys = items !== "due" && ctx.actor.role !== "Admin";
  if (buys && (await findTaught(tx, studentId)) === null) throw conflict(orderTexts.noTeacher);
  const now = ctx.now();
  await lockStudentOrders(tx, studentId);
  const rows =
    items === "due" ? await itemsDue(tx, { studentId, payerId }) : await priceItems(tx, studentId, items);
  const amount = rows.reduce((sum, row) => sum + row.amount, 0);
  if (amount === 0) throw conflict(items === "due" ? moneyTexts.nothingDue : orderTexts.nothingToPay);
  if (items === "due") {
    const known = (await listOpenOrders(tx, { studentId, payerId, now })).find((order) =>
      isSame(order, rows),
    );
    const billIds = rows.flatMap(({ billId }) => billId ?? []);
    await expireBillOrders(tx, { billIds, studentId, but: known?.id });
    if (known) return known.id;
  }
  if ((await countOpenOrders(tx, studentId, now)) >= OPEN_ORDERS_MAX) throw conflict(orderTexts.tooManyOpen);
  if (payerId !== studentId) await refuseOverlap(tx, { studentId, payerId, now }, rows, items === "due");
  const id = newId();
  const askedId = await payerToAsk(tx, ctx, { studentId, amount });
  const expiresAt = new Date(now.getTime() + ctx.settings.orderExpiryMinutes * 60_000);
  await insertOrder(tx, {
    id,
    studentId,
    payerId,
    createdById: ctx.actor.id,
    amount,
    status: askedId === null ? "open" : "waiting",
    createdAt: now,
    expiresAt: askedId === null ? expiresAt : approvalDeadline(ctx),
    items: rows,
  });
  if (askedId !== null) await askPayer(tx, ctx, askedId, { studentId, kind: "order", orderId: id });
  await recordHistory(tx, ctx, {
    entity: "order",
    entityId: id,
    action: "place",
    changes: { moneyAmount: { from: null, to: amount } },
    studentId,
  });
  return id;
}

/**
 * Returns what is due of each bill, subject and level, the lessons at the prices that they carry (rules §39). Bills stay as
 * they are until the transaction ends. Throws `conflict` where another person pays one of them.
 */
async function itemsDue(
  tx: Tx,
  { studentId, payerId }: { studentId: string; payerId: string },
): Promise<NewItem[]> {
  await lockUnpaidBillsOf(tx, studentId);
  const bills = await listUnpaidBillsOf(tx, studentId);
  if (bills.some((bill) => !bill.isFormer && bill.payerId !== payerId)) throw conflict(billTexts.billed);
  const parts = await listDueParts(tx, studentId);
  const loose = { packageId: null, packageName: null, validDays: null };
  return parts.map((part) => ({ id: newId(), studentId, ...part, ...loose }));
}

/** Whether an order asks for exactly this. */
function isSame({ items }: OrderRow, rows: readonly NewItem[]): boolean {
  const keyOf = ({ billId, subject, level, lessons, amount, packageId }: NewItem | OrderItemRow) =>
    [billId, subject, level, lessons, amount, packageId].join(" ");
  const [known, wanted] = [items, rows].map((each) => each.map(keyOf).toSorted().join("\n"));
  return known === wanted;
}

async function priceItems(tx: Tx, studentId: string, items: readonly OrderItemInput[]): Promise<NewItem[]> {
  const packageIds = items.flatMap((item) => ("packageId" in item ? [item.packageId] : []));
  const [packages, prices] = [await findPackages(tx, packageIds), await findStudentPrices(tx, studentId)];
  return items.map((item) => priceItem(item, packages, prices));
}

/**
 * Throws `conflict` while another parent's order for the same subject and level can still be paid. What is due
 * is nothing that a bill of the other's asks for.
 */
async function refuseOverlap(
  tx: Tx,
  whose: { studentId: string; payerId: string; now: Date },
  rows: readonly NewItem[],
  isDue: boolean,
): Promise<void> {
  const items = rows.filter(({ billId }) => billId === null);
  const orders = (await listOtherParentsOrders(tx, whose)).map((order) => ({
    ...order,
    items: order.items.filter(({ billId }) => !isDue || billId === null),
  }));
  const other = findOverlap(orders, items);
  if (!other) return;
  const { payer, expiresAt } = other;
  const lastDay = civilDateOf(new Date(expiresAt));
  throw conflict(orderTexts.alreadyOrdered(`${payer.name} ${payer.surname}`.trim(), other.items, lastDay));
}

/** Returns an item at the package's price, or at the price that applies to the student. */
function priceItem(item: OrderItemInput, packages: readonly PackageRow[], prices: PriceList): NewItem {
  if (!("packageId" in item)) {
    const { subject, level, lessons } = item;
    const amount = prices[level].price * lessons;
    return {
      id: newId(),
      subject,
      level,
      lessons,
      amount,
      packageId: null,
      packageName: null,
      validDays: null,
      billId: null,
    };
  }
  const offer = packages.find(({ id }) => id === item.packageId);
  if (!offer) throw conflict(orderTexts.noPackage);
  const subject = offer.subject ?? item.subject;
  if (!subject || (item.subject && item.subject !== subject)) throw invalidInput(orderTexts.packageSubject);
  const { level, lessons, price: amount, id: packageId, name: packageName, validDays } = offer;
  return { id: newId(), subject, level, lessons, amount, packageId, packageName, validDays, billId: null };
}
