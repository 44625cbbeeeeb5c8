import { longSlot } from "@korki/contracts/texts/dates";
import { reminderHolds } from "@korki/domain";
import { defineNotification } from "../define-notification";
import {
  lessonDetails,
  lessonPayload,
  meetingActions,
  SAMPLE_LESSON,
  SAMPLE_MEETING,
  toLesson,
  whileLessonWithRoom,
} from "../lessons";

/** To both sides, a day before a confirmed lesson. */
export const lessonReminderDay = defineNotification({
  kind: "lesson-reminder-day",
  label: "Przypomnienie dzień przed lekcją",
  group: "lessons",
  audience: ["Teacher", "Student"],
  optional: true,
  payload: lessonPayload,
  revalidate: (payload, moment) =>
    whileLessonWithRoom(payload, moment, (lesson) =>
      reminderHolds("day-before", payload, lesson, moment.now),
    ),
  message: (facts, context) => ({
    icon: "🔔",
    subject: `Przypomnienie: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Przypomnienie o lekcji",
    paragraphs: ["Zbliża się Twoja lekcja."],
    details: lessonDetails(facts, context),
    ...meetingActions(facts.meetingLink, toLesson(facts, context)),
  }),
  samples: [{ to: "Student", facts: { ...SAMPLE_LESSON, meetingLink: SAMPLE_MEETING } }],
});
