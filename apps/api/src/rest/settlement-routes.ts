import { calendarMonth, id } from "@korki/contracts/fields";
import {
  acceptSettlementInput,
  answerInput,
  missingInput,
  objectionInput,
  proposedMonth,
  settlementSwitch,
} from "@korki/contracts/settlement";
import { toWire } from "@korki/contracts/wire/names";
import { wireAdminSettlement, wireSettlement, wireSettlementLine } from "@korki/contracts/wire/settlement";
import { z } from "zod";
import { type RestRoute, route } from "./route";

const monthParams = z.object({ month: calendarMonth });
const lineParams = monthParams.extend({ id }).transform(({ id: lineId, ...month }) => ({ ...month, lineId }));
const teacherLineParams = monthParams
  .extend({ id, teacherId: id })
  .transform(({ id: lineId, ...month }) => ({ ...month, lineId }));
const translate = toWire(wireSettlement);

/** Teachers' settlement (rules §37). */
export const SETTLEMENT_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/teacher/settlement/{month}",
    procedure: "settlement.mine",
    summary: "The caller's month: its lessons, what changed in accepted months, objections",
    params: monthParams,
    answer: wireSettlement,
  }),
  route({
    method: "POST",
    path: "/teacher/settlement/{month}/accept",
    procedure: "settlement.accept",
    summary: "Accept a proposed month as last seen; 409 with the present one where it is another",
    params: monthParams,
    body: acceptSettlementInput.omit({ month: true }),
    answer: wireSettlement,
    toErrorDetails: ({ settlement, ...details }) => ({
      ...details,
      ...(settlement !== undefined && {
        settlement: translate(settlement as Parameters<typeof translate>[0]),
      }),
    }),
  }),
  route({
    method: "PUT",
    path: "/teacher/settlement/{month}/lines/{id}/objection",
    procedure: "settlement.object",
    summary: "Object to a line of a proposed month",
    params: lineParams,
    body: objectionInput.pick({ text: true }),
    answer: wireSettlementLine,
  }),
  route({
    method: "PUT",
    path: "/teacher/settlement/{month}/objection",
    procedure: "settlement.missing",
    summary: "Name a lesson that a proposed month lacks",
    params: monthParams,
    body: missingInput.omit({ month: true }),
    answer: wireSettlementLine,
  }),
  route({
    method: "GET",
    path: "/admin/settlement",
    procedure: "settlement.switch",
    summary: "Whether teachers' months are settled",
    answer: settlementSwitch,
  }),
  route({
    method: "PUT",
    path: "/admin/settlement",
    procedure: "settlement.saveSwitch",
    summary: "Switch the settlement of teachers' months on or off",
    body: settlementSwitch,
    example: { on: true },
    answer: settlementSwitch,
  }),
  route({
    method: "GET",
    path: "/admin/settlement/{month}",
    procedure: "settlement.month",
    summary: "Where each teacher's month stands",
    params: monthParams,
    answer: wireAdminSettlement.array(),
  }),
  route({
    method: "GET",
    path: "/admin/settlement/{teacherId}/{month}",
    procedure: "settlement.ofTeacher",
    summary: "A teacher's month",
    params: monthParams.extend({ teacherId: id }),
    answer: wireSettlement,
  }),
  route({
    method: "POST",
    path: "/admin/settlement/{month}/propose",
    procedure: "settlement.propose",
    summary: "Propose an ended month to the teachers to whom nobody has",
    params: monthParams,
    answer: proposedMonth,
  }),
  route({
    method: "POST",
    path: "/admin/settlement/{teacherId}/{month}/lines/{id}/answer",
    procedure: "settlement.answer",
    summary: "Answer an objection; accepting one changes nothing by itself",
    params: teacherLineParams,
    body: answerInput.pick({ answer: true, accepted: true }),
    answer: wireSettlementLine,
  }),
];
