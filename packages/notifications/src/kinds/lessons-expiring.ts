import type { z } from "zod";
import { expiryDetails, expiryPayload, expirySample, studentDetail, withStudent } from "../balances";
import { defineNotification, type Moment } from "../define-notification";
import { moneyUrl } from "../links";

/** To the student and the payer: lessons can soon no longer be used. */
export const lessonsExpiring = aboutExpiry("lessons-expiring", {
  icon: "⏳",
  title: "Zbliża się termin ważności lekcji",
  one: "Tej lekcji można użyć do podanego dnia włącznie. Potem przepadnie.",
  several: "Tych lekcji można użyć do podanego dnia włącznie. Potem przepadną.",
  sampleStudent: null,
  stillTrue: async (payload, { lookups }) => {
    const left = await lookups.expiringLessons(payload.studentId);
    const lessons = payload.lessons.map((line) => {
      const { quantity = 0 } =
        left.find(
          ({ subject, level, expiresOn }) =>
            subject === line.subject && level === line.level && expiresOn === line.expiresOn,
        ) ?? {};
      return { ...line, quantity: Math.min(line.quantity, quantity) };
    });
    return { ...payload, lessons: lessons.filter(({ quantity }) => quantity > 0) };
  },
});

/** To the student and the payer: unused lessons are no longer valid. */
export const lessonsExpired = aboutExpiry("lessons-expired", {
  icon: "⌛",
  title: "Upłynął termin ważności lekcji",
  one: "Tej lekcji nie można już wykorzystać.",
  several: "Tych lekcji nie można już wykorzystać.",
  sampleStudent: "Ola Nowak",
  stillTrue: (payload) => Promise.resolve(payload),
});

type Expiry = z.infer<typeof expiryPayload>;

function aboutExpiry<const K extends string>(
  kind: K,
  {
    icon,
    title,
    one,
    several,
    sampleStudent,
    stillTrue,
  }: {
    icon: string;
    title: string;
    /** What is said of one lesson, and of several. */
    one: string;
    several: string;
    sampleStudent: string | null;
    /** Leaves of the lessons what holds when the message is sent. */
    stillTrue: (payload: Expiry, moment: Moment) => Promise<Expiry>;
  },
) {
  return defineNotification({
    kind,
    label: title,
    group: "payments",
    audience: ["Student"],
    optional: true,
    urgency: "bulk",
    tellsPayer: true,
    payload: expiryPayload,
    async revalidate(payload, moment) {
      const left = await stillTrue(payload, moment);
      return left.lessons.length === 0 ? null : withStudent(left, moment);
    },
    message: (facts, { publicUrl }) => ({
      icon,
      subject: title,
      heading: title,
      paragraphs: [isOne(facts) ? one : several],
      details: [...studentDetail(facts), ...expiryDetails(facts)],
      action: { label: "Zobacz rozliczenie", url: moneyUrl(publicUrl, facts.studentId) },
    }),
    samples: [3, 1].map((quantity) => ({
      to: "Student" as const,
      facts: { ...expirySample(quantity), studentName: sampleStudent },
    })),
  });
}

function isOne({ lessons: [first, ...others] }: Expiry): boolean {
  return first?.quantity === 1 && others.length === 0;
}
