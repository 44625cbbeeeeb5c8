import { longSlot } from "@korki/contracts/texts/dates";
import { isPlanned, nudgeHolds } from "@korki/domain";
import { z } from "zod";
import { bookingButtons } from "../chat-actions";
import { defineNotification } from "../define-notification";
import {
  isUnmoved,
  lessonDetails,
  lessonPayload,
  meetingActions,
  movedLessonDetails,
  movedLessonPayload,
  type NotifiedLesson,
  SAMPLE_LESSON,
  SAMPLE_MEETING,
  toLesson,
  whileLesson,
  whileLessonMoved,
  whileLessonWithLink,
  whileOwnLesson,
} from "../lessons";
import { detail } from "../message";

/** To the teacher: a student booked a lesson that waits for a yes or a no. */
export const lessonBooked = defineNotification({
  kind: "lesson-booked",
  label: "Nowa rezerwacja lekcji",
  group: "lessons",
  audience: ["Teacher"],
  optional: true,
  urgency: "urgent",
  payload: lessonPayload.extend({ description: z.string() }),
  revalidate: (payload, moment) =>
    whileOwnLesson(
      payload,
      moment,
      (lesson) => isUnmoved(lesson, payload) && lesson.status === "Nie potwierdzona",
    ),
  message: (facts, context) => ({
    icon: "📅",
    subject: `Nowa rezerwacja: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Nowa rezerwacja lekcji",
    paragraphs: ["Lekcja czeka na Twoje potwierdzenie."],
    details: [...lessonDetails(facts, context), ...detail("Temat zajęć", facts.description)],
    action: toLesson(facts, context, "Potwierdź lub odwołaj"),
    buttons: bookingButtons(facts),
  }),
  samples: [
    { to: "Teacher", facts: { ...SAMPLE_LESSON, description: "Funkcja kwadratowa,\nzadania z matury" } },
  ],
});

/** To the teacher: a booking still waits for an answer. */
export const lessonUnconfirmed = defineNotification({
  kind: "lesson-unconfirmed",
  label: "Przypomnienie o niepotwierdzonej lekcji",
  group: "lessons",
  audience: ["Teacher"],
  optional: true,
  urgency: "urgent",
  payload: lessonPayload,
  revalidate: (payload, moment) =>
    whileOwnLesson(payload, moment, (lesson) => nudgeHolds(payload, lesson, moment.now)),
  message: (facts, context) => ({
    icon: "⏳",
    subject: `Czeka na potwierdzenie: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja wciąż czeka na potwierdzenie",
    paragraphs: ["Uczeń nie wie jeszcze, czy lekcja się odbędzie. Potwierdź ją lub odwołaj."],
    details: lessonDetails(facts, context),
    action: toLesson(facts, context, "Potwierdź lub odwołaj"),
    buttons: bookingButtons(facts),
  }),
  samples: [{ to: "Teacher", facts: SAMPLE_LESSON }],
});

/** To the student: the teacher confirmed the lesson. */
export const lessonConfirmed = defineNotification({
  kind: "lesson-confirmed",
  label: "Potwierdzenie lekcji",
  group: "lessons",
  audience: ["Student"],
  optional: true,
  urgency: "urgent",
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
    paragraphs: [
      context.child
        ? `${context.child.name} będzie mieć lekcję w zaplanowanym terminie.`
        : "Twoja lekcja odbędzie się w zaplanowanym terminie.",
    ],
    details: lessonDetails(facts, context),
    ...meetingActions(facts.meetingLink, toLesson(facts, context)),
  }),
  samples: [{ to: "Student", facts: { ...SAMPLE_LESSON, meetingLink: "" } }],
});

/** To the student: the room of the meeting is known. */
export const meetingLinkReady = defineNotification({
  kind: "meeting-link-ready",
  label: "Link do spotkania",
  group: "lessons",
  audience: ["Student"],
  optional: true,
  urgency: "urgent",
  payload: lessonPayload.extend({ meetingLink: z.string() }),
  revalidate: (payload, moment) =>
    whileLesson(
      payload,
      moment,
      (lesson) =>
        isUnmoved(lesson, payload) &&
        lesson.status === "Potwierdzona" &&
        lesson.meetingLink === payload.meetingLink,
    ),
  message: (facts, context) => ({
    icon: "🔗",
    subject: `Link do lekcji: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Link do spotkania jest gotowy",
    paragraphs: ["Spotkanie otwiera się w przeglądarce, niczego nie trzeba instalować."],
    details: [...lessonDetails(facts, context), { label: "Link", value: facts.meetingLink }],
    ...meetingActions(facts.meetingLink, toLesson(facts, context)),
  }),
  samples: [{ to: "Student", facts: { ...SAMPLE_LESSON, meetingLink: SAMPLE_MEETING } }],
});

/** To those whom it concerns: an administrator moved the lesson. */
export const lessonMoved = defineNotification({
  kind: "lesson-moved",
  label: "Zmiana terminu lekcji",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  payload: movedLessonPayload,
  revalidate: whileLessonMoved,
  message: (facts, context) => ({
    icon: "🔁",
    subject: `Zmiana terminu lekcji: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Zmiana terminu lekcji",
    paragraphs: ["Administrator przeniósł lekcję na inny termin."],
    details: movedLessonDetails(facts, context),
    action: toLesson(facts, context),
  }),
  samples: [{ to: "Student", facts: { ...SAMPLE_LESSON, fromDate: "2026-11-18", fromBlock: 11 } }],
});

/** `isConfirmed`: at the moment of sending. */
type AddedLesson = NotifiedLesson & { isConfirmed: boolean };

/** To both sides: an administrator made a lesson for them. */
export const lessonAddedByAdmin = defineNotification({
  kind: "lesson-added-by-admin",
  label: "Lekcja dodana przez administratora",
  group: "lessons",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  payload: lessonPayload,
  async revalidate(payload, moment): Promise<AddedLesson | null> {
    let isConfirmed = false;
    const added = await whileOwnLesson(payload, moment, (lesson) => {
      isConfirmed = lesson.status === "Potwierdzona";
      return isUnmoved(lesson, payload) && isPlanned(lesson.status);
    });
    return added && { ...added, isConfirmed };
  },
  message: (facts, context) => ({
    icon: "📅",
    subject: `Nowa lekcja: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Administrator dodał lekcję",
    paragraphs: [
      facts.isConfirmed
        ? "Lekcja jest potwierdzona."
        : context.recipientRole === "Teacher"
          ? "Lekcja czeka na Twoje potwierdzenie."
          : "Poczekaj, aż nauczyciel ją potwierdzi.",
    ],
    details: lessonDetails(facts, context),
    action: toLesson(
      facts,
      context,
      context.recipientRole === "Teacher" && !facts.isConfirmed ? "Potwierdź lub odwołaj" : undefined,
    ),
  }),
  samples: [
    { to: "Teacher", facts: { ...SAMPLE_LESSON, isConfirmed: false } },
    { to: "Student", facts: { ...SAMPLE_LESSON, isConfirmed: false } },
    { to: "Student", facts: { ...SAMPLE_LESSON, isConfirmed: true } },
  ],
});
