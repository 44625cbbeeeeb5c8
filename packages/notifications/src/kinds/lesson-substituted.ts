import * as field from "@korki/contracts/fields";
import { longSlot } from "@korki/contracts/texts/dates";
import { isPlanned } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { isUnmoved, lessonDetails, lessonPayload, SAMPLE_LESSON, toLesson, toLessons } from "../lessons";

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
    /** The substitute; rows of older versions do not say. */
    teacherId: field.id.optional(),
    /** What the recipient is in it. */
    as: z.enum(["student", "original", "substitute"]),
  }),
  // Handed on since, it has a message of its own; the former teacher reads who has it now.
  async revalidate(payload, { lookups, recipientId }) {
    const lesson = await lookups.lesson(payload.lessonId);
    if (!lesson || !isUnmoved(lesson, payload) || !isPlanned(lesson.status)) return null;
    const { teacherId, teacherName } = lesson;
    if (payload.as === "original") return teacherId === recipientId ? null : { ...payload, teacherName };
    return teacherId === (payload.teacherId ?? teacherId) ? payload : null;
  },
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
