import { blockAt } from "@korki/domain";
import type { Template } from "../message";
import { lessonDetails, meetingActions } from "./lesson-details";

/** To both sides, an hour before a confirmed lesson. */
export const lessonReminderHour: Template<"lesson-reminder-hour"> = (facts, { meetingLink }, around) => ({
  icon: "⏰",
  subject: `Lekcja o ${blockAt(facts.block).start}: ${facts.subject}`,
  heading: `Lekcja zaczyna się o ${blockAt(facts.block).start}`,
  paragraphs:
    meetingLink === "" && around.recipientRole === "Teacher"
      ? ["Nie ma jeszcze linku do spotkania. Wygeneruj go w szczegółach lekcji."]
      : meetingLink === ""
        ? ["Link do spotkania pojawi się w szczegółach lekcji lub dostaniesz go na czacie."]
        : [],
  details: lessonDetails(facts, around),
  ...meetingActions(meetingLink, around),
});
