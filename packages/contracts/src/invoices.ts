import { INVOICE_KINDS, INVOICE_STATES, INVOICING_MODES, KSEF_STATES, nipDigits } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { PAGE_SIZE_MAX, pageOf, paging } from "./paging";
import { personName } from "./person-name";
import { invoiceTexts as texts } from "./texts/invoices";

const words = (max: number, text: string) => field.singleLine(max, text, text).trim().min(1, text);

/** Whom a person's invoices name. */
export const billingDataFields = z.object({
  kind: z.enum(["private", "company"], { error: texts.kind }),
  name: words(200, texts.name),
  /** Spaces, dashes and "PL" are tolerated. */
  nip: field.singleLine(20, texts.nip, texts.nip).nullish(),
  street: words(200, texts.street),
  postCode: field
    .singleLine(10, texts.postCode, texts.postCode)
    .trim()
    .regex(/^\d{2}-\d{3}$/, texts.postCode),
  city: words(100, texts.city),
});

export const billingDataInput = billingDataFields.transform((data, ctx) => {
  const given = data.nip?.trim() ? data.nip : null;
  const nip = given === null ? null : nipDigits(given);
  const fault = data.kind === "company" ? (nip === null ? texts.nip : null) : given && texts.privateNip;
  if (fault) {
    ctx.addIssue({ code: "custom", path: ["nip"], message: fault });
    return z.NEVER;
  }
  return { ...data, nip };
});
export type BillingDataInput = z.output<typeof billingDataInput>;

export const billingData = z.object({
  kind: z.enum(["private", "company"]),
  name: z.string(),
  nip: z.string().nullable(),
  street: z.string(),
  postCode: z.string(),
  city: z.string(),
});

/** A document; whole złoty. */
export const invoice = z.object({
  id: field.id,
  paymentId: field.id,
  payerId: field.id,
  kind: z.enum(INVOICE_KINDS),
  state: z.enum(INVOICE_STATES),
  ksef: z.enum(KSEF_STATES),
  number: z.string().nullable(),
  issuedOn: field.civilDate.nullable(),
  /** Of a correction the difference that it makes. */
  amount: z.int(),
  /** The provider's words. */
  error: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoice>;

/** The same in an administrator's list. */
const listedInvoice = invoice.extend({ payer: personName, createdAt: field.timestamp });
export type ListedInvoice = z.infer<typeof listedInvoice>;

export const myInvoicesInput = z.object({ ...paging, pageSize: paging.pageSize.default(PAGE_SIZE_MAX) });
export const invoicesInput = myInvoicesInput.extend({ month: field.calendarMonth.optional() });
export const myInvoicesPage = pageOf(invoice);
export const invoicesPage = pageOf(listedInvoice);

export const invoiceRef = z.object({ id: field.id });
export const paymentRef = z.object({ paymentId: field.id });

/** Whether the centre makes invoices. */
export const invoicingOffer = z.object({ on: z.boolean() });
export type InvoicingOffer = z.infer<typeof invoicingOffer>;

const tax = z
  .union([z.literal([23, 8, 5, 0]), z.literal("zw")], { error: texts.tax })
  .transform((value) => (value === "zw" ? value : (String(value) as "23" | "8" | "5" | "0")));

/** A label of `….fakturownia.pl`; the whole address is tolerated. */
const domain = field
  .singleLine(200, texts.domain, texts.domain)
  .trim()
  .toLowerCase()
  .transform((value) => value.replace(/^https?:\/\//, "").replace(/\.fakturownia\.pl\/?$/, ""))
  .refine((value) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/.test(value), texts.domain);

export const invoicingInput = z
  .object({
    domain: domain.nullish(),
    token: field.singleLine(200, texts.token, texts.token).trim().nullish(),
    mode: z.enum(INVOICING_MODES, { error: texts.mode }),
    tax: tax.nullish(),
    exemption: field.singleLine(256, texts.exemption, texts.exemption).trim().nullish(),
    ksef: z.boolean().optional(),
  })
  .superRefine((given, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
    if (given.mode !== "off" && !given.domain) fault("domain", texts.domain);
    if (given.mode !== "off" && given.tax == null) fault("tax", texts.tax);
    if (given.tax === "zw" && !given.exemption) fault("exemption", texts.exemption);
  });
export type InvoicingInput = z.output<typeof invoicingInput>;

export const invoicing = z.object({
  domain: z.string().nullable(),
  hasToken: z.boolean(),
  on: z.boolean(),
  mode: z.enum(INVOICING_MODES),
  tax: z.union([z.number(), z.literal("zw")]).nullable(),
  exemption: z.string().nullable(),
  ksef: z.boolean(),
});
export type Invoicing = z.infer<typeof invoicing>;
