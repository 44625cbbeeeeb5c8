import { longSlot } from "@korki/contracts/texts/dates";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, toLesson, whileLessonCancelled } from "../lessons";

/** To the teacher: the student called a confirmed lesson off. */
export const lessonCancelledByStudent = defineNotification({
  kind: "lesson-cancelled-by-student",
  label: "Odwołanie lekcji przez ucznia",
  audience: ["Teacher"],
  optional: true,
  payload: lessonPayload,
  revalidate: (payload, moment) => whileLessonCancelled(payload, moment),
  message: (facts, context) => ({
    icon: "❌",
    subject: `Lekcja odwołana: ${facts.studentName}, ${longSlot(facts.date, facts.block)}`,
    heading: "Lekcja odwołana przez ucznia",
    paragraphs: ["Ta lekcja się nie odbędzie, a jej termin jest znowu wolny."],
    details: lessonDetails(facts, context),
    action: toLesson(facts, context),
  }),
  samples: [{ to: "Teacher", facts: SAMPLE_LESSON }],
});
