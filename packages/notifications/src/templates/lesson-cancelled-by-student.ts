import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, toLessons } from "./lesson-details";

/** To the teacher: the student called a confirmed lesson off. */
export const lessonCancelledByStudent: Template<"lesson-cancelled-by-student"> = (
  facts,
  _details,
  around,
) => ({
  icon: "❌",
  subject: `Lekcja odwołana: ${facts.studentName}, ${longSlot(facts.date, facts.block)}`,
  heading: "Lekcja odwołana przez ucznia",
  paragraphs: ["Ta lekcja się nie odbędzie, a jej termin jest znowu wolny."],
  details: lessonDetails(facts, around),
  action: toLessons(around),
});
