import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { defineNotification } from "../define-notification";
import { detail } from "../message";
import { SAMPLE_TRIAL, trialPayload, trialSlot, whileTrial } from "../trials";

/** To the visitor: when the trial lesson is, and where. */
export const trialScheduledVisitor = defineNotification({
  kind: "trial-scheduled-visitor",
  label: "Termin lekcji próbnej",
  group: "lessons",
  audience: ["Visitor"],
  optional: false,
  payload: trialPayload,
  revalidate: (payload, moment) => whileTrial(payload, moment, ({ status }) => status === "Umowiona"),
  message: (facts, context) => ({
    icon: "🌟",
    subject: `Twoja lekcja próbna: ${trialSlot(facts)}`,
    heading: "Termin lekcji próbnej jest ustalony",
    paragraphs: [
      "O umówionej godzinie otwórz link do spotkania. Działa w przeglądarce, niczego nie trzeba instalować.",
    ],
    details: [
      { label: "Termin", value: trialSlot(facts) },
      { label: "Przedmiot", value: subjectWithLevel(facts) },
      ...detail("Link", facts.meetingLink),
    ],
    ...(facts.meetingLink === "" ? {} : { action: { label: "Dołącz do spotkania", url: facts.meetingLink } }),
    footnote: `Termin nie pasuje? Zadzwoń: ${context.contactPhone} lub napisz: ${context.contactEmail}.`,
  }),
  samples: [{ to: null, facts: SAMPLE_TRIAL }],
});
