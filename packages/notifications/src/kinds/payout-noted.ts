import * as field from "@korki/contracts/fields";
import { billDay } from "@korki/contracts/texts/bills";
import { zloty } from "@korki/contracts/texts/money";
import { DEFAULT_PAYOUT } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";
import { detail } from "../message";

const payload = z.object({ payoutId: field.id, moneyAmount: z.int(), description: z.string() });
type NotedPayout = z.infer<typeof payload>;

const SAMPLE: NotedPayout = {
  payoutId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
  moneyAmount: 2350,
  description: "Październik",
};

/** To the teacher: money was paid out. */
export const payoutNoted = defineNotification({
  kind: "payout-noted",
  label: "Wypłata",
  group: "payments",
  audience: ["Teacher"],
  optional: true,
  urgency: "bulk",
  payload,
  revalidate: async (facts, { lookups }) => ((await lookups.isPayoutValid(facts.payoutId)) ? facts : null),
  message: (facts, { publicUrl }) => ({
    icon: "💸",
    subject: `Wypłata: ${zloty(facts.moneyAmount)}`,
    heading: "Zlecono wypłatę",
    paragraphs: ["Wypłata jest zapisana w historii Twoich wypłat."],
    details: [{ label: "Kwota", value: zloty(facts.moneyAmount) }, ...purposeOf(facts)],
    action: { label: "Zobacz historię wypłat", url: screenUrl(publicUrl, "payments") },
  }),
  samples: [{ to: "Teacher", facts: SAMPLE }],
});

/** To the teacher: an administrator voided a payout. */
export const payoutVoided = defineNotification({
  kind: "payout-voided",
  label: "Usunięcie wypłaty",
  group: "payments",
  audience: ["Teacher"],
  optional: true,
  urgency: "usual",
  payload: payload.extend({ paidOn: field.civilDate }),
  revalidate: async (facts, { lookups }) => ((await lookups.isPayoutValid(facts.payoutId)) ? null : facts),
  message: (facts, { publicUrl }) => ({
    icon: "🧾",
    subject: `Wypłata usunięta: ${zloty(facts.moneyAmount)}`,
    heading: "Wypłata usunięta",
    paragraphs: ["Administrator usunął wypłatę. Nie liczy się już w rozliczeniu."],
    details: [
      { label: "Kwota", value: zloty(facts.moneyAmount) },
      { label: "Data wypłaty", value: billDay(facts.paidOn) },
      ...purposeOf(facts),
    ],
    action: { label: "Zobacz historię wypłat", url: screenUrl(publicUrl, "payments") },
  }),
  samples: [{ to: "Teacher", facts: { ...SAMPLE, paidOn: "2026-11-02" } }],
});

function purposeOf({ description }: NotedPayout) {
  return detail("Opis", description === DEFAULT_PAYOUT.desc ? "" : description);
}
