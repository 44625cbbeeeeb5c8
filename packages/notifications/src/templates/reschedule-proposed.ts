import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, toLessons } from "./lesson-details";

/** To the other side: somebody proposes another block for a planned lesson. */
export const rescheduleProposed: Template<"reschedule-proposed"> = (facts, _details, around) => ({
  icon: "🔁",
  subject: `Propozycja nowego terminu: ${longSlot(facts.toDate, facts.toBlock)}`,
  heading: "Propozycja nowego terminu",
  paragraphs: [
    `${facts.proposerName} proponuje inny termin lekcji. Dopóki nie odpowiesz, obowiązuje dotychczasowy.`,
  ],
  details: [
    { label: "Proponowany termin", value: longSlot(facts.toDate, facts.toBlock) },
    ...lessonDetails(facts, around).map((line) =>
      line.label === "Termin" ? { ...line, label: "Dotychczasowy termin" } : line,
    ),
  ],
  action: toLessons(around, "Przyjmij lub odrzuć"),
});
