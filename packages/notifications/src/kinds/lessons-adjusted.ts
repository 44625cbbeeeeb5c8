import { z } from "zod";
import {
  balancePayload,
  balanceSample,
  lessonCount,
  studentDetail,
  subjectDetail,
  withStudent,
} from "../balances";
import { defineNotification } from "../define-notification";
import { moneyUrl } from "../links";
import { detail } from "../message";

/** To the student and the payer: an administrator corrected the balance. */
export const lessonsAdjusted = defineNotification({
  kind: "lessons-adjusted",
  label: "Korekta salda lekcji",
  group: "payments",
  audience: ["Student"],
  optional: true,
  urgency: "usual",
  tellsPayer: true,
  payload: balancePayload.extend({ quantity: z.int(), reason: z.string() }),
  revalidate: (payload, moment) => withStudent(payload, moment),
  message: (facts, { publicUrl }) => ({
    icon: "🧾",
    subject: "Korekta salda lekcji",
    heading: "Administrator skorygował saldo lekcji",
    paragraphs: ["Korekta jest zapisana w rozliczeniu."],
    details: [
      ...studentDetail(facts),
      subjectDetail(facts),
      { label: "Zmiana", value: `${facts.quantity > 0 ? "+" : ""}${lessonCount(facts.quantity)}` },
      { label: "Saldo", value: lessonCount(facts.available) },
      ...detail("Powód", facts.reason),
    ],
    action: { label: "Zobacz rozliczenie", url: moneyUrl(publicUrl, facts.studentId) },
  }),
  samples: [
    {
      to: "Student",
      facts: { ...balanceSample, quantity: 1, reason: "Lekcja gratis za polecenie", studentName: null },
    },
  ],
});
