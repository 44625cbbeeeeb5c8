import * as field from "@korki/contracts/fields";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { hasStarted } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { type Begun, meetingActions, toLessons } from "../lessons";
import { trialUrl } from "../links";
import type { TrialState } from "../lookups";
import { detail } from "../message";
import {
  SAMPLE_REQUEST,
  SAMPLE_TRIAL,
  trialPayload,
  trialSlot,
  whileTrial,
  wishedDetail,
  wishedSlot,
} from "../trials";

/** To the administrators: a visitor asks for a trial lesson. */
export const trialRequested = defineNotification({
  kind: "trial-requested",
  label: "Zgłoszenie na lekcję próbną",
  group: "lessons",
  audience: ["Admin"],
  optional: true,
  urgency: "usual",
  payload: trialPayload.extend({
    subject: field.subject,
    level: field.level,
    slot: wishedSlot,
    isOneOfMany: z.literal(true).optional(),
  }),
  revalidate: (payload, moment) => whileTrial(payload, moment, ({ status }) => status === "Nowa"),
  message: (facts, { publicUrl }) => ({
    icon: "🙋",
    subject: `Zgłoszenie na lekcję próbną: ${subjectWithLevel(facts)}`,
    heading: "Nowe zgłoszenie na lekcję próbną",
    paragraphs: [
      facts.slot
        ? "Potwierdź wybrany termin i przydziel nauczyciela."
        : "Zadzwoń, aby ustalić termin, i przydziel nauczyciela.",
      ...(facts.isOneOfMany
        ? [
            "W tej godzinie przyszło ponad 10 zgłoszeń. O kolejnych nie wyślemy osobnych wiadomości, są na liście.",
          ]
        : []),
    ],
    details: [
      { label: "Przedmiot", value: subjectWithLevel(facts) },
      ...detail("Imię", facts.name),
      ...detail("Telefon", facts.phone),
      ...detail("E-mail", facts.email),
      ...wishedDetail(facts.slot),
      ...detail("Temat", facts.description),
    ],
    action: { label: "Ustal termin", url: trialUrl(publicUrl, facts.trialLessonId) },
  }),
  samples: [
    { to: "Admin", facts: SAMPLE_REQUEST },
    { to: "Admin", facts: { ...SAMPLE_REQUEST, isOneOfMany: true } },
    { to: "Admin", facts: { ...SAMPLE_REQUEST, slot: { date: "2026-11-21", block: 2 } } },
  ],
});

/** To the visitor: the request arrived. */
export const trialRequestReceived = defineNotification({
  kind: "trial-request-received",
  label: "Potwierdzenie zgłoszenia na lekcję próbną",
  group: "lessons",
  audience: ["Visitor"],
  optional: false,
  urgency: "usual",
  payload: trialPayload.extend({ subject: field.subject, level: field.level, slot: wishedSlot }),
  revalidate: (payload, moment) => whileTrial(payload, moment, ({ status }) => status !== "Odwolana"),
  message: (facts, context) => ({
    icon: "👋",
    subject: `Zgłoszenie na lekcję próbną: ${context.centreName}`,
    heading: "Dziękujemy za zgłoszenie!",
    paragraphs: [
      facts.slot
        ? "Potwierdzimy wybrany termin e-mailem lub telefonicznie. Lekcja próbna trwa 30 minut i odbywa się online."
        : "Zadzwonimy, aby ustalić termin lekcji próbnej. Trwa ona 30 minut i odbywa się online.",
      "Link do spotkania przyślemy na ten adres. Otwiera się w przeglądarce, niczego nie trzeba instalować.",
    ],
    details: [
      { label: "Przedmiot", value: subjectWithLevel(facts) },
      ...detail("Telefon", facts.phone),
      ...wishedDetail(facts.slot),
      ...detail("Temat", facts.description),
    ],
    footnote: `Masz pytania? Zadzwoń: ${context.contactPhone} lub napisz: ${context.contactEmail}.`,
  }),
  samples: [
    { to: null, facts: SAMPLE_REQUEST },
    { to: null, facts: { ...SAMPLE_REQUEST, slot: { date: "2026-11-21", block: 2 } } },
  ],
});

/** To the teacher: a trial lesson was put into the schedule. */
export const trialScheduledTeacher = defineNotification({
  kind: "trial-scheduled-teacher",
  label: "Nowa lekcja próbna",
  group: "lessons",
  audience: ["Teacher"],
  optional: true,
  urgency: "urgent",
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

/** To the visitor: when the trial lesson is, and where. */
export const trialScheduledVisitor = defineNotification({
  kind: "trial-scheduled-visitor",
  label: "Termin lekcji próbnej",
  group: "lessons",
  audience: ["Visitor"],
  optional: false,
  urgency: "urgent",
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

const cancelledTrial = trialPayload.extend({
  /** The cancelled slot: by the moment of sending the trial lesson may have another one. */
  slot: z.object({ date: field.civilDate, block: field.block }).optional(),
});
type CancelledTrial = TrialState & z.infer<typeof cancelledTrial> & Begun;

/** To the teacher or the visitor: the trial lesson will not, or did not, take place. */
export const trialCancelled = defineNotification({
  kind: "trial-cancelled",
  label: "Odwołanie lekcji próbnej",
  group: "changes",
  audience: ["Teacher", "Visitor"],
  optional: true,
  urgency: "urgent",
  payload: cancelledTrial,
  async revalidate(payload, moment): Promise<CancelledTrial | null> {
    const trial = await whileTrial(payload, moment, ({ status, teacherId }) => {
      // A teacher who lost the trial lesson is notified whatever its later status.
      const isTakenAway = moment.recipientId !== null && moment.recipientId !== teacherId;
      return status === "Odwolana" || isTakenAway;
    });
    if (!trial) return null;
    const { date, block } = trial.slot ?? trial;
    const hasBegun = date !== null && block !== null && hasStarted(date, block, moment.now);
    return { ...trial, ...(hasBegun ? { hasBegun } : {}) };
  },
  message: (facts, context) => ({
    icon: "❌",
    subject: `Lekcja próbna odwołana: ${facts.subject}`,
    heading: "Lekcja próbna odwołana",
    paragraphs: [`Ta lekcja próbna się nie ${facts.hasBegun ? "odbyła" : "odbędzie"}.`],
    details: [
      ...detail("Termin", trialSlot(facts.slot ?? facts)),
      { label: "Przedmiot", value: subjectWithLevel(facts) },
      ...(context.recipientRole === null ? [] : detail("Imię", facts.name)),
    ],
    ...(context.recipientRole === null
      ? {
          footnote: `Chcesz umówić inny termin? Zadzwoń: ${context.contactPhone} lub napisz: ${context.contactEmail}.`,
        }
      : { action: toLessons(context) }),
  }),
  samples: [
    { to: null, facts: { ...SAMPLE_TRIAL, slot: undefined } },
    { to: null, facts: { ...SAMPLE_TRIAL, slot: { date: "2026-11-19", block: 4 }, hasBegun: true as const } },
    { to: "Teacher", facts: { ...SAMPLE_TRIAL, slot: { date: "2026-11-19", block: 4 } } },
  ],
});
