import { longSlot } from "@korki/contracts/texts/dates";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, whileLesson } from "../lessons";
import { screenUrl } from "../links";

/** To the student and the payer: the teacher wrote about a lesson, or set homework. */
export const reportWritten = defineNotification({
  kind: "report-written",
  label: "Raport z lekcji i zadanie domowe",
  group: "homework",
  audience: ["Student"],
  optional: true,
  tellsPayer: true,
  payload: lessonPayload,
  revalidate: (payload, moment) => whileLesson(payload, moment, (lesson) => lesson.status === "Zrealizowana"),
  message: (facts, context) => ({
    icon: "📝",
    subject: `Raport z lekcji: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Jest raport z lekcji",
    paragraphs: ["Zobacz, co było na lekcji i czy jest zadanie domowe."],
    details: lessonDetails(facts, context),
    action: { label: "Zobacz raport", url: screenUrl(context.publicUrl, "reports") },
  }),
  samples: [{ to: "Student", facts: SAMPLE_LESSON }],
});
