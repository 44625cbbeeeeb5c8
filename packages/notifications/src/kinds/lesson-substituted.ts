import { longSlot } from "@korki/contracts/texts/dates";
import { isPlanned } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import {
  isUnmoved,
  lessonDetails,
  lessonPayload,
  SAMPLE_LESSON,
  toLesson,
  toLessons,
  whileLesson,
} from "../lessons";

/** To the student, the former teacher and the substitute: another teacher gives the lesson. */
export const lessonSubstituted = defineNotification({
  kind: "lesson-substituted",
  label: "Zastępstwo",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  payload: lessonPayload.extend({
    originalName: z.string(),
    /** What the recipient is in it. */
    as: z.enum(["student", "original", "substitute"]),
  }),
  revalidate: (payload, moment) =>
    whileLesson(payload, moment, (lesson) => isUnmoved(lesson, payload) && isPlanned(lesson.status)),
  message: (facts, context) => ({
    icon: "🔄",
    subject: `Zastępstwo: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Zastępstwo",
    paragraphs: [
      {
        student: `Tę lekcję poprowadzi ${facts.teacherName} (zamiast: ${facts.originalName}).`,
        original: `Tę lekcję przejmuje ${facts.teacherName}.`,
        substitute: `Prowadzisz tę lekcję w zastępstwie (zamiast: ${facts.originalName}).`,
      }[facts.as],
    ],
    details: lessonDetails(facts, context),
    // The lesson is no longer the former teacher's to open.
    action: facts.as === "original" ? toLessons(context) : toLesson(facts, context),
  }),
  samples: [
    { to: "Student", facts: { ...SAMPLE_LESSON, originalName: "Anna Kowalska", as: "student" } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, originalName: "Anna Kowalska", as: "original" } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, originalName: "Anna Kowalska", as: "substitute" } },
  ],
});
