import { longSlot } from "@korki/contracts/texts/dates";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, toLessons } from "../lessons";

/** To the teacher: the student withdrew a booking before it was confirmed. */
export const lessonDeletedByStudent = defineNotification({
  kind: "lesson-deleted-by-student",
  label: "Rezygnacja ucznia z rezerwacji",
  group: "changes",
  audience: ["Teacher"],
  optional: true,
  payload: lessonPayload,
  revalidate: async (payload, { lookups }) =>
    (await lookups.lesson(payload.lessonId)) === null ? payload : null,
  message: (facts, context) => ({
    icon: "🗑️",
    subject: `Rezerwacja usunięta: ${facts.studentName}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Uczeń zrezygnował z rezerwacji",
    paragraphs: ["Niepotwierdzona lekcja została usunięta, a jej termin jest znowu wolny."],
    details: lessonDetails(facts, context),
    action: toLessons(context),
  }),
  samples: [{ to: "Teacher", facts: SAMPLE_LESSON }],
});
