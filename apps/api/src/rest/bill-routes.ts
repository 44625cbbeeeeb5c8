import {
  billingSettings,
  billRef,
  billsMonthInput,
  billsPreview,
  issuedBills,
  overdueBillInput,
  payerMode,
  payerRef,
  withdrawBillInput,
} from "@korki/contracts/bills";
import { billsPreviewToWire, wireBill, wireBillsPreview, wireIssueBills } from "@korki/contracts/wire/bill";
import { wirePage } from "@korki/contracts/wire/query";
import { type RestRoute, route } from "./route";

const reason = withdrawBillInput.pick({ reason: true });
const action = overdueBillInput.pick({ action: true });
const mode = payerMode.pick({ mode: true });

/** Monthly bills (rules §32). Their PDF: http/pdf-files. */
export const BILL_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/admin/bills/{month}/preview",
    procedure: "bills.preview",
    summary: "The bills of a month that would be issued now, and the token that issues them",
    params: billsMonthInput,
    answer: wireBillsPreview,
    toAnswer: billsPreviewToWire,
  }),
  route({
    method: "POST",
    path: "/admin/bills/{month}",
    procedure: "bills.issue",
    summary:
      "Issue the bills of a preview; the same token again has the same answer, a stale one a fresh preview",
    params: billsMonthInput,
    body: wireIssueBills,
    answer: issuedBills,
    toErrorDetails: ({ preview, ...details }) => ({
      ...details,
      ...(preview !== undefined && { preview: billsPreviewToWire(billsPreview.parse(preview)) }),
    }),
  }),
  route({
    method: "GET",
    path: "/admin/bills/{month}",
    procedure: "bills.ofMonth",
    summary: "The bills of a month that were issued; a thousand per `page`",
    params: billsMonthInput,
    query: wirePage,
    answer: wireBill.array(),
    paged: true,
  }),
  route({
    method: "GET",
    path: "/parent/bills",
    roles: ["Parent"],
    procedure: "bills.mine",
    summary: "The parent's own bills, the newest month first; a thousand per `page`",
    query: wirePage,
    answer: wireBill.array(),
    paged: true,
  }),
  route({
    method: "GET",
    path: "/student/bills",
    roles: ["Student"],
    procedure: "bills.mine",
    summary: "The student's own bills, the newest month first; a thousand per `page`",
    query: wirePage,
    answer: wireBill.array(),
    paged: true,
  }),
  route({
    method: "POST",
    path: "/admin/bill/{id}/withdraw",
    procedure: "bills.withdraw",
    summary: "Take an open bill back; its lessons are in the next one",
    params: billRef,
    body: reason,
    example: { reason: "Pomyłka" },
    answer: wireBill,
  }),
  route({
    method: "POST",
    path: "/admin/bill/{id}/overdue",
    procedure: "bills.decideOverdue",
    summary: "Decide about an unpaid bill: stop bookings, end the series, or wait for 7 days",
    params: billRef,
    body: action,
    example: { action: "wait" },
    answer: wireBill,
  }),
  route({
    method: "GET",
    path: "/admin/billing",
    procedure: "bills.settings",
    summary: "How the centre charges by the month",
    answer: billingSettings,
  }),
  route({
    method: "PUT",
    path: "/admin/billing",
    procedure: "bills.saveSettings",
    summary: "Set it; a new default is for who becomes a payer from then on",
    body: billingSettings,
    example: { defaultMode: "perLesson", issueDay: 25, dueDay: 10, halves: false },
    answer: billingSettings,
  }),
  route({
    method: "GET",
    path: "/admin/billing/{payerId}",
    procedure: "bills.payerMode",
    summary: "How a payer is charged; `mode` null: as the centre's default says",
    params: payerRef,
    answer: payerMode,
  }),
  route({
    method: "PUT",
    path: "/admin/billing/{payerId}",
    procedure: "bills.setPayerMode",
    summary: "Set how a payer is charged",
    params: payerRef,
    body: mode,
    example: { mode: "advance" },
    answer: payerMode,
  }),
];
