import { longSlot } from "@korki/contracts/texts/dates";
import { isPlanned } from "@korki/domain";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, proposedSlot, SAMPLE_LESSON, toLesson, whileLesson } from "../lessons";

/** To the proposer: the lesson stays where it was. */
export const rescheduleDeclined = defineNotification({
  kind: "reschedule-declined",
  label: "Odrzucenie nowego terminu",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  payload: lessonPayload.extend(proposedSlot),
  revalidate: (payload, moment) => whileLesson(payload, moment, ({ status }) => isPlanned(status)),
  message: (facts, context) => ({
    icon: "↩️",
    subject: `Nowy termin odrzucony: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Nowy termin odrzucony",
    paragraphs: ["Lekcja odbędzie się w dotychczasowym terminie."],
    details: [
      ...lessonDetails(facts, context),
      { label: "Odrzucona propozycja", value: longSlot(facts.toDate, facts.toBlock, facts.blocks) },
    ],
    action: toLesson(facts, context),
  }),
  samples: [{ to: "Teacher", facts: { ...SAMPLE_LESSON, toDate: "2026-11-22", toBlock: 4 } }],
});
