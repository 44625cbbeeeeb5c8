import { longSlot } from "@korki/contracts/texts/dates";
import { LATE_COSTS, LATE_DECISION_DAYS } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, toLesson, whileLessonCancelled } from "../lessons";

const DECIDE = `Odwołano ją po terminie. Zdecyduj w ciągu ${LATE_DECISION_DAYS} dni, czy zostanie rozliczona; potem rozliczymy ją automatycznie.`;

/** To the teacher: the student called a confirmed lesson off. */
export const lessonCancelledByStudent = defineNotification({
  kind: "lesson-cancelled-by-student",
  label: "Odwołanie lekcji przez ucznia",
  group: "changes",
  audience: ["Teacher"],
  optional: true,
  payload: lessonPayload.extend({
    /** What it costs the student; rows of older versions do not say. */
    cost: z.enum(LATE_COSTS).default("free"),
    /** Cancelled after the free limit; rows of older versions do not say. */
    isLate: z.boolean().default(false),
  }),
  revalidate: (payload, moment) => whileLessonCancelled(payload, moment),
  message: (facts, context) => ({
    icon: "❌",
    subject: `Lekcja odwołana: ${facts.studentName}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja odwołana przez ucznia",
    paragraphs: [
      "Ta lekcja się nie odbędzie, a jej termin jest znowu wolny.",
      ...(facts.cost === "free" && facts.isLate ? ["Odwołano ją po terminie, ale bezpłatnie."] : []),
      ...(facts.cost === "charge" ? ["Odwołano ją po terminie, więc zostanie rozliczona."] : []),
      ...(facts.cost === "ask"
        ? [
            context.recipientRole === "Teacher"
              ? DECIDE
              : "Odwołano ją po terminie: o rozliczeniu zdecyduje nauczyciel.",
          ]
        : []),
    ],
    details: lessonDetails(facts, context),
    action: toLesson(facts, context),
  }),
  samples: [
    { to: "Teacher", facts: { ...SAMPLE_LESSON, cost: "free", isLate: false } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, cost: "free", isLate: true } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, cost: "ask", isLate: true } },
  ],
});
