import * as field from "@korki/contracts/fields";
import { monthsNominative } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { withStudent } from "../balances";
import { defineNotification } from "../define-notification";
import { summaryUrl } from "../links";

/** To the payer, on the first of the month: what the student did in the month before, as a PDF. */
export const monthlySummary = defineNotification({
  kind: "monthly-summary",
  label: "Podsumowanie miesiąca",
  group: "homework",
  audience: ["Student", "Parent"],
  optional: true,
  only: "email",
  attachment: ({ studentId, year, month }) => ({ document: "monthly-summary", studentId, year, month }),
  payload: z.object({ studentId: field.id, year: z.int(), month: z.int().min(1).max(12) }),
  revalidate: withStudent,
  message: ({ studentName, year, month }, { publicUrl }) => {
    const name = `${monthsNominative[month - 1]} ${year}`;
    return {
      icon: "📈",
      subject: `Podsumowanie miesiąca: ${name}`,
      heading: `Podsumowanie miesiąca: ${name}`,
      paragraphs: ["W załączniku: lekcje, raporty nauczycieli, zadania domowe i postępy."],
      ...(studentName === null ? {} : { details: [{ label: "Uczeń", value: studentName }] }),
      action: { label: "Zobacz podsumowanie", url: summaryUrl(publicUrl, { year, month }) },
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
