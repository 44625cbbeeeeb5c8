import { studentIdInput } from "@korki/contracts/admin-people";
import { answerApprovalInput, approval } from "@korki/contracts/approvals";
import { moneySettings, saveMoneySettingsInput, studentMoney } from "@korki/contracts/money";
import { wireOf } from "@korki/contracts/wire/names";
import { z } from "zod";
import { type RestRoute, route } from "./route";

const { due, dueBy, plannedLater, subjects } = studentMoney.shape;
const wireMoney = wireOf(
  z.object({ due, dueBy, plannedLater, subjects: z.array(subjects.element.omit({ billedLessons: true })) }),
);

const wireApproval = wireOf(
  approval.pick({ id: true, studentId: true, kind: true, amount: true, until: true }),
);

/** What is due, and what is planned later (rules §39). */
export const STUDENT_MONEY_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/student/money",
    roles: ["Student"],
    procedure: "money.mine",
    summary: "What the student has to pay, whole złoty",
    answer: wireMoney,
    toInput: () => ({}),
  }),
  route({
    method: "GET",
    path: "/parent/money/{studentId}",
    roles: ["Parent"],
    procedure: "money.mine",
    summary: "What is to be paid for a child; needs the right `pay`",
    params: studentIdInput,
    answer: wireMoney,
  }),
  route({
    method: "GET",
    path: "/admin/money/{studentId}",
    procedure: "money.ofStudent",
    summary: "What is to be paid for a student",
    params: studentIdInput,
    answer: wireMoney,
  }),
  route({
    method: "GET",
    path: "/admin/money",
    procedure: "money.settings",
    summary: "Within how many days a planned lesson is due, and above how many złoty payers are asked",
    answer: moneySettings,
  }),
  route({
    method: "PUT",
    path: "/admin/money",
    procedure: "money.saveSettings",
    summary:
      "Set within how many days a planned lesson is due, 0–60, and above how many złoty payers are asked; 0: never",
    body: saveMoneySettingsInput,
    example: { dueDays: 7, approvalAbove: 300 },
    answer: moneySettings,
  }),
  route({
    method: "GET",
    path: "/parent/approvals",
    procedure: "approvals.list",
    summary: "What children want from the parent who pays: a weekly lesson, an order, a second guardian",
    answer: wireApproval.array(),
  }),
  route({
    method: "POST",
    path: "/parent/approvals/{id}",
    procedure: "approvals.answer",
    summary: "Agree, or do not; answered, over or taken back: 409 with the `status`",
    params: answerApprovalInput.pick({ id: true }),
    body: answerApprovalInput.pick({ agreed: true }),
    example: { agreed: true },
  }),
];
