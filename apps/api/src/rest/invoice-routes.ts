import { calendarMonth, id } from "@korki/contracts/fields";
import { billingData, billingDataFields, invoicing } from "@korki/contracts/invoices";
import { wireInvoice, wireInvoicingInput } from "@korki/contracts/wire/invoice";
import { pageQuery, wirePage } from "@korki/contracts/wire/query";
import { z } from "zod";
import { type RestRoute, route } from "./route";

const invoiceParams = z.object({ id });

/** Invoices (rules §36). Their PDF: http/pdf-files. */
export const INVOICE_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/user/billing_data",
    procedure: "invoices.billingData",
    summary: "Whom the caller's invoices name; null: not given yet",
    answer: billingData.nullable(),
  }),
  route({
    method: "PUT",
    path: "/user/billing_data",
    procedure: "invoices.saveBillingData",
    summary: "Say whom the caller's invoices name",
    body: billingDataFields,
    example: {
      kind: "company",
      name: "Nowak sp. z o.o.",
      nip: "5252445767",
      street: "Długa 1",
      postCode: "00-001",
      city: "Warszawa",
    },
    answer: billingData,
  }),
  route({
    method: "POST",
    path: "/payment/{paymentId}/invoice",
    procedure: "invoices.request",
    summary: "Ask for the invoice of a payment; repeated: the same invoice",
    params: z.object({ paymentId: id }),
    answer: wireInvoice,
  }),
  route({
    method: "GET",
    path: "/user/invoices",
    procedure: "invoices.mine",
    summary: "The caller's invoices and corrections, the newest first; a thousand per `page`",
    query: wirePage,
    answer: wireInvoice.array(),
    paged: true,
  }),
  route({
    method: "GET",
    path: "/admin/invoices",
    procedure: "invoices.list",
    summary: "Invoices and corrections of a month, or all, the newest first; a thousand per `page`",
    query: pageQuery({ month: calendarMonth.optional() }),
    answer: wireInvoice.array(),
    paged: true,
  }),
  route({
    method: "POST",
    path: "/admin/invoice/{id}/retry",
    procedure: "invoices.retry",
    summary: "Send a document again that the provider or KSeF refused",
    params: invoiceParams,
    answer: wireInvoice,
  }),
  route({
    method: "GET",
    path: "/admin/invoicing",
    procedure: "invoices.settings",
    summary: "How the centre makes invoices; never the token",
    answer: invoicing,
  }),
  route({
    method: "PUT",
    path: "/admin/invoicing",
    procedure: "invoices.saveSettings",
    summary: "Say how the centre makes invoices, after a call to the provider",
    body: wireInvoicingInput,
    example: { mode: "off" },
    answer: invoicing,
  }),
];
