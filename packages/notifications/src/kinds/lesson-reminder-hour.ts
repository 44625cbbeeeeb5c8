import { blockAt, reminderHolds } from "@korki/domain";
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

/** To both sides, an hour before a confirmed lesson. */
export const lessonReminderHour = defineNotification({
  kind: "lesson-reminder-hour",
  label: "Przypomnienie godzinę przed lekcją",
  group: "lessons",
  audience: ["Teacher", "Student"],
  optional: true,
  payload: lessonPayload,
  revalidate: (payload, moment) =>
    whileLessonWithRoom(payload, moment, (lesson) =>
      reminderHolds("hour-before", payload, lesson, moment.now),
    ),
  message: (facts, context) => ({
    icon: "⏰",
    subject: `Lekcja o ${blockAt(facts.block).start}: ${facts.subject}`,
    heading: `Lekcja zaczyna się o ${blockAt(facts.block).start}`,
    paragraphs:
      facts.meetingLink === "" && context.recipientRole === "Teacher"
        ? ["Nie ma jeszcze linku do spotkania. Wygeneruj go w szczegółach lekcji."]
        : facts.meetingLink === ""
          ? ["Link do spotkania pojawi się w szczegółach lekcji lub dostaniesz go na czacie."]
          : [],
    details: lessonDetails(facts, context),
    ...meetingActions(facts.meetingLink, toLesson(facts, context)),
  }),
  samples: [
    { to: "Student", facts: { ...SAMPLE_LESSON, meetingLink: SAMPLE_MEETING } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, meetingLink: "" } },
  ],
});
