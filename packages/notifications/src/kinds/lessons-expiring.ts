import { expiryDetails, expiryPayload, expirySample, studentDetail, withStudent } from "../balances";
import { defineNotification } from "../define-notification";
import { moneyUrl } from "../links";

/** To the student and the payer: lessons can soon no longer be used. */
export const lessonsExpiring = aboutExpiry("lessons-expiring", {
  icon: "⏳",
  title: "Zbliża się termin ważności lekcji",
  text: "Tych lekcji można użyć do podanego dnia włącznie. Potem przepadną.",
  sampleStudent: null,
});

/** To the student and the payer: unused lessons are no longer valid. */
export const lessonsExpired = aboutExpiry("lessons-expired", {
  icon: "⌛",
  title: "Upłynął termin ważności lekcji",
  text: "Tych lekcji nie można już wykorzystać.",
  sampleStudent: "Ola Nowak",
});

function aboutExpiry<const K extends string>(
  kind: K,
  {
    icon,
    title,
    text,
    sampleStudent,
  }: { icon: string; title: string; text: string; sampleStudent: string | null },
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
    revalidate: (payload, moment) => withStudent(payload, moment),
    message: (facts, { publicUrl }) => ({
      icon,
      subject: title,
      heading: title,
      paragraphs: [text],
      details: [...studentDetail(facts), ...expiryDetails(facts)],
      action: { label: "Zobacz rozliczenie", url: moneyUrl(publicUrl, facts.studentId) },
    }),
    samples: [{ to: "Student", facts: { ...expirySample, studentName: sampleStudent } }],
  });
}
