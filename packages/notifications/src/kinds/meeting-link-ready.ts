import { longSlot } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import {
  lessonDetails,
  lessonPayload,
  meetingActions,
  SAMPLE_LESSON,
  SAMPLE_MEETING,
  toLesson,
  whileLesson,
} from "../lessons";

/** To the student: the room of the meeting is known. */
export const meetingLinkReady = defineNotification({
  kind: "meeting-link-ready",
  label: "Link do spotkania",
  group: "lessons",
  audience: ["Student"],
  optional: true,
  payload: lessonPayload.extend({ meetingLink: z.string() }),
  revalidate: (payload, moment) =>
    whileLesson(
      payload,
      moment,
      (lesson) => lesson.status === "Potwierdzona" && lesson.meetingLink === payload.meetingLink,
    ),
  message: (facts, context) => ({
    icon: "🔗",
    subject: `Link do lekcji: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Link do spotkania jest gotowy",
    paragraphs: ["Spotkanie otwiera się w przeglądarce, niczego nie trzeba instalować."],
    details: [...lessonDetails(facts, context), { label: "Link", value: facts.meetingLink }],
    ...meetingActions(facts.meetingLink, toLesson(facts, context)),
  }),
  samples: [{ to: "Student", facts: { ...SAMPLE_LESSON, meetingLink: SAMPLE_MEETING } }],
});
