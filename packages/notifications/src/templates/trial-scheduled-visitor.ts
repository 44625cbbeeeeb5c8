import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import type { Template } from "../message";
import { detail } from "./lesson-details";
import { trialSlot } from "./trial-slot";

/** To the visitor: when the trial lesson is, and where. */
export const trialScheduledVisitor: Template<"trial-scheduled-visitor"> = (_facts, details, around) => ({
  icon: "🌟",
  subject: `Twoja lekcja próbna: ${trialSlot(details)}`,
  heading: "Termin lekcji próbnej jest ustalony",
  paragraphs: [
    "O umówionej godzinie otwórz link do spotkania. Działa w przeglądarce, niczego nie trzeba instalować.",
  ],
  details: [
    { label: "Termin", value: trialSlot(details) },
    { label: "Przedmiot", value: subjectWithLevel(details) },
    ...detail("Link", details.meetingLink),
  ],
  ...(details.meetingLink === ""
    ? {}
    : { action: { label: "Dołącz do spotkania", url: details.meetingLink } }),
  footnote: `Termin nie pasuje? Zadzwoń: ${around.contactPhone} lub napisz: ${around.contactEmail}.`,
});
