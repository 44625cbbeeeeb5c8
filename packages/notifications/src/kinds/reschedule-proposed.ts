import { longSlot } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import {
  lessonDetails,
  lessonPayload,
  proposedSlot,
  SAMPLE_LESSON,
  toLessons,
  whileLesson,
} from "../lessons";

/** To the other side: somebody proposes another block for a planned lesson. */
export const rescheduleProposed = defineNotification({
  kind: "reschedule-proposed",
  label: "Propozycja nowego terminu",
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
    subject: `Propozycja nowego terminu: ${longSlot(facts.toDate, facts.toBlock)}`,
    heading: "Propozycja nowego terminu",
    paragraphs: [
      `${facts.proposerName} proponuje inny termin lekcji. Dopóki nie odpowiesz, obowiązuje dotychczasowy.`,
    ],
    details: [
      { label: "Proponowany termin", value: longSlot(facts.toDate, facts.toBlock) },
      ...lessonDetails(facts, context, "Dotychczasowy termin"),
    ],
    action: toLessons(context, "Przyjmij lub odrzuć"),
  }),
  samples: [
    {
      to: "Student",
      facts: { ...SAMPLE_LESSON, toDate: "2026-11-22", toBlock: 4, proposerName: "Marek Zieliński" },
    },
  ],
});
