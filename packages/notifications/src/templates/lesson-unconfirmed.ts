import { longSlot } from "@korki/contracts/texts/dates";
import { answerButtons } from "../chat-actions";
import type { Template } from "../message";
import { lessonDetails, toLessons } from "./lesson-details";

/** To the teacher: a booking still waits for an answer. */
export const lessonUnconfirmed: Template<"lesson-unconfirmed"> = (facts, _details, around) => ({
  icon: "⏳",
  subject: `Czeka na potwierdzenie: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Lekcja wciąż czeka na potwierdzenie",
  paragraphs: ["Uczeń nie wie jeszcze, czy lekcja się odbędzie. Potwierdź ją lub odwołaj."],
  details: lessonDetails(facts, around),
  action: toLessons(around, "Potwierdź lub odwołaj"),
  buttons: answerButtons(facts),
});
