import { longSlot } from "@korki/contracts/texts/dates";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, toLessons, whileLessonCancelled } from "../lessons";

/** To both sides: an administrator called the lesson off or removed it. */
export const lessonCancelledByAdmin = defineNotification({
  kind: "lesson-cancelled-by-admin",
  label: "Odwołanie lekcji przez administratora",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  tellsPayer: true,
  payload: lessonPayload,
  revalidate: (payload, moment) => whileLessonCancelled(payload, moment),
  message: (facts, context) => ({
    icon: "❌",
    subject: `Lekcja odwołana: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja odwołana przez administratora",
    paragraphs: ["Ta lekcja się nie odbędzie."],
    details: lessonDetails(facts, context),
    action: toLessons(context),
  }),
  samples: [{ to: "Student", facts: SAMPLE_LESSON }],
});
