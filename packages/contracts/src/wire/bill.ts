import { BILL_STATUSES } from "@korki/domain";
import { z } from "zod";
import type { BillsPreview, IssueBillsInput } from "../bills";
import { issueBillsInput } from "../bills";
import * as field from "../fields";
import { toWire } from "./names";

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

export const wireBillsPreview = z.object({
  bills: z.array(wireBill.extend({ previous: z.int().nullable() })),
  token: z.string(),
});

const translate = toWire(wireBillsPreview);

/** A bill that is not issued yet has no id, no order and no address to pay at. */
export function billsPreviewToWire({ bills, token }: BillsPreview): z.infer<typeof wireBillsPreview> {
  return translate({ bills: bills.map((bill) => ({ ...bill, id: null, orderId: null, payUrl: "" })), token });
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
