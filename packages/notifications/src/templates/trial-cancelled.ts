import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import type { Template } from "../message";
import { detail, toLessons } from "./lesson-details";
import { trialSlot } from "./trial-slot";

/** To the teacher or the visitor: the trial lesson will not take place. */
export const trialCancelled: Template<"trial-cancelled"> = (facts, details, around) => ({
  icon: "❌",
  subject: `Lekcja próbna odwołana: ${details.subject}`,
  heading: "Lekcja próbna odwołana",
  paragraphs: ["Ta lekcja próbna się nie odbędzie."],
  details: [
    ...detail("Termin", trialSlot(facts.slot ?? details)),
    { label: "Przedmiot", value: subjectWithLevel(details) },
    ...(around.recipientRole === null ? [] : detail("Imię", details.name)),
  ],
  ...(around.recipientRole === null
    ? {
        footnote: `Chcesz umówić inny termin? Zadzwoń: ${around.contactPhone} lub napisz: ${around.contactEmail}.`,
      }
    : { action: toLessons(around) }),
});
