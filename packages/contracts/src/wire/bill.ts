import { BILL_STATUSES } from "@korki/domain";
import { z } from "zod";
import type { Bill, BillsPreview, IssueBillsInput, PreviewedBill } from "../bills";
import { issueBillsInput } from "../bills";
import * as field from "../fields";

/** A month's bill (rules §32); whole złoty. */
export const wireBill = z.object({
  _id: field.id.nullable(),
  payerId: field.id,
  month: z.string(),
  dueOn: field.civilDate,
  amount: z.int(),
  paid: z.int(),
  balance: z.int(),
  status: z.enum(BILL_STATUSES),
  orderId: field.id.nullable(),
  payUrl: z.string(),
  lines: z.array(
    z.object({
      studentId: field.id,
      subject: field.subject,
      subjectLevel: field.level,
      planned: z.int(),
      prepaid: z.int(),
      billed: z.int(),
      amount: z.int(),
    }),
  ),
});
type WireBill = z.infer<typeof wireBill>;

export const wireBillsPreview = z.object({
  bills: z.array(wireBill.extend({ previous: z.int().nullable() })),
  token: z.string(),
});

export function billToWire(bill: Bill): WireBill {
  const { id, orderId, payUrl } = bill;
  return { _id: id, ...common(bill), orderId, payUrl };
}

export function billsPreviewToWire({ bills, token }: BillsPreview): z.infer<typeof wireBillsPreview> {
  return {
    bills: bills.map((bill) => ({
      ...{ _id: null, ...common(bill), orderId: null, payUrl: "" },
      previous: bill.previous,
    })),
    token,
  };
}

function common(bill: Bill | PreviewedBill) {
  const { payerId, month, dueOn, amount, paid, balance, status } = bill;
  const lines = bill.lines.map(({ level, studentName: _, ...line }) => ({ ...line, subjectLevel: level }));
  return { payerId, month, dueOn, amount, paid, balance, status, lines };
}

/** The body of `POST /admin/bills/{month}`. */
export const wireIssueBills = z.object({
  token: issueBillsInput.shape.token,
  without: issueBillsInput.shape.without,
  changes: z
    .array(
      z.object({
        payerId: field.id,
        studentId: field.id,
        subject: field.subject,
        subjectLevel: field.level,
        billed: z.number(),
      }),
    )
    .optional(),
});

export function issueBillsFromWire({
  changes,
  ...body
}: z.output<typeof wireIssueBills> & { month: string }): IssueBillsInput {
  return issueBillsInput.parse({
    ...body,
    ...(changes && { changes: changes.map(({ subjectLevel: level, ...rest }) => ({ ...rest, level })) }),
  });
}
