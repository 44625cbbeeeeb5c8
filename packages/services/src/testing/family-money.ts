import { query, sql } from "@korki/db";
import { BILLING_MODES, type CivilDate } from "@korki/domain";
import { answerApproval, listApprovals } from "../approvals/approvals";
import { setPayerMode } from "../bills/billing-settings";
import { decideOverdue, withdrawBill } from "../bills/manage-bill";
import { payBillByHand } from "../bills/pay-bill";
import { listGuardianships, saveGuardianship } from "../families/guardianships";
import { adjustLedger } from "../ledger/adjust-ledger";
import { placeOrder } from "../orders/place-order";
import { settleOrder } from "../orders/settle-order";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { setPrice } from "../prices/prices";
import type { FakeProvider } from "./fake-provider";
import { type FamilyHome, PAIRS, type Step } from "./family-home";
import { type Person, personCtx } from "./people";

/** What a family pays, and who pays for it. */
export function moneySteps(home: FamilyHome): readonly Step[] {
  const payer = (id: string): Person =>
    home.pick([...home.parents, ...home.children].filter((p) => p.id === id));
  return [
    [
      "price",
      2,
      () => {
        const studentId = home.pick(home.children).id;
        const pair = { level: home.pick(PAIRS).level, price: 40 + home.upTo(80), rate: 40 };
        return setPrice(home.asAdmin, { studentId, teacherId: home.teacher?.id ?? null, ...pair });
      },
    ],
    ["transfer", 5, () => transfer(home, {})],
    ["transfer that expires", 3, () => transfer(home, { expiresOn: home.soon(45) })],
    ["package by hand", 2, () => transfer(home, { packageId: home.shared.packageId })],
    [
      "package online",
      2,
      async () => {
        const child = home.pick(home.children);
        const items = [{ packageId: home.shared.packageId, subject: PAIRS[0].subject }];
        return payOnline(home, await orderAtHome(home, child, { items }));
      },
    ],
    [
      "what is due, online",
      6,
      async () => payOnline(home, await orderAtHome(home, home.pick(home.children), { due: true })),
    ],
    [
      "bill online",
      6,
      async () => {
        const bill = await home.someBill();
        const half = home.chance(0.4) ? { half: true } : {};
        return (
          bill &&
          payOnline(
            home,
            await placeOrder(personCtx(home.services, payer(bill.payerId)), { billId: bill.id, ...half }),
          )
        );
      },
    ],
    ["bill by transfer", 7, async () => payBill(home)],
    ["void", 2, async () => voidOne(home)],
    [
      "bill withdrawn",
      1,
      async () => {
        const bill = await home.someBill();
        return bill && withdrawBill(home.asAdmin, { id: bill.id, reason: "pomyłka" });
      },
    ],
    [
      "unpaid bill",
      1,
      async () => {
        const bill = await home.someBill();
        return (
          bill &&
          decideOverdue(home.asAdmin, { id: bill.id, action: home.pick(["wait", "release"] as const) })
        );
      },
    ],
    [
      "mode",
      1,
      () => {
        const people = home.parents.length > 0 ? home.parents : home.children;
        return setPayerMode(home.asAdmin, {
          payerId: home.pick(people).id,
          mode: home.pick(BILLING_MODES),
        });
      },
    ],
    ["other payer", 1, async () => changePayer(home)],
    ["answer to a child", 2, () => answerChild(home)],
    [
      "correction",
      1,
      () => {
        const studentId = home.pick(home.children).id;
        const quantity = home.upTo(5) - 2 || 1;
        return adjustLedger(home.asAdmin, {
          studentId,
          ...home.pick(PAIRS),
          quantity,
          description: "korekta",
        });
      },
    ],
  ];
}

/** Pays an order that the provider was told of. */
async function payOnline(
  home: FamilyHome,
  order: { id: string; amount: number; status: string },
): Promise<unknown> {
  const provider = home.services.payments as FakeProvider;
  if (order.status !== "open") return null;
  const outcome = await settleOrder(home.services, provider, provider.pay(order.id, order.amount).payment);
  if (outcome !== "booked") return null;
  home.tally.received += order.amount;
  return outcome;
}

async function transfer(
  home: FamilyHome,
  more: { expiresOn?: CivilDate; packageId?: string },
): Promise<unknown> {
  const lessonAmount = 1 + home.upTo(6);
  const moneyAmount = lessonAmount * (50 + home.upTo(50));
  const child = { studentId: home.pick(home.children).id, description: "przelew" };
  const pair = home.pick(PAIRS);
  const made = await addPayment(
    home.asAdmin,
    { ...child, ...pair, ...more, moneyAmount, lessonAmount },
    null,
  );
  home.tally.received += moneyAmount;
  return made;
}

function orderAtHome(
  home: FamilyHome,
  child: Person,
  wanted: Pick<Parameters<typeof placeOrder>[1], "items" | "due">,
) {
  const ctx = home.asHome(child);
  const isNamed = ctx.actor.role === "Parent" && !(wanted.due && home.chance(0.4));
  return placeOrder(ctx, { ...(isNamed && { studentId: child.id }), ...wanted });
}

/** All of a bill, a part of it, or too much. */
async function payBill(home: FamilyHome): Promise<unknown> {
  const bill = await home.someBill();
  if (!bill) return null;
  const luck = home.next();
  const moneyAmount =
    luck < 0.5 ? bill.left : luck < 0.85 ? 1 + home.upTo(bill.left) : bill.left + home.upTo(300);
  if (moneyAmount < 1) return null;
  const paid = await payBillByHand(home.asAdmin, { billId: bill.id, moneyAmount }, null);
  home.tally.received += moneyAmount;
  return paid;
}

/** Voids a payment; of one that a balance helped to pay nobody knows from outside how much money came. */
async function voidOne(home: FamilyHome): Promise<unknown> {
  const children = home.children.map(({ id }) => id);
  const payment = home.some(
    await query<{ id: string; money: number }>(
      home.services.db,
      sql`SELECT p.id, CASE WHEN p.created_by_id IS NULL THEN 0 ELSE p.money_amount END AS money
            FROM payments p LEFT JOIN bills b ON b.id = p.bill_id
           WHERE p.student_id = ANY (${children}::uuid[]) AND p.deleted_at IS NULL AND coalesce(b.balance, 0) = 0 ORDER BY p.created_at DESC, p.id LIMIT 10`,
    ),
  );
  if (!payment) return null;
  const voided = await voidPayment(home.asAdmin, payment);
  home.tally.received -= payment.money;
  return voided;
}

/** Whoever pays answers what a child asked for. */
export async function answerChild(home: FamilyHome): Promise<unknown> {
  for (const parent of home.parents) {
    const ctx = personCtx(home.services, parent);
    const asked = home.some(await listApprovals(ctx));
    if (asked) return answerApproval(ctx, { id: asked.id, agreed: home.chance(0.7) }).then(() => asked);
  }
  return null;
}

/** The other parent pays from now on. */
async function changePayer(home: FamilyHome): Promise<unknown> {
  if (home.parents.length < 2) return null;
  const { id: studentId } = home.pick(home.children);
  const all = await listGuardianships(home.asAdmin, { studentId });
  const rights = { book: true, pay: true };
  const payer = all.find((each) => each.payer);
  const other = all.find((each) => !each.payer);
  if (payer)
    await saveGuardianship(home.asAdmin, {
      id: payer.id,
      parentId: payer.parentId,
      studentId,
      rights,
      payer: false,
    });
  if (!other) return null;
  const { id, parentId } = other;
  return saveGuardianship(home.asAdmin, { id, parentId, studentId, rights, payer: true });
}
