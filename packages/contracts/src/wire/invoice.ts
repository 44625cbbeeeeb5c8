import { INVOICE_KINDS, INVOICE_STATES, INVOICING_MODES, KSEF_STATES } from "@korki/domain";
import { z } from "zod";
import * as field from "../fields";
import { invoiceTexts as texts } from "../texts/invoices";

/** The body of `PUT /user/billing_data`. */
export const wireBillingDataInput = z.object({
  kind: z.enum(["private", "company"], { error: texts.kind }),
  name: z.string({ error: texts.name }),
  nip: z.string({ error: texts.nip }).nullish(),
  street: z.string({ error: texts.street }),
  postCode: z.string({ error: texts.postCode }),
  city: z.string({ error: texts.city }),
});

/** The body of `PUT /admin/invoicing`. */
export const wireInvoicingInput = z.object({
  domain: z.string().nullish(),
  token: z.string().nullish(),
  mode: z.enum(INVOICING_MODES, { error: texts.mode }),
  tax: z.union([z.literal([23, 8, 5, 0]), z.literal("zw")], { error: texts.tax }).nullish(),
  exemption: z.string().nullish(),
  ksef: z.boolean().optional(),
});

/** An invoice or a correction of one (rules §36); whole złoty. */
export const wireInvoice = z.object({
  _id: field.id,
  paymentId: field.id,
  payerId: field.id,
  kind: z.enum(INVOICE_KINDS),
  state: z.enum(INVOICE_STATES),
  ksef: z.enum(KSEF_STATES),
  number: z.string().nullable(),
  issuedOn: field.civilDate.nullable(),
  amount: z.int(),
  error: z.string().nullable(),
});
