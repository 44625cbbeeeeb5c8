import type { Order, OrderItemInput, PlaceOrderInput, SendPaymentLinkInput } from "@korki/contracts/orders";
import { orderTexts } from "@korki/contracts/texts/orders";
import {
  countOpenOrders,
  findOrder,
  findPackages,
  findPayer,
  findStudentPrices,
  insertOrder,
  listMoney,
  listOtherParentsOrders,
  lockPeopleForShare,
  lockStudentOrders,
  moveOrder,
  newId,
  type OrderItemRow,
  type PackageRow,
  setPayUrl,
  type Tx,
  transact,
} from "@korki/db";
import {
  civilDateOf,
  findOverlap,
  OPEN_ORDERS_MAX,
  type PriceList,
  type SubjectLevel,
  toGrosze,
} from "@korki/domain";
import { getCentre } from "../centre/get-centre";
import type { ActorCtx } from "../context";
import { conflict, forbidden, invalidInput, notFound, unavailable } from "../errors";
import { actFor, studentOf } from "../families/act-for";
import { recordHistory } from "../history";
import { notify } from "../outbox";
import { withIdempotencyKey } from "../with-idempotency-key";
import { toOrder } from "./get-order";
import { requireProvider } from "./order-services";
import { ProviderUnavailable } from "./payment-provider";

/**
 * Orders lessons or packages for the caller, or for a parent's child, and registers the order with the payment
 * provider (rules §20). Throws `not_found` without a provider and for other people's children, `forbidden` for another
 * student, `conflict` while another parent's order for the same or five orders of the student can still be paid,
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
  return register(ctx, orderId);
}

/** Orders lessons for a student and sends the payer, else the student, where to pay. Throws as `placeOrder`. */
export async function sendPaymentLink(ctx: ActorCtx, input: SendPaymentLinkInput): Promise<Order> {
  requireProvider(ctx);
  const { studentId, items } = input;
  const orderId = await transact(ctx.db, async (tx) => {
    const payerId = (await findPayer(tx, studentId)) ?? studentId;
    return insert(tx, ctx, { studentId, payerId, items });
  });
  const order = await register(ctx, orderId);
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

type NewItem = Omit<OrderItemRow, "paymentId">;

/** `due`: exactly what is due now. */
type Wanted = { studentId: string; payerId: string; items: readonly OrderItemInput[] | "due" };

async function insert(tx: Tx, ctx: ActorCtx, { studentId, payerId, items }: Wanted): Promise<string> {
  const student = (await lockPeopleForShare(tx, [studentId])).get(studentId);
  if (student?.role !== "Student" || student.isDisabled) throw notFound();
  const rows = items === "due" ? await itemsDue(tx, studentId) : await priceItems(tx, studentId, items);
  const amount = rows.reduce((sum, row) => sum + row.amount, 0);
  if (amount === 0) throw conflict(orderTexts.nothingToPay);
  const now = ctx.now();
  await lockStudentOrders(tx, studentId);
  if ((await countOpenOrders(tx, studentId, now)) >= OPEN_ORDERS_MAX) throw conflict(orderTexts.tooManyOpen);
  if (payerId !== studentId) await refuseOverlap(tx, { studentId, payerId, now }, rows);
  const id = newId();
  const expiresAt = new Date(now.getTime() + ctx.settings.orderExpiryMinutes * 60_000);
  await insertOrder(tx, {
    id,
    studentId,
    payerId,
    createdById: ctx.actor.id,
    amount,
    createdAt: now,
    expiresAt,
    items: rows,
  });
  await recordHistory(tx, ctx, {
    entity: "order",
    entityId: id,
    action: "place",
    changes: { moneyAmount: { from: null, to: amount } },
    studentId,
  });
  return id;
}

/** Returns what is due of each subject and level, the lessons at the prices that they carry (rules §39). */
async function itemsDue(tx: Tx, studentId: string): Promise<NewItem[]> {
  const rows = (await listMoney(tx, studentId)).filter(({ dueLessons }) => dueLessons > 0);
  return rows.map(({ subject, level, dueLessons: lessons, due: amount }) => ({
    id: newId(),
    subject,
    level,
    lessons,
    amount,
    packageId: null,
    packageName: null,
    validDays: null,
  }));
}

async function priceItems(tx: Tx, studentId: string, items: readonly OrderItemInput[]): Promise<NewItem[]> {
  const packageIds = items.flatMap((item) => ("packageId" in item ? [item.packageId] : []));
  const [packages, prices] = [await findPackages(tx, packageIds), await findStudentPrices(tx, studentId)];
  return items.map((item) => priceItem(item, packages, prices));
}

/** Throws `conflict` while another parent's order for the same subject and level can still be paid. */
async function refuseOverlap(
  tx: Tx,
  whose: { studentId: string; payerId: string; now: Date },
  items: readonly SubjectLevel[],
): Promise<void> {
  const other = findOverlap(await listOtherParentsOrders(tx, whose), items);
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
    };
  }
  const offer = packages.find(({ id }) => id === item.packageId);
  if (!offer) throw conflict(orderTexts.noPackage);
  const subject = offer.subject ?? item.subject;
  if (!subject || (item.subject && item.subject !== subject)) throw invalidInput(orderTexts.packageSubject);
  const { level, lessons, price: amount, id: packageId, name: packageName, validDays } = offer;
  return { id: newId(), subject, level, lessons, amount, packageId, packageName, validDays };
}

/**
 * Registers an order with the provider, outside every transaction, unless it is there already. An order that cannot be
 * registered has failed.
 */
async function register(ctx: ActorCtx, orderId: string): Promise<Order> {
  const provider = requireProvider(ctx);
  const order = await findOrder(ctx.db, orderId);
  if (!order) throw notFound();
  if (order.payUrl !== null) return toOrder(order);
  if (order.status === "failed") throw unavailable(orderTexts.providerAway);
  try {
    const lessons = order.items.reduce((sum, item) => sum + item.lessons, 0);
    const centre = await getCentre(ctx);
    const { payUrl } = await provider.register({
      orderId,
      amount: toGrosze(order.amount),
      description: orderTexts.paymentDescription(centre.name, lessons),
      email: order.payer.email || centre.contactEmail,
      minutesLeft: ctx.settings.orderExpiryMinutes,
    });
    await setPayUrl(ctx.db, orderId, payUrl);
    return toOrder({ ...order, payUrl });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    await moveOrder(ctx.db, orderId, ["open"], "failed");
    throw unavailable(orderTexts.providerAway);
  }
}
