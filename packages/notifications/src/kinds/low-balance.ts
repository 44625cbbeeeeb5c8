import { dayOfYear } from "@korki/contracts/texts/dates";
import { zloty } from "@korki/contracts/texts/money";
import { type CivilDate, plural, today } from "@korki/domain";
import {
  balancePayload,
  balanceSample,
  studentDetail,
  subjectDetail,
  type Whose,
  withStudent,
} from "../balances";
import { defineNotification, NotYet } from "../define-notification";
import { moneyUrl, topUpUrl } from "../links";

/** Until when lessons are paid for (null: none is), whether that day is still to come, and how many nothing uses. */
type Paid = { paidUntil: CivilDate | null; isAhead: boolean; left: number };

/**
 * To the student and the payer: few prepaid lessons are left. Written by the database, once per crossing; it may wait for
 * weeks, and goes to who pays by then.
 */
export const lowBalance = defineNotification({
  kind: "low-balance",
  label: "Kończą się opłacone lekcje",
  group: "payments",
  audience: ["Student"],
  optional: true,
  urgency: "usual",
  tellsPayer: true,
  payload: balancePayload,
  revalidate: async (payload, moment) => {
    const { lookups, recipientId } = moment;
    if (recipientId !== null && !(await lookups.isTold(recipientId, payload.studentId))) return null;
    const low = await lookups.lowBalance(payload.studentId, payload);
    if (!low) return null;
    if ("from" in low) throw new NotYet(low.from);
    const named = await withStudent(payload, moment);
    const isAhead = low.paidUntil !== null && low.paidUntil >= today(moment.now);
    return named && { ...named, ...low, isAhead };
  },
  message: (facts, { publicUrl, paysOnline }) => {
    const heading = headingOf(facts);
    const whose = facts.studentName === null ? facts.subject : `${facts.subject} (${facts.studentName})`;
    return {
      icon: "🪫",
      subject: heading,
      heading,
      paragraphs: [`${whose}: ${whatIsPaid(facts)}. Kolejne lekcje: ${zloty(facts.price)} za każdą.`],
      details: [...studentDetail(facts), subjectDetail(facts)],
      action: paysOnline
        ? { label: "Doładuj lekcje", url: topUpUrl(publicUrl, facts) }
        : { label: "Zobacz rozliczenie", url: moneyUrl(publicUrl, facts.studentId) },
    };
  },
  samples: [
    sampleOf({ paidUntil: "2026-12-07", isAhead: true, left: 1 }),
    sampleOf({ paidUntil: "2026-12-07", isAhead: true, left: 0 }),
    sampleOf({ paidUntil: "2026-11-17", isAhead: false, left: 0 }),
    sampleOf({ paidUntil: null, isAhead: false, left: 0, studentName: "Ola Nowak" }),
  ],
});

function headingOf({ paidUntil, isAhead, left }: Paid): string {
  if (left > 0) return "Kończą się opłacone lekcje";
  return isAhead && paidUntil !== null
    ? `Lekcje opłacone do ${dayOfYear(paidUntil)}`
    : "Skończyły się opłacone lekcje";
}

function whatIsPaid({ paidUntil, isAhead, left }: Paid): string {
  const rest = `${plural(left, "została", "zostały", "zostało")} ${left} ${plural(left, "opłacona lekcja", "opłacone lekcje", "opłaconych lekcji")} do umówienia`;
  if (paidUntil === null || !isAhead) {
    if (left > 0) return rest;
    return paidUntil === null
      ? "żadna lekcja nie jest jeszcze opłacona"
      : `lekcje były opłacone do ${dayOfYear(paidUntil)}`;
  }
  const until = `lekcje są opłacone do ${dayOfYear(paidUntil)}`;
  return left > 0 ? `${until}, ${rest}` : until;
}

function sampleOf({ studentName = null, ...paid }: Paid & Partial<Whose>) {
  return { to: "Student" as const, facts: { ...balanceSample, studentName, price: 90, ...paid } };
}
