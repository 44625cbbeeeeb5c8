import { longSlot } from "@korki/contracts/texts/dates";
import { isPlanned } from "@korki/domain";
import { defineNotification } from "../define-notification";
import { isUnmoved, lessonDetails, lessonPayload, SAMPLE_LESSON, toLesson, whileLesson } from "../lessons";

/** To both sides: an administrator made a lesson for them. */
export const lessonAddedByAdmin = defineNotification({
  kind: "lesson-added-by-admin",
  label: "Lekcja dodana przez administratora",
  group: "lessons",
  audience: ["Teacher", "Student"],
  optional: true,
  payload: lessonPayload,
  revalidate: (payload, moment) =>
    whileLesson(payload, moment, (lesson) => isUnmoved(lesson, payload) && isPlanned(lesson.status)),
  message: (facts, context) => ({
    icon: "📅",
    subject: `Nowa lekcja: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Administrator dodał lekcję",
    paragraphs: [
      context.recipientRole === "Teacher"
        ? "Lekcja czeka na Twoje potwierdzenie."
        : "Poczekaj, aż nauczyciel ją potwierdzi.",
    ],
    details: lessonDetails(facts, context),
    action: toLesson(
      facts,
      context,
      context.recipientRole === "Teacher" ? "Potwierdź lub odwołaj" : undefined,
    ),
  }),
  samples: [
    { to: "Teacher", facts: SAMPLE_LESSON },
    { to: "Student", facts: SAMPLE_LESSON },
  ],
});
