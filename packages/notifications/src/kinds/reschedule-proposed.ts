import { longSlot, shortSlot } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { proposalButtons } from "../chat-actions";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, proposedSlot, SAMPLE_LESSON, toLesson, whileLesson } from "../lessons";

/** To the other side: another block is proposed for a planned lesson. */
export const rescheduleProposed = defineNotification({
  kind: "reschedule-proposed",
  label: "Propozycja nowego terminu",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  payload: lessonPayload.extend({ ...proposedSlot, proposerName: z.string() }),
  revalidate: (payload, moment) =>
    whileLesson(
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
      `${facts.proposerName} proponuje: ${shortSlot(facts.toDate, facts.toBlock)}. Dopóki nie odpowiesz, obowiązuje dotychczasowy termin.`,
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
  ],
});
