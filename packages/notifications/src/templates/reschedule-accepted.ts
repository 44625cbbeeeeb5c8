import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, toLessons } from "./lesson-details";

/** To the proposer: the lesson now stands at the proposed block. */
export const rescheduleAccepted: Template<"reschedule-accepted"> = (facts, _details, around) => ({
  icon: "✅",
  subject: `Nowy termin przyjęty: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Nowy termin przyjęty",
  paragraphs: ["Lekcja została przeniesiona na zaproponowany termin."],
  details: [
    { label: "Poprzedni termin", value: longSlot(facts.fromDate, facts.fromBlock) },
    ...lessonDetails(facts, around).map((line) =>
      line.label === "Termin" ? { ...line, label: "Nowy termin" } : line,
    ),
  ],
  action: toLessons(around),
});
