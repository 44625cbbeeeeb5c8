import { longSlot } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { bookingButtons } from "../chat-actions";
import { defineNotification } from "../define-notification";
import { isUnmoved, lessonDetails, lessonPayload, SAMPLE_LESSON, toLesson, whileLesson } from "../lessons";
import { detail } from "../message";

/** To the teacher: a student booked a lesson that waits for a yes or a no. */
export const lessonBooked = defineNotification({
  kind: "lesson-booked",
  label: "Nowa rezerwacja lekcji",
  group: "lessons",
  audience: ["Teacher"],
  optional: true,
  payload: lessonPayload.extend({ description: z.string() }),
  revalidate: (payload, moment) =>
    whileLesson(
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
