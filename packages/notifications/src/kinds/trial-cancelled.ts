import * as field from "@korki/contracts/fields";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { toLessons } from "../lessons";
import { detail } from "../message";
import { SAMPLE_TRIAL, trialPayload, trialSlot, whileTrial } from "../trials";

/** To the teacher or the visitor: the trial lesson will not take place. */
export const trialCancelled = defineNotification({
  kind: "trial-cancelled",
  label: "Odwołanie lekcji próbnej",
  group: "changes",
  audience: ["Teacher", "Visitor"],
  optional: true,
  payload: trialPayload.extend({
    /** The cancelled slot: by the moment of sending the trial lesson may have another one. */
    slot: z.object({ date: field.civilDate, block: field.block }).optional(),
  }),
  revalidate: (payload, moment) =>
    whileTrial(payload, moment, ({ status, teacherId }) => {
      // A teacher who lost the trial lesson is notified whatever its later status.
      const isTakenAway = moment.recipientId !== null && moment.recipientId !== teacherId;
      return status === "Odwolana" || isTakenAway;
    }),
  message: (facts, context) => ({
    icon: "❌",
    subject: `Lekcja próbna odwołana: ${facts.subject}`,
    heading: "Lekcja próbna odwołana",
    paragraphs: ["Ta lekcja próbna się nie odbędzie."],
    details: [
      ...detail("Termin", trialSlot(facts.slot ?? facts)),
      { label: "Przedmiot", value: subjectWithLevel(facts) },
      ...(context.recipientRole === null ? [] : detail("Imię", facts.name)),
    ],
    ...(context.recipientRole === null
      ? {
          footnote: `Chcesz umówić inny termin? Zadzwoń: ${context.contactPhone} lub napisz: ${context.contactEmail}.`,
        }
      : { action: toLessons(context) }),
  }),
  samples: [
    { to: null, facts: { ...SAMPLE_TRIAL, slot: undefined } },
    { to: "Teacher", facts: { ...SAMPLE_TRIAL, slot: { date: "2026-11-19", block: 4 } } },
  ],
});
