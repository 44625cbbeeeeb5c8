import { longSlot } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, toLessons, whileLessonCancelled } from "../lessons";
import { detail } from "../message";

/** To both sides: an administrator called the lesson off or removed it. */
export const lessonCancelledByAdmin = defineNotification({
  kind: "lesson-cancelled-by-admin",
  label: "Odwołanie lekcji przez administratora",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  tellsPayer: true,
  payload: lessonPayload.extend({
    /** The student pays although it does not take place. */
    charged: z.boolean().default(false),
    reason: z.string().nullable().default(null),
  }),
  revalidate: (payload, moment) => whileLessonCancelled(payload, moment),
  message: (facts, context) => ({
    icon: "❌",
    subject: `Lekcja odwołana: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja odwołana przez administratora",
    paragraphs: [
      facts.charged
        ? "Ta lekcja się nie odbędzie. Odwołano ją na prośbę ucznia, ale zostanie rozliczona."
        : "Ta lekcja się nie odbędzie.",
    ],
    details: [...lessonDetails(facts, context), ...detail("Powód", facts.reason ?? "")],
    action: toLessons(context),
  }),
  samples: [
    { to: "Student", facts: { ...SAMPLE_LESSON, charged: false, reason: null } },
    { to: "Student", facts: { ...SAMPLE_LESSON, charged: true, reason: "Wyjazd" } },
  ],
});
