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

/** To the proposer: the lesson is now at the proposed block. */
export const rescheduleAccepted = defineNotification({
  kind: "reschedule-accepted",
  label: "Przyjęcie nowego terminu",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  payload: lessonPayload.extend(previousSlot),
  revalidate: (payload, moment) =>
    whileLesson(payload, moment, (lesson) => isUnmoved(lesson, payload) && !isCancelled(lesson.status)),
  message: (facts, context) => ({
    icon: "✅",
    subject: `Nowy termin przyjęty: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Nowy termin przyjęty",
    paragraphs: ["Lekcja została przeniesiona na zaproponowany termin."],
    details: [
      { label: "Poprzedni termin", value: longSlot(facts.fromDate, facts.fromBlock, facts.blocks) },
      ...lessonDetails(facts, context, "Nowy termin"),
    ],
    action: toLesson(facts, context),
  }),
  samples: [{ to: "Teacher", facts: { ...SAMPLE_LESSON, fromDate: "2026-11-18", fromBlock: 0 } }],
});
