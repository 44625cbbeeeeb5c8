import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, meetingActions } from "./lesson-details";

/** To the student: the teacher confirmed the lesson. */
export const lessonConfirmed: Template<"lesson-confirmed"> = (facts, { meetingLink }, around) => ({
  icon: "✅",
  subject: `Lekcja potwierdzona: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Lekcja potwierdzona",
  paragraphs: ["Twoja lekcja odbędzie się w zaplanowanym terminie."],
  details: lessonDetails(facts, around),
  ...meetingActions(meetingLink, around),
});
