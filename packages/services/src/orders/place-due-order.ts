import { billTexts } from "@korki/contracts/texts/bills";
import { moneyTexts } from "@korki/contracts/texts/money-card";
import {
  expireBillOrders,
  listChildrenOf,
  listDueParts,
  listOpenOrders,
  listUnpaidBillsOf,
  lockPeopleForShare,
  lockStudentOrders,
  lockUnpaidBillsOf,
  moveOrder,
  newId,
  type OrderRow,
  type Tx,
} from "@korki/db";
import { actFor } from "../act-for";
import { payerToAsk } from "../ask-payer";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { type NewItem, openOrder } from "./open-order";

/**
 * Returns the order of exactly what is due for a student that is open or waits for the payer, or places it: the student's
 * part of every bill, and the lessons that no bill asks for, each at the price that it carries (rules §39). Orders of
 * another sum for the same part of a bill end. Throws `conflict` where nothing is due, and where another person pays one of
 * the bills.
 *
 * @param studentIds of several students at once; a child whose bill another person pays is left out
 */
export async function placeDueOrder(tx: Tx, ctx: ActorCtx, studentIds: readonly string[]): Promise<string> {
  const payerId = ctx.actor.id;
  const people = await lockPeopleForShare(tx, studentIds);
  // A disabled student's lessons are due as before; nobody can settle what an erased account owed.
  const payable = studentIds.filter((id) => people.get(id)?.role === "Student" && !people.get(id)?.isErased);
  if (payable.length === 0 && studentIds.length > 0) throw notFound();
  const students = payable.toSorted();
  for (const studentId of students) await lockStudentOrders(tx, studentId);
  const items: NewItem[] = [];
  for (const studentId of students) {
    const due = await itemsDue(tx, { studentId, payerId });
    if (due === null && studentIds.length === 1) throw conflict(billTexts.billed);
    items.push(...(due ?? []));
  }
  const first = items.find(({ amount }) => amount > 0);
  if (!first?.studentId) throw conflict(moneyTexts.nothingDue);
  const { studentId } = first;
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  const askedId = await payerToAsk(tx, ctx, { studentId, amount });
  const known = await listOpenOrders(tx, { studentId, payerId, now: ctx.now() });
  // One that waits though nobody has to agree any more is ended: it could be agreed to, and paid, beside another.
  const mayWait = askedId !== null;
  const alike = known.filter((order) => isSame(order, items));
  const same = alike.find(({ status }) => status === "open" || mayWait);
  for (const { id, status } of alike)
    if (status === "waiting" && !mayWait) await moveOrder(tx, id, ["waiting"], "expired");
  for (const forId of new Set(items.flatMap((item) => item.studentId ?? []))) {
    const billIds = items.flatMap((item) => (item.studentId === forId ? (item.billId ?? []) : []));
    await expireBillOrders(tx, { billIds, studentId: forId, but: same?.id });
  }
  return same?.id ?? (await openOrder(tx, ctx, { studentId, payerId, items, isDue: true }));
}

/** Returns the children for whom a parent may pay. Their guardianships cannot end before the transaction does. */
export async function payableChildren(tx: Tx, ctx: ActorCtx): Promise<string[]> {
  const children = await listChildrenOf(tx, ctx.actor.id);
  const studentIds = children.filter(({ canPay }) => canPay).map(({ id }) => id);
  for (const studentId of studentIds.toSorted()) await actFor(tx, ctx, studentId, "pay");
  return studentIds;
}

/**
 * Returns what is due of each bill, subject and level; null where another person pays one of the bills. They stay as they
 * are until the transaction ends.
 */
async function itemsDue(
  tx: Tx,
  { studentId, payerId }: { studentId: string; payerId: string },
): Promise<NewItem[] | null> {
  await lockUnpaidBillsOf(tx, studentId);
  const bills = await listUnpaidBillsOf(tx, studentId);
  if (bills.some((bill) => !bill.isFormer && bill.payerId !== payerId)) return null;
  const parts = await listDueParts(tx, studentId);
  const loose = { packageId: null, packageName: null, validDays: null };
  return parts.map((part) => ({ id: newId(), studentId, ...part, ...loose }));
}

/** Whether an order asks for exactly this. */
function isSame({ studentId, items }: OrderRow, wanted: readonly NewItem[]): boolean {
  const keyOf = (item: Omit<NewItem, "id">) => [
    item.studentId ?? studentId,
    item.billId,
    item.subject,
    item.level,
    item.lessons,
    item.amount,
    item.packageId,
  ];
  const [known, asked] = [items, wanted].map((each) => each.map((item) => keyOf(item).join(" ")).toSorted());
  return known?.join("\n") === asked?.join("\n");
}
