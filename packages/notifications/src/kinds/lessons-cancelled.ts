import { longSlot } from "@korki/contracts/texts/dates";
import { LATE_COSTS, LATE_DECISION_DAYS } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import {
  byParent,
  isByParent,
  lessonDetails,
  lessonPayload,
  type NotifiedLesson,
  notTakingPlace,
  SAMPLE_LESSON,
  toLesson,
  toLessons,
  whileLessonCancelled,
} from "../lessons";
import { bookingUrl } from "../links";
import { detail, type RenderContext } from "../message";

/** To the student: the teacher called the lesson off. */
export const lessonCancelledByTeacher = defineNotification({
  kind: "lesson-cancelled-by-teacher",
  label: "Odwołanie lekcji przez nauczyciela",
  group: "changes",
  audience: ["Student"],
  optional: true,
  urgency: "urgent",
  tellsPayer: true,
  payload: lessonPayload.extend({ reason: z.string().nullable() }),
  revalidate: (payload, moment) => whileLessonCancelled(payload, moment),
  message: (facts, context) => ({
    icon: "❌",
    subject: `Lekcja odwołana: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja odwołana przez nauczyciela",
    details: [...lessonDetails(facts, context), ...detail("Powód", facts.reason ?? "")],
    ...(facts.hasBegun || context.child?.mayBook === false
      ? { paragraphs: [notTakingPlace(facts)], action: toLesson(facts, context) }
      : {
          paragraphs: [`${notTakingPlace(facts)} Możesz zarezerwować inny termin.`],
          action: {
            label: "Zarezerwuj inny termin",
            url: bookingUrl(context.publicUrl, { lessonId: facts.lessonId, childId: context.child?.id }),
          },
        }),
  }),
  samples: [
    { to: "Student", facts: { ...SAMPLE_LESSON, reason: "Choroba, przepraszam!" } },
    { to: "Student", facts: { ...SAMPLE_LESSON, reason: null, hasBegun: true } },
  ],
});

/** Whose lesson it is, or of what to the student. */
function nameFor({ studentName, subject }: NotifiedLesson, { recipientRole }: RenderContext): string {
  return recipientRole === "Student" ? subject : studentName;
}

const DECIDE = `Odwołano ją po terminie. Zdecyduj w ciągu ${LATE_DECISION_DAYS} dni, czy zostanie rozliczona; potem rozliczymy ją automatycznie.`;

/** To the teacher and the student's payer: the student called a confirmed lesson off. To the student: a parent did. */
export const lessonCancelledByStudent = defineNotification({
  kind: "lesson-cancelled-by-student",
  label: "Odwołanie lekcji przez ucznia lub rodzica",
  group: "changes",
  audience: ["Teacher", "Student", "Parent"],
  optional: true,
  urgency: "urgent",
  payload: lessonPayload.extend({
    byParent,
    /** What it costs the student; rows of older versions do not say. */
    cost: z.enum(LATE_COSTS).default("free"),
    /** Cancelled after the free limit; rows of older versions do not say. */
    isLate: z.boolean().default(false),
  }),
  revalidate: (payload, moment) => whileLessonCancelled(payload, moment),
  message: (facts, context) => ({
    icon: "❌",
    subject: `Lekcja odwołana: ${nameFor(facts, context)}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: `Lekcja odwołana przez ${isByParent(facts, context) ? "rodzica" : "ucznia"}`,
    paragraphs: [
      "Ta lekcja się nie odbędzie, a jej termin jest znowu wolny.",
      ...(facts.cost === "free" && facts.isLate ? ["Odwołano ją po terminie, ale bezpłatnie."] : []),
      ...(facts.cost === "charge" ? ["Odwołano ją po terminie, więc zostanie rozliczona."] : []),
      ...(facts.cost === "ask"
        ? [
            context.recipientRole === "Teacher"
              ? DECIDE
              : "Odwołano ją po terminie: o rozliczeniu zdecyduje nauczyciel.",
          ]
        : []),
    ],
    details: lessonDetails(facts, context),
    action: toLesson(facts, context),
  }),
  samples: [
    { to: "Teacher", facts: { ...SAMPLE_LESSON, cost: "free", isLate: false } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, cost: "free", isLate: true } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, cost: "ask", isLate: true } },
    { to: "Parent", facts: { ...SAMPLE_LESSON, cost: "charge", isLate: true } },
    { to: "Student", facts: { ...SAMPLE_LESSON, cost: "free", isLate: false } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, byParent: true, cost: "free", isLate: false } },
  ],
});

