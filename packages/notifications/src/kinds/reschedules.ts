import { longSlot, shortSlot } from "@korki/contracts/texts/dates";
import { isPlanned } from "@korki/domain";
import { z } from "zod";
import { proposalButtons } from "../chat-actions";
import { defineNotification } from "../define-notification";
import {
  byParent,
  isUnmoved,
  lessonDetails,
  lessonPayload,
  movedLessonDetails,
  movedLessonPayload,
  proposedSlot,
  SAMPLE_LESSON,
  toLesson,
  whileLessonMoved,
  whileOwnLesson,
} from "../lessons";

/** To the other side: another block is proposed for a planned lesson. */
export const rescheduleProposed = defineNotification({
  kind: "reschedule-proposed",
  label: "Propozycja nowego terminu",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  payload: lessonPayload.extend({ ...proposedSlot, proposerName: z.string(), byParent }),
  revalidate: (payload, moment) =>
    whileOwnLesson(
      payload,
      moment,
      ({ proposal }) =>
        proposal !== null && proposal.date === payload.toDate && proposal.block === payload.toBlock,
    ),
  message: (facts, context) => ({
    icon: "🔁",
    subject: `Propozycja nowego terminu: ${longSlot(facts.toDate, facts.toBlock, facts.blocks)}`,
    heading: "Propozycja nowego terminu",
    paragraphs: [
      `${facts.byParent ? "Rodzic" : facts.proposerName} proponuje: ${shortSlot(facts.toDate, facts.toBlock, facts.blocks)}. Dopóki nie odpowiesz, obowiązuje dotychczasowy termin.`,
    ],
    details: [
      { label: "Proponowany termin", value: longSlot(facts.toDate, facts.toBlock, facts.blocks) },
      ...lessonDetails(facts, context, "Dotychczasowy termin"),
    ],
    action: toLesson(facts, context, "Przyjmij lub odrzuć"),
    buttons: proposalButtons({ lessonId: facts.lessonId, date: facts.toDate, block: facts.toBlock }),
  }),
  samples: [
    {
      to: "Student",
      facts: { ...SAMPLE_LESSON, toDate: "2026-11-22", toBlock: 4, proposerName: "Marek Zieliński" },
    },
    {
      to: "Teacher",
      facts: {
        ...SAMPLE_LESSON,
        blocks: 2,
        toDate: "2026-11-22",
        toBlock: 4,
        proposerName: "Ola Nowak",
        byParent: true,
      },
    },
  ],
});

/** To the proposer: the lesson is now at the proposed block. */
export const rescheduleAccepted = defineNotification({
  kind: "reschedule-accepted",
  label: "Przyjęcie nowego terminu",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  payload: movedLessonPayload,
  revalidate: whileLessonMoved,
  message: (facts, context) => ({
    icon: "✅",
    subject: `Nowy termin przyjęty: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Nowy termin przyjęty",
    paragraphs: ["Lekcja została przeniesiona na zaproponowany termin."],
    details: movedLessonDetails(facts, context),
    action: toLesson(facts, context),
  }),
  samples: [{ to: "Teacher", facts: { ...SAMPLE_LESSON, fromDate: "2026-11-18", fromBlock: 0 } }],
});

/** Tells the proposer that the lesson keeps its time. */
export const rescheduleDeclined = defineNotification({
  kind: "reschedule-declined",
  label: "Odrzucenie nowego terminu",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  payload: lessonPayload.extend(proposedSlot),
  revalidate: (payload, moment) =>
    whileOwnLesson(payload, moment, (lesson) => isUnmoved(lesson, payload) && isPlanned(lesson.status)),
  message: (facts, context) => ({
    icon: "↩️",
    subject: `Nowy termin odrzucony: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Nowy termin odrzucony",
    paragraphs: ["Lekcja odbędzie się w dotychczasowym terminie."],
    details: [
      ...lessonDetails(facts, context),
      { label: "Odrzucona propozycja", value: longSlot(facts.toDate, facts.toBlock, facts.blocks) },
    ],
    action: toLesson(facts, context),
  }),
  samples: [{ to: "Teacher", facts: { ...SAMPLE_LESSON, toDate: "2026-11-22", toBlock: 4 } }],
});
