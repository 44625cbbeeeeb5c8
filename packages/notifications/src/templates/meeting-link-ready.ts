import { longSlot } from "@korki/contracts/texts/dates";
import type { Template } from "../message";
import { lessonDetails, meetingActions } from "./lesson-details";

/** To the student: the room of the meeting is known. */
export const meetingLinkReady: Template<"meeting-link-ready"> = (facts, _details, around) => ({
  icon: "🔗",
  subject: `Link do lekcji: ${facts.subject}, ${longSlot(facts.date, facts.block)}`,
  heading: "Link do spotkania jest gotowy",
  paragraphs: ["Spotkanie otwiera się w przeglądarce, niczego nie trzeba instalować."],
  details: [...lessonDetails(facts, around), { label: "Link", value: facts.meetingLink }],
  ...meetingActions(facts.meetingLink, around),
});
