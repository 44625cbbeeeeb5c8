import { longSlot } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, toLessons, whileLessonCancelled } from "../lessons";
import { detail } from "../message";

/** To the student: the teacher called the lesson off. */
export const lessonCancelledByTeacher = defineNotification({
  kind: "lesson-cancelled-by-teacher",
  label: "Odwołanie lekcji przez nauczyciela",
  group: "changes",
  audience: ["Student"],
  optional: true,
  tellsPayer: true,
  payload: lessonPayload.extend({ reason: z.string().nullable() }),
  revalidate: (payload, moment) => whileLessonCancelled(payload, moment),
  message: (facts, context) => ({
    icon: "❌",
    subject: `Lekcja odwołana: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja odwołana przez nauczyciela",
    paragraphs: ["Ta lekcja się nie odbędzie. Możesz zarezerwować inny termin."],
    details: [...lessonDetails(facts, context), ...detail("Powód", facts.reason ?? "")],
    action: toLessons(context, "Zarezerwuj inny termin"),
  }),
  samples: [{ to: "Student", facts: { ...SAMPLE_LESSON, reason: "Choroba, przepraszam!" } }],
});
