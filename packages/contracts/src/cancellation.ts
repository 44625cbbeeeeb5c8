import {
  CREDIT_DAYS_MAX,
  CUT_OFF_HOURS_MAX,
  DESCRIPTION_MAX,
  FREE_LATE_MAX,
  LATE_COSTS,
} from "@korki/domain";
import { z } from "zod";
import { consequence } from "./consequence";
import * as field from "./fields";
import { pairChoice } from "./lessons";
import { cancellationTexts } from "./texts/cancellation";
import { undoable } from "./undo";

const whole = (message: string, min: number, max: number) =>
  z.number({ error: message }).int(message).min(min, message).max(max, message);

const cost = z.enum(LATE_COSTS, { error: cancellationTexts.wrongLate });

const cutOff = z.union(
  [
    z.strictObject({ hours: whole(cancellationTexts.wrongHours, 1, CUT_OFF_HOURS_MAX) }),
    z.strictObject({
      dayBeforeAt: z
        .string({ error: cancellationTexts.wrongTime })
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, cancellationTexts.wrongTime),
    }),
  ],
  { error: cancellationTexts.wrongCutOff },
);

/** The centre's rules for cancelling (rules §13). */
export const cancellationPolicy = z.object({
  /** Null: cancelling is free. */
  cutOff: cutOff.nullable(),
  late: cost,
  freeLatePerMonth: whole(cancellationTexts.wrongFreeLate, 0, FREE_LATE_MAX),
  payTeacher: z.boolean({ error: cancellationTexts.wrongPayTeacher }),
  creditDays: whole(cancellationTexts.wrongCreditDays, 1, CREDIT_DAYS_MAX).nullable(),
  /** In an edit the version that was read, 0 for the first. */
  version: whole(cancellationTexts.wrongVersion, 0, 2_000_000_000),
});

/** A version as administrators see it. */
export const policyVersion = cancellationPolicy.extend({ createdAt: field.timestamp });
export type PolicyVersion = z.infer<typeof policyVersion>;

/** Until when cancelling is free, and what it costs the student now; teachers are told nothing of money. */
export const cancellationTerms = z.object({
  freeUntil: field.timestamp.nullable(),
  cost,
  consequence: consequence.nullable(),
});

/** The same with what a screen says by the server's clock. */
export const shownTerms = cancellationTerms.extend({
  /** The limit is over, whatever cancelling costs. */
  isLate: z.boolean(),
  /** What of the amount nothing pays for yet, in whole złoty. */
  unpaid: z.int(),
});
export type CancellationTermsOf = z.infer<typeof shownTerms>;

/** Of both of a double lesson unless one is named (rules §34). */
export const cancellationTermsInput = z.object({ lessonId: field.id, ...pairChoice });
export type CancellationTermsInput = z.infer<typeof cancellationTermsInput>;

export const lessonIdOnly = z.object({ lessonId: field.id });

/** The teacher's answer to a late cancellation. */
export const lateDecisionInput = lessonIdOnly.extend({
  ...undoable,
  charge: z.boolean({ error: cancellationTexts.wrongDecision }),
});
export type LateDecisionInput = z.infer<typeof lateDecisionInput>;

export const waiveInput = lessonIdOnly.extend({
  reason: field
    .plainText(DESCRIPTION_MAX, cancellationTexts.reasonTooLong)
    .trim()
    .min(1, cancellationTexts.reasonMissing),
});
export type WaiveInput = z.infer<typeof waiveInput>;
