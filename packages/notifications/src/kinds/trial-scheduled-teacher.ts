import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { defineNotification } from "../define-notification";
import { meetingActions, toLessons } from "../lessons";
import { detail } from "../message";
import { SAMPLE_TRIAL, trialPayload, trialSlot, whileTrial } from "../trials";

/** To the teacher: a trial lesson was put into the schedule. */
export const trialScheduledTeacher = defineNotification({
  kind: "trial-scheduled-teacher",
  label: "Nowa lekcja próbna",
  group: "lessons",
  audience: ["Teacher"],
  optional: true,
  payload: trialPayload,
  revalidate: (payload, moment) =>
    whileTrial(
      payload,
      moment,
      ({ status, teacherId }) => status === "Umowiona" && teacherId === moment.recipientId,
    ),
  message: (facts, context) => ({
    icon: "🌟",
    subject: `Lekcja próbna: ${facts.subject}, ${trialSlot(facts)}`,
    heading: "Masz lekcję próbną",
    paragraphs: ["Trwa 30 minut. Widać ją w Twoim planie zajęć."],
    details: [
      { label: "Termin", value: trialSlot(facts) },
      { label: "Przedmiot", value: subjectWithLevel(facts) },
      ...detail("Imię", facts.name),
      ...detail("Telefon", facts.phone),
      ...detail("Temat", facts.description),
    ],
    ...meetingActions(facts.meetingLink, toLessons(context)),
  }),
  samples: [{ to: "Teacher", facts: SAMPLE_TRIAL }],
});
