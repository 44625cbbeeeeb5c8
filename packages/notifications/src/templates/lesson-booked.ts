import { longSlot } from "@korki/contracts/texts/dates";
import { answerButtons } from "../chat-actions";
import type { Template } from "../message";
import { detail, lessonDetails, toLessons } from "./lesson-details";

/** To the teacher: a student booked a lesson that waits for a yes or a no. */
export const lessonBooked: Template<"lesson-booked"> = (facts, _details, around) => ({
  icon: "📅",
  subject: `Nowa rezerwacja: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Nowa rezerwacja lekcji",
  paragraphs: ["Lekcja czeka na Twoje potwierdzenie."],
  details: [...lessonDetails(facts, around), ...detail("Temat zajęć", facts.description)],
  action: toLessons(around, "Potwierdź lub odwołaj"),
  buttons: answerButtons(facts),
});
