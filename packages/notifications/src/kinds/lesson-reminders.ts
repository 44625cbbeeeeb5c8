import { longSlot } from "@korki/contracts/texts/dates";
import { blockAt, reminderHolds } from "@korki/domain";
import { outcomeButtons } from "../chat-actions";
import { defineNotification } from "../define-notification";
import {
  isUnmoved,
  lessonDetails,
  lessonPayload,
  meetingActions,
  SAMPLE_LESSON,
  SAMPLE_MEETING,
  toLesson,
  whileLessonWithRoom,
  whileOwnLesson,
} from "../lessons";
import { lessonUrl } from "../links";

/** To both sides, a day before a confirmed lesson. */
export const lessonReminderDay = defineNotification({
  kind: "lesson-reminder-day",
  label: "Przypomnienie dzień przed lekcją",
  group: "lessons",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "usual",
  payload: lessonPayload,
  revalidate: (payload, moment) =>
    whileLessonWithRoom(payload, moment, (lesson) =>
      reminderHolds("day-before", payload, lesson, moment.now),
    ),
  message: (facts, context) => ({
    icon: "🔔",
    subject: `Przypomnienie: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Przypomnienie o lekcji",
    paragraphs: [context.child ? `${context.child.name} ma wkrótce lekcję.` : "Zbliża się Twoja lekcja."],
    details: lessonDetails(facts, context),
    ...meetingActions(facts.meetingLink, toLesson(facts, context)),
  }),
  samples: [{ to: "Student", facts: { ...SAMPLE_LESSON, meetingLink: SAMPLE_MEETING } }],
});

/** To both sides, an hour before a confirmed lesson. */
export const lessonReminderHour = defineNotification({
  kind: "lesson-reminder-hour",
  label: "Przypomnienie godzinę przed lekcją",
  group: "lessons",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
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
      facts.meetingLink !== "" || facts.isShut
        ? []
        : context.recipientRole === "Teacher"
          ? ["Nie ma jeszcze linku do spotkania. Wygeneruj go w szczegółach lekcji."]
          : ["Link do spotkania pojawi się w szczegółach lekcji lub dostaniesz go na czacie."],
    details: lessonDetails(facts, context),
    ...meetingActions(facts.meetingLink, toLesson(facts, context)),
  }),
  samples: [
    { to: "Student", facts: { ...SAMPLE_LESSON, meetingLink: SAMPLE_MEETING } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, meetingLink: "" } },
  ],
});

/** To the teacher in the messenger, when a confirmed lesson is over: how did it go? */
export const lessonOutcome = defineNotification({
  kind: "lesson-outcome",
  label: "Pytanie o wynik zakończonej lekcji",
  group: "lessons",
  audience: ["Teacher"],
  optional: true,
  urgency: "usual",
  only: "telegram",
  payload: lessonPayload,
  revalidate: (payload, moment) =>
    whileOwnLesson(
      payload,
      moment,
      (lesson) => lesson.status === "Potwierdzona" && isUnmoved(lesson, payload),
    ),
  message: (facts, context) => ({
    icon: "🏁",
    subject: `Lekcja się skończyła: ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja się skończyła. Odbyła się?",
    paragraphs: [],
    details: lessonDetails(facts, context),
    buttons: outcomeButtons(facts),
    action: { label: "Otwórz w aplikacji", url: lessonUrl(context.publicUrl, facts.lessonId) },
  }),
  samples: [{ to: "Teacher", facts: SAMPLE_LESSON }],
});
