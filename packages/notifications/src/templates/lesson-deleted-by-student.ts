import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, toLessons } from "./lesson-details";

/** To the teacher: the student withdrew a booking before it was confirmed. */
export const lessonDeletedByStudent: Template<"lesson-deleted-by-student"> = (facts, _details, around) => ({
  icon: "🗑️",
  subject: `Rezerwacja usunięta: ${facts.studentName}, ${longSlot(facts.date, facts.block)}`,
  heading: "Uczeń zrezygnował z rezerwacji",
  paragraphs: ["Niepotwierdzona lekcja została usunięta, a jej termin jest znowu wolny."],
  details: lessonDetails(facts, around),
  action: toLessons(around),
});
