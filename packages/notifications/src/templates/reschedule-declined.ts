import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, toLessons } from "./lesson-details";

/** To the proposer: the lesson stays where it was. */
export const rescheduleDeclined: Template<"reschedule-declined"> = (facts, _details, around) => ({
  icon: "↩️",
  subject: `Nowy termin odrzucony: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Nowy termin odrzucony",
  paragraphs: ["Lekcja odbędzie się w dotychczasowym terminie."],
  details: [
    ...lessonDetails(facts, around),
    { label: "Odrzucona propozycja", value: longSlot(facts.toDate, facts.toBlock) },
  ],
  action: toLessons(around),
});
