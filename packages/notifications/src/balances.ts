import * as field from "@korki/contracts/fields";
import { dayAndMonth } from "@korki/contracts/texts/dates";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { plural, type SubjectLevel } from "@korki/domain";
import { z } from "zod";
import type { Moment } from "./define-notification";

/** What is left of a student's prepaid lessons. */
export const balancePayload = z.object({
  studentId: field.id,
  subject: field.subject,
  level: field.level,
  available: z.int(),
});

/** Lessons that expire or have expired. */
export const expiryPayload = z.object({
  studentId: field.id,
  lessons: z.array(
    z.object({ subject: field.subject, level: field.level, quantity: z.int(), expiresOn: field.civilDate }),
  ),
});

/** Whose lessons; null: the recipient's own. */
export type Whose = { studentName: string | null };

/** Adds whose lessons it is about, for a recipient who is not the student. Null if there is no such student. */
export async function withStudent<P extends { studentId: string }>(
  payload: P,
  { lookups, recipientId }: Moment,
): Promise<(P & Whose) | null> {
  if (payload.studentId === recipientId) return { ...payload, studentName: null };
  const studentName = await lookups.personName(payload.studentId);
  return studentName === null ? null : { ...payload, studentName };
}

/** `3 lekcje`; lessons owed: `−2 lekcje`. */
export function lessonCount(count: number): string {
  const amount = Math.abs(count);
  return `${count < 0 ? "−" : ""}${amount} ${plural(amount, "lekcja", "lekcje", "lekcji")}`;
}

export function studentDetail({ studentName }: Whose) {
  return studentName === null ? [] : [{ label: "Uczeń", value: studentName }];
}

export function subjectDetail(pair: SubjectLevel) {
  return { label: "Przedmiot", value: subjectWithLevel(pair) };
}

/** One line per subject, level and day. */
export function expiryDetails({ lessons }: z.infer<typeof expiryPayload>) {
  return lessons.map(({ subject, level, quantity, expiresOn }) => ({
    label: subjectWithLevel({ subject, level }),
    value: `${lessonCount(quantity)}, ${plural(quantity, "ważna", "ważne", "ważnych")} do ${dayAndMonth(expiresOn)}`,
  }));
}

const STUDENT = "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a";

export const balanceSample = {
  studentId: STUDENT,
  subject: "Fizyka",
  level: "liceumP",
  available: 1,
} as const;
export function expirySample(quantity: number): z.infer<typeof expiryPayload> {
  return {
    studentId: STUDENT,
    lessons: [{ subject: "Fizyka", level: "liceumP", quantity, expiresOn: "2026-11-30" }],
  };
}
