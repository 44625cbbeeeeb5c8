import {
  cancellationPolicy,
  cancellationTerms,
  lateDecisionInput,
  lessonIdOnly,
  waiveInput,
} from "@korki/contracts/cancellation";
import { lessonToWire, wireLesson, wirePairChoice } from "@korki/contracts/wire/lesson";
import { type RestRoute, route } from "./route";

const EXAMPLE_POLICY = {
  cutOff: { hours: 24 },
  late: "charge",
  freeLatePerMonth: 1,
  payTeacher: true,
  creditDays: 30,
  version: 0,
} as const;

/** The rules for cancelling, and what a cancellation costs (rules §13). */
export const CANCELLATION_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/cancellation_policy",
    procedure: "cancellationPolicies.current",
    summary: "The centre's rules for cancelling; `null` where it never had any",
    answer: cancellationPolicy.nullable(),
    toAnswer: (policy) => policy && cancellationPolicy.parse(policy),
  }),
  route({
    method: "GET",
    path: "/admin/cancellation_policies",
    procedure: "cancellationPolicies.list",
    summary: "Every version of the rules for cancelling, the newest first",
    answer: cancellationPolicy.array(),
    toAnswer: (policies) => policies.map((policy) => cancellationPolicy.parse(policy)),
  }),
  route({
    method: "PUT",
    path: "/admin/cancellation_policy",
    procedure: "cancellationPolicies.save",
    summary: "Replace the rules for cancelling; `version` is the one last read, 0 for the first",
    body: cancellationPolicy,
    example: EXAMPLE_POLICY,
    answer: cancellationPolicy,
    toAnswer: (policy) => cancellationPolicy.parse(policy),
  }),
  route({
    method: "GET",
    path: "/lesson/{lessonId}/cancellation",
    procedure: "lessons.cancellation",
    summary: "Until when the student can cancel a planned lesson free of charge, and what it costs now",
    params: lessonIdOnly,
    query: wirePairChoice,
    answer: cancellationTerms,
    toAnswer: (terms) => cancellationTerms.parse(terms),
  }),
  route({
    method: "POST",
    path: "/teacher/late_cancellation/{lessonId}",
    procedure: "lessons.answerLateCancellation",
    summary: "Decide whether a late cancellation is charged",
    params: lessonIdOnly,
    body: lateDecisionInput.pick({ charge: true }),
    example: { charge: true },
    answer: wireLesson,
    toAnswer: lessonToWire,
  }),
  route({
    method: "POST",
    path: "/lesson/{lessonId}/waive",
    procedure: "lessons.waive",
    summary: "Waive the charge of a late cancellation, with a reason",
    params: lessonIdOnly,
    body: waiveInput.omit({ lessonId: true }),
    example: { reason: "Nagła choroba" },
    answer: wireLesson,
    toAnswer: lessonToWire,
  }),
];
