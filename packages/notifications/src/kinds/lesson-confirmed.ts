import { longSlot } from "@korki/contracts/texts/dates";
import { defineNotification } from "../define-notification";
import {
  isUnmoved,
  lessonDetails,
  lessonPayload,
  meetingActions,
  SAMPLE_LESSON,
  toLesson,
  whileLessonWithLink,
} from "../lessons";

/** To the student: the teacher confirmed the lesson. */
export const lessonConfirmed = defineNotification({
  kind: "lesson-confirmed",
  label: "Potwierdzenie lekcji",
  group: "lessons",
  audience: ["Student"],
  optional: true,
  payload: lessonPayload,
  revalidate: (payload, moment) =>
    whileLessonWithLink(
      payload,
      moment,
      (lesson) => isUnmoved(lesson, payload) && lesson.status === "Potwierdzona",
    ),
  message: (facts, context) => ({
    icon: "✅",
    subject: `Lekcja potwierdzona: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja potwierdzona",
    paragraphs: ["Twoja lekcja odbędzie się w zaplanowanym terminie."],
    details: lessonDetails(facts, context),
    ...meetingActions(facts.meetingLink, toLesson(facts, context)),
  }),
  samples: [{ to: "Student", facts: { ...SAMPLE_LESSON, meetingLink: "" } }],
});
