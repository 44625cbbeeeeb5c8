import { longSlot } from "@korki/contracts/texts/dates";
import { nudgeHolds } from "@korki/domain";
import { bookingButtons } from "../chat-actions";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, toLesson, whileLesson } from "../lessons";

/** To the teacher: a booking still waits for an answer. */
export const lessonUnconfirmed = defineNotification({
  kind: "lesson-unconfirmed",
  label: "Przypomnienie o niepotwierdzonej lekcji",
  group: "lessons",
  audience: ["Teacher"],
  optional: true,
  payload: lessonPayload,
  revalidate: (payload, moment) =>
    whileLesson(payload, moment, (lesson) => nudgeHolds(payload, lesson, moment.now)),
  message: (facts, context) => ({
    icon: "⏳",
    subject: `Czeka na potwierdzenie: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja wciąż czeka na potwierdzenie",
    paragraphs: ["Uczeń nie wie jeszcze, czy lekcja się odbędzie. Potwierdź ją lub odwołaj."],
    details: lessonDetails(facts, context),
    action: toLesson(facts, context, "Potwierdź lub odwołaj"),
    buttons: bookingButtons(facts),
  }),
  samples: [{ to: "Teacher", facts: SAMPLE_LESSON }],
});
