import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, meetingActions } from "./lesson-details";

/** To both sides, a day before a confirmed lesson. */
export const lessonReminderDay: Template<"lesson-reminder-day"> = (facts, { meetingLink }, around) => ({
  icon: "🔔",
  subject: `Przypomnienie: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Przypomnienie o lekcji",
  paragraphs: ["Zbliża się Twoja lekcja."],
  details: lessonDetails(facts, around),
  ...meetingActions(meetingLink, around),
});
