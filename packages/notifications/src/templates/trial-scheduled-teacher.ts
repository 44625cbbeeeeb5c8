import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import type { Template } from "../message";
import { detail, meetingActions } from "./lesson-details";
import { trialSlot } from "./trial-slot";

/** To the teacher: a trial lesson was put into the schedule. */
export const trialScheduledTeacher: Template<"trial-scheduled-teacher"> = (_facts, details, around) => ({
  icon: "🌟",
  subject: `Lekcja próbna: ${details.subject}, ${trialSlot(details)}`,
  heading: "Masz lekcję próbną",
  paragraphs: ["Trwa 30 minut. Widać ją w Twoim planie zajęć."],
  details: [
    { label: "Termin", value: trialSlot(details) },
    { label: "Przedmiot", value: subjectWithLevel(details) },
    ...detail("Imię", details.name),
    ...detail("Telefon", details.phone),
    ...detail("Temat", details.description),
  ],
  ...meetingActions(details.meetingLink, around),
});
