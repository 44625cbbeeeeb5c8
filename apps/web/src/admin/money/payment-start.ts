import type { StudentMoney } from "@korki/contracts/money";
import { DEFAULT_PAYMENT, DEFAULT_TEACHER_SUBJECT, type SubjectLevel } from "@korki/domain";

/** What a payment is for, and how much it is; whole złoty. */
type PaymentStart = SubjectLevel & { moneyAmount: number; lessonAmount: number };

/** What the next payment of a student is likely to be, and what is due for each subject and level. */
export type PaymentMemory = { start: PaymentStart; isDue: boolean; due: readonly PaymentStart[] };

/**
 * Returns the payment to begin with: what is due, the largest sum first; else the same as last time, or one lesson like the
 * last one. What is on a bill is paid there.
 */
export function paymentMemory(
  subjects: StudentMoney["subjects"],
  lately: PaymentStart | null,
  lastLesson: (SubjectLevel & { price: number }) | null,
): PaymentMemory {
  const due = subjects
    .filter(({ due, dueLessons, billedLessons }) => due > 0 && dueLessons > 0 && billedLessons === 0)
    .map((row) => ({
      subject: row.subject,
      level: row.level,
      moneyAmount: row.due,
      lessonAmount: row.dueLessons,
    }))
    .sort((a, b) => b.moneyAmount - a.moneyAmount);
  const like = lastLesson && { ...lastLesson, moneyAmount: lastLesson.price, lessonAmount: 1 };
  const [most] = due;
  const start = most ?? lately ?? like ?? { ...DEFAULT_TEACHER_SUBJECT, ...DEFAULT_PAYMENT };
  const { subject, level, moneyAmount, lessonAmount } = start;
  return { start: { subject, level, moneyAmount, lessonAmount }, isDue: most !== undefined, due };
}
