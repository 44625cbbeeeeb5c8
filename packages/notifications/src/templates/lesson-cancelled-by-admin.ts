import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, toLessons } from "./lesson-details";

/** To both sides: an administrator called the lesson off or removed it. */
export const lessonCancelledByAdmin: Template<"lesson-cancelled-by-admin"> = (facts, _details, around) => ({
  icon: "❌",
  subject: `Lekcja odwołana: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Lekcja odwołana przez administratora",
  paragraphs: ["Ta lekcja się nie odbędzie."],
  details: lessonDetails(facts, around),
  action: toLessons(around),
});
