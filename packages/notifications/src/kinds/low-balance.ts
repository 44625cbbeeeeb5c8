import { dayOfYear } from "@korki/contracts/texts/dates";
import { zloty } from "@korki/contracts/texts/money";
import { balancePayload, balanceSample, studentDetail, subjectDetail, withStudent } from "../balances";
import { defineNotification } from "../define-notification";
import { moneyUrl, topUpUrl } from "../links";

/** To the student and the payer: few prepaid lessons are left. Written by the database, once per crossing. */
export const lowBalance = defineNotification({
  kind: "low-balance",
  label: "Kończą się opłacone lekcje",
  group: "payments",
  audience: ["Student"],
  optional: true,
  tellsPayer: true,
  payload: balancePayload,
  revalidate: async (payload, moment) => {
    const low = await moment.lookups.lowBalance(payload.studentId, payload);
    const named = low && (await withStudent(payload, moment));
    return named && { ...named, ...low };
  },
  message: (facts, { publicUrl, paysOnline }) => {
    const heading = facts.available > 0 ? "Kończą się opłacone lekcje" : "Skończyły się opłacone lekcje";
    const price = `Kolejne lekcje: ${zloty(facts.price)} za każdą.`;
    const whose = facts.studentName === null ? facts.subject : `${facts.subject} (${facts.studentName})`;
    return {
      icon: "🪫",
      subject: heading,
      heading,
      paragraphs: [
        facts.paidUntil === null
          ? `${whose}: żadna lekcja nie jest jeszcze opłacona. ${price}`
          : `${whose}: lekcje są opłacone do ${dayOfYear(facts.paidUntil)}. ${price}`,
      ],
      details: [...studentDetail(facts), subjectDetail(facts)],
      action: paysOnline
        ? { label: "Doładuj lekcje", url: topUpUrl(publicUrl, facts) }
        : { label: "Zobacz rozliczenie", url: moneyUrl(publicUrl, facts.studentId) },
    };
  },
  samples: [
    { to: "Student", facts: { ...balanceSample, studentName: null, paidUntil: "2026-12-07", price: 90 } },
    {
      to: "Student",
      facts: { ...balanceSample, available: -2, studentName: "Ola Nowak", paidUntil: null, price: 90 },
    },
  ],
});
