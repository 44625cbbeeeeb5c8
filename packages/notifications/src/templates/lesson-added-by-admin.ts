import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, toLessons } from "./lesson-details";

/** To both sides: an administrator made a lesson for them. */
export const lessonAddedByAdmin: Template<"lesson-added-by-admin"> = (facts, _details, around) => ({
  icon: "📅",
  subject: `Nowa lekcja: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Administrator dodał lekcję",
  paragraphs: [
    around.recipientRole === "Teacher"
      ? "Lekcja czeka na Twoje potwierdzenie."
      : "Poczekaj, aż nauczyciel ją potwierdzi.",
  ],
  details: lessonDetails(facts, around),
  action: toLessons(around, around.recipientRole === "Teacher" ? "Potwierdź lub odwołaj" : undefined),
});
