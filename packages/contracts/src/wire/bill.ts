import { z } from "zod";
import { type BillsPreview, bill, billLine, issueBillsInput } from "../bills";
import * as field from "../fields";
import { toWire, wireOf } from "./names";

/** A month's bill (rules §32); whole złoty. */
const wiredBill = bill
  .pick({ payerId: true, month: true, dueOn: true, amount: true, paid: true, balance: true, status: true })
  .extend({
    id: field.id.nullable(),
    orderId: field.id.nullable(),
    payUrl: z.string(),
    lines: z.array(billLine.omit({ studentName: true })),
  });
export const wireBill = wireOf(wiredBill);

export const wireBillsPreview = wireOf(
  z.object({ bills: z.array(wiredBill.extend({ previous: z.int().nullable() })), token: z.string() }),
);

const translate = toWire(wireBillsPreview);

/** A bill that is not issued yet has no id, no order and no address to pay at. */
export function billsPreviewToWire({ bills, token }: BillsPreview): z.infer<typeof wireBillsPreview> {
  return translate({ bills: bills.map((bill) => ({ ...bill, id: null, orderId: null, payUrl: "" })), token });
}

/** The body of `POST /admin/bills/{month}`. */
export const wireIssueBills = wireOf(issueBillsInput.omit({ month: true }));
