import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { detail, lessonDetails, toLessons } from "./lesson-details";

/** To the student: the teacher called the lesson off. */
export const lessonCancelledByTeacher: Template<"lesson-cancelled-by-teacher"> = (
  facts,
  _details,
  around,
) => ({
  icon: "❌",
  subject: `Lekcja odwołana: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Lekcja odwołana przez nauczyciela",
  paragraphs: ["Ta lekcja się nie odbędzie. Możesz zarezerwować inny termin."],
  details: [...lessonDetails(facts, around), ...detail("Powód", facts.reason ?? "")],
  action: toLessons(around, "Zarezerwuj inny termin"),
});
