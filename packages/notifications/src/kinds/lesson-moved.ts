import { longSlot } from "@korki/contracts/texts/dates";
import { isCancelled } from "@korki/domain";
import { defineNotification } from "../define-notification";
import {
  isUnmoved,
  lessonDetails,
  lessonPayload,
  previousSlot,
  SAMPLE_LESSON,
  toLesson,
  whileLesson,
} from "../lessons";

/** To those whom it concerns: an administrator moved the lesson. */
export const lessonMoved = defineNotification({
  kind: "lesson-moved",
  label: "Zmiana terminu lekcji",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  payload: lessonPayload.extend(previousSlot),
  revalidate: (payload, moment) =>
    whileLesson(payload, moment, (lesson) => isUnmoved(lesson, payload) && !isCancelled(lesson.status)),
  message: (facts, context) => ({
    icon: "🔁",
    subject: `Zmiana terminu lekcji: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Zmiana terminu lekcji",
    paragraphs: ["Administrator przeniósł lekcję na inny termin."],
    details: [
      { label: "Poprzedni termin", value: longSlot(facts.fromDate, facts.fromBlock, facts.blocks) },
      ...lessonDetails(facts, context, "Nowy termin"),
    ],
    action: toLesson(facts, context),
  }),
  samples: [{ to: "Student", facts: { ...SAMPLE_LESSON, fromDate: "2026-11-18", fromBlock: 11 } }],
});
