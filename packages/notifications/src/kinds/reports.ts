import * as field from "@korki/contracts/fields";
import { longSlot, monthText } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { withStudent } from "../balances";
import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, toLesson, whileLesson } from "../lessons";
import { reportsUrl, screenUrl, summaryUrl } from "../links";

const writtenPayload = lessonPayload.extend({ studentId: field.id.optional() });
type Written = z.infer<typeof writtenPayload>;
const SAMPLE_WRITTEN: Written = { ...SAMPLE_LESSON, studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a" };

/** To the student and the payer: the teacher wrote about a lesson, or set homework. */
export const reportWritten = defineNotification({
  kind: "report-written",
  label: "Raport z lekcji i zadanie domowe",
  group: "homework",
  audience: ["Student"],
  optional: true,
  urgency: "usual",
  tellsPayer: true,
  payload: writtenPayload,
  revalidate: (payload, moment) => whileLesson(payload, moment, (lesson) => lesson.status === "Zrealizowana"),
  message: (facts: Written, context) => ({
    icon: "📝",
    subject: `Raport z lekcji: ${facts.subject}, ${longSlot(facts.date, facts.block, facts.blocks)}`,
    heading: "Jest raport z lekcji",
    paragraphs: ["Zobacz, co było na lekcji i czy jest zadanie domowe."],
    details: lessonDetails(facts, context),
    action: {
      label: "Zobacz raport",
      url: facts.studentId
        ? reportsUrl(context.publicUrl, facts.studentId)
        : screenUrl(context.publicUrl, "reports"),
    },
  }),
  samples: [{ to: "Student", facts: SAMPLE_WRITTEN }],
});

/** To the teacher: the student ticked homework. */
export const homeworkDone = defineNotification({
  kind: "homework-done",
  label: "Zrobione zadanie domowe",
  group: "homework",
  audience: ["Teacher"],
  optional: true,
  urgency: "usual",
  payload: lessonPayload,
  revalidate: (payload, moment) => whileLesson(payload, moment, (lesson) => lesson.status === "Zrealizowana"),
  message: (facts, context) => ({
    icon: "✅",
    subject: `Zadanie zrobione: ${facts.studentName}`,
    heading: "Zadanie domowe zrobione",
    paragraphs: [`${facts.studentName}: zadanie z tej lekcji jest zrobione.`],
    details: lessonDetails(facts, context),
    action: toLesson(facts, context, "Zobacz zadanie"),
  }),
  samples: [{ to: "Teacher", facts: SAMPLE_LESSON }],
});

/** To the payer, on the first of the month: what the student did in the month before, as a PDF. */
export const monthlySummary = defineNotification({
  kind: "monthly-summary",
  label: "Podsumowanie miesiąca",
  group: "homework",
  audience: ["Student", "Parent"],
  optional: true,
  urgency: "bulk",
  only: "email",
  attachment: ({ studentId, year, month }) => ({ document: "monthly-summary", studentId, year, month }),
  payload: z.object({ studentId: field.id, year: z.int(), month: z.int().min(1).max(12) }),
  revalidate: withStudent,
  message: ({ studentId, studentName, year, month }, { publicUrl }) => {
    const name = monthText({ year, month });
    return {
      icon: "📈",
      subject: `Podsumowanie miesiąca: ${name}`,
      heading: `Podsumowanie miesiąca: ${name}`,
      paragraphs: ["W załączniku: lekcje, raporty nauczycieli, zadania domowe i postępy."],
      ...(studentName === null ? {} : { details: [{ label: "Uczeń", value: studentName }] }),
      action: { label: "Zobacz podsumowanie", url: summaryUrl(publicUrl, { studentId, year, month }) },
    };
  },
  samples: [
    {
      to: "Parent",
      facts: {
        studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        studentName: "Ola Nowak",
        year: 2026,
        month: 10,
      },
    },
    {
      to: "Student",
      facts: { studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", studentName: null, year: 2026, month: 1 },
    },
  ],
});
