import { longSlot } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, toLesson, whileLessonCancelled } from "../lessons";
import { detail } from "../message";

/** To the student and the payer: whether a late cancellation uses up the lesson. */
export const lateCancellationDecided = defineNotification({
  kind: "late-cancellation-decided",
  label: "Rozliczenie lekcji odwołanej po terminie",
  group: "changes",
  audience: ["Student"],
  optional: true,
  tellsPayer: true,
  payload: lessonPayload.extend({
    charged: z.boolean(),
    /** Why a charge was waived. */
    reason: z.string().nullable(),
  }),
  revalidate: (payload, moment) => whileLessonCancelled(payload, moment),
  message: (facts, context) => ({
    icon: facts.charged ? "🧾" : "🎁",
    subject: `${facts.charged ? "Lekcja rozliczona" : "Lekcja zwrócona"}: ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: facts.charged ? "Odwołana lekcja została rozliczona" : "Odwołana lekcja nie zostanie rozliczona",
    paragraphs: [
      facts.charged
        ? "Lekcję odwołano po terminie, dlatego liczy się jak wykorzystana."
        : "Opłacona lekcja wraca do wykorzystania.",
    ],
    details: [...lessonDetails(facts, context), ...detail("Powód", facts.reason ?? "")],
    action: toLesson(facts, context),
  }),
  samples: [
    { to: "Student", facts: { ...SAMPLE_LESSON, charged: true, reason: null } },
    { to: "Student", facts: { ...SAMPLE_LESSON, charged: false, reason: "Nagła choroba" } },
  ],
});
