import {
  balancePayload,
  balanceSample,
  lessonCount,
  studentDetail,
  subjectDetail,
  withStudent,
} from "../balances";
import { defineNotification } from "../define-notification";
import { screenUrl, topUpUrl } from "../links";

/** To the student and the payer: few prepaid lessons are left. Written by the database, once per crossing. */
export const lowBalance = defineNotification({
  kind: "low-balance",
  label: "Kończą się opłacone lekcje",
  audience: ["Student"],
  optional: true,
  tellsPayer: true,
  payload: balancePayload,
  revalidate: async (payload, moment) =>
    (await moment.lookups.isBalanceLow(payload.studentId, payload)) ? withStudent(payload, moment) : null,
  message: (facts, { publicUrl, paysOnline }) => {
    const heading = facts.available > 0 ? "Kończą się opłacone lekcje" : "Skończyły się opłacone lekcje";
    return {
      icon: "🪫",
      subject: heading,
      heading,
      paragraphs: ["Aby zachować ciągłość zajęć, opłać kolejne lekcje."],
      details: [
        ...studentDetail(facts),
        subjectDetail(facts),
        { label: "Pozostało", value: lessonCount(facts.available) },
      ],
      action: paysOnline
        ? { label: "Doładuj lekcje", url: topUpUrl(publicUrl, facts) }
        : { label: "Zobacz rozliczenie", url: screenUrl(publicUrl, "payments") },
    };
  },
  samples: [
    { to: "Student", facts: { ...balanceSample, studentName: null } },
    { to: "Student", facts: { ...balanceSample, available: -2, studentName: "Ola Nowak" } },
  ],
});
