import { INVOICING_MODES } from "@korki/domain";
import { z } from "zod";
import { invoice } from "../invoices";
import { invoiceTexts as texts } from "../texts/invoices";
import { wireOf } from "./names";

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
export const wireInvoice = wireOf(invoice);
