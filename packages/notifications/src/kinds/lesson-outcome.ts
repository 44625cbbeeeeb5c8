import { longSlot } from "@korki/contracts/texts/dates";
import { outcomeButtons } from "../chat-actions";
import { defineNotification } from "../define-notification";
import { isUnmoved, lessonDetails, lessonPayload, SAMPLE_LESSON, whileLesson } from "../lessons";
import { lessonUrl } from "../links";

/** To the teacher in the messenger, when a confirmed lesson is over: how did it go? */
export const lessonOutcome = defineNotification({
  kind: "lesson-outcome",
  label: "Pytanie o wynik zakończonej lekcji",
  group: "lessons",
  audience: ["Teacher"],
  optional: true,
  only: "telegram",
  payload: lessonPayload,
  revalidate: (payload, moment) =>
    whileLesson(payload, moment, (lesson) => lesson.status === "Potwierdzona" && isUnmoved(lesson, payload)),
  message: (facts, context) => ({
    icon: "🏁",
    subject: `Lekcja się skończyła: ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja się skończyła. Odbyła się?",
    paragraphs: [],
    details: lessonDetails(facts, context),
    buttons: outcomeButtons(facts),
    action: { label: "Otwórz w aplikacji", url: lessonUrl(context.publicUrl, facts.lessonId) },
  }),
  samples: [{ to: "Teacher", facts: SAMPLE_LESSON }],
});