/** To the teacher: the student withdrew a booking before it was confirmed. To the student: a parent did. */
export const lessonDeletedByStudent = defineNotification({
  kind: "lesson-deleted-by-student",
  label: "Rezygnacja z rezerwacji",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  payload: lessonPayload.extend({ byParent }),
  revalidate: async (payload, { lookups }) =>
    (await lookups.lesson(payload.lessonId)) === null ? payload : null,
  message: (facts, context) => ({
    icon: "🗑️",
    subject: `Rezerwacja usunięta: ${nameFor(facts, context)}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: `${isByParent(facts, context) ? "Rodzic" : "Uczeń"} zrezygnował z rezerwacji`,
    paragraphs: ["Niepotwierdzona lekcja została usunięta, a jej termin jest znowu wolny."],
    details: lessonDetails(facts, context),
    action: toLessons(context),
  }),
  samples: [
    { to: "Teacher", facts: { ...SAMPLE_LESSON, byParent: false } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, byParent: true } },
    { to: "Student", facts: { ...SAMPLE_LESSON, byParent: true } },
  ],
});

/** To the student and the payer: whether a late cancellation uses up the lesson. */
export const lateCancellationDecided = defineNotification({
  kind: "late-cancellation-decided",
  label: "Rozliczenie lekcji odwołanej po terminie",
  group: "changes",
  audience: ["Student"],
  optional: true,
  urgency: "usual",
  tellsPayer: true,
  payload: lessonPayload.extend({
    charged: z.boolean(),
    /** Why a charge was waived. */
    reason: z.string().nullable(),
  }),
  revalidate: (payload, moment) => whileLessonCancelled(payload, moment),
  message: (facts, context) => ({
    icon: facts.charged ? "🧾" : "🎁",
    subject: `${facts.charged ? "Lekcja rozliczona" : "Lekcja odwołana bezpłatnie"}: ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: facts.charged ? "Odwołana lekcja została rozliczona" : "Odwołana lekcja nie zostanie rozliczona",
    paragraphs: [
      facts.charged
        ? "Lekcję odwołano po terminie, dlatego liczy się jak wykorzystana."
        : "Ta lekcja nic nie kosztuje. Jeśli była opłacona, wraca do wykorzystania.",
    ],
    details: [...lessonDetails(facts, context), ...detail("Powód", facts.reason ?? "")],
    action: toLesson(facts, context),
  }),
  samples: [
    { to: "Student", facts: { ...SAMPLE_LESSON, charged: true, reason: null } },
    { to: "Student", facts: { ...SAMPLE_LESSON, charged: false, reason: "Nagła choroba" } },
  ],
});

/** To both sides: an administrator called the lesson off or removed it. */
export const lessonCancelledByAdmin = defineNotification({
  kind: "lesson-cancelled-by-admin",
  label: "Odwołanie lekcji przez administratora",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  tellsPayer: true,
  payload: lessonPayload.extend({
    /** The student pays although it does not take place. */
    charged: z.boolean().default(false),
    reason: z.string().nullable().default(null),
  }),
  revalidate: (payload, moment) => whileLessonCancelled(payload, moment),
  message: (facts, context) => ({
    icon: "❌",
    subject: `Lekcja odwołana: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Lekcja odwołana przez administratora",
    paragraphs: [
      facts.charged
        ? `${notTakingPlace(facts)} Odwołano ją na prośbę ucznia, ale zostanie rozliczona.`
        : notTakingPlace(facts),
    ],
    details: [...lessonDetails(facts, context), ...detail("Powód", facts.reason ?? "")],
    action: toLessons(context),
  }),
  samples: [
    { to: "Student", facts: { ...SAMPLE_LESSON, charged: false, reason: null } },
    { to: "Student", facts: { ...SAMPLE_LESSON, charged: true, reason: "Wyjazd" } },
    { to: "Teacher", facts: { ...SAMPLE_LESSON, charged: true, reason: null, hasBegun: true } },
  ],
});
