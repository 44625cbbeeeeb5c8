import { expiryDetails, expiryPayload, expirySample, studentDetail, withStudent } from "../balances";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** To the student and the payer: lessons can soon no longer be used. */
export const lessonsExpiring = defineNotification({
  kind: "lessons-expiring",
  label: "Zbliża się termin ważności lekcji",
  group: "payments",
  audience: ["Student"],
  optional: true,
  tellsPayer: true,
  payload: expiryPayload,
  revalidate: (payload, moment) => withStudent(payload, moment),
  message: (facts, { publicUrl }) => ({
    icon: "⏳",
    subject: "Zbliża się termin ważności lekcji",
    heading: "Zbliża się termin ważności lekcji",
    paragraphs: ["Tych lekcji można użyć do podanego dnia włącznie. Potem przepadną."],
    details: [...studentDetail(facts), ...expiryDetails(facts)],
    action: { label: "Zobacz rozliczenie", url: screenUrl(publicUrl, "payments") },
  }),
  samples: [{ to: "Student", facts: { ...expirySample, studentName: null } }],
});

/** To the student and the payer: unused lessons are no longer valid. */
export const lessonsExpired = defineNotification({
  kind: "lessons-expired",
  label: "Upłynął termin ważności lekcji",
  group: "payments",
  audience: ["Student"],
  optional: true,
  tellsPayer: true,
  payload: expiryPayload,
  revalidate: (payload, moment) => withStudent(payload, moment),
  message: (facts, { publicUrl }) => ({
    icon: "⌛",
    subject: "Upłynął termin ważności lekcji",
    heading: "Upłynął termin ważności lekcji",
    paragraphs: ["Tych lekcji nie można już wykorzystać."],
    details: [...studentDetail(facts), ...expiryDetails(facts)],
    action: { label: "Zobacz rozliczenie", url: screenUrl(publicUrl, "payments") },
  }),
  samples: [{ to: "Student", facts: { ...expirySample, studentName: "Ola Nowak" } }],
});
