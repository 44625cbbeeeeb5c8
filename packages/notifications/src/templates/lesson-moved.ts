import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, toLessons } from "./lesson-details";

/** To those whom it concerns: an administrator moved the lesson. */
export const lessonMoved: Template<"lesson-moved"> = (facts, _details, around) => ({
  icon: "🔁",
  subject: `Zmiana terminu lekcji: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Zmiana terminu lekcji",
  paragraphs: ["Administrator przeniósł lekcję na inny termin."],
  details: [
    { label: "Poprzedni termin", value: longSlot(facts.fromDate, facts.fromBlock) },
    ...lessonDetails(facts, around).map((line) =>
      line.label === "Termin" ? { ...line, label: "Nowy termin" } : line,
    ),
  ],
  action: toLessons(around),
});
