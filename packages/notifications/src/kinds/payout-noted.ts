import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { DEFAULT_PAYOUT } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";
import { detail } from "../message";

/** To the teacher: money was paid out. */
export const payoutNoted = defineNotification({
  kind: "payout-noted",
  label: "Wypłata",
  group: "payments",
  audience: ["Teacher"],
  optional: true,
  urgency: "bulk",
  payload: z.object({ payoutId: field.id, moneyAmount: z.int(), description: z.string() }),
  revalidate: async (payload, { lookups }) =>
    (await lookups.isPayoutValid(payload.payoutId)) ? payload : null,
  message: (facts, { publicUrl }) => ({
    icon: "💸",
    subject: `Wypłata: ${zloty(facts.moneyAmount)}`,
    heading: "Zlecono wypłatę",
    paragraphs: ["Wypłata jest zapisana w historii Twoich wypłat."],
    details: [
      { label: "Kwota", value: zloty(facts.moneyAmount) },
      ...detail("Opis", facts.description === DEFAULT_PAYOUT.desc ? "" : facts.description),
    ],
    action: { label: "Zobacz historię wypłat", url: screenUrl(publicUrl, "payments") },
  }),
  samples: [
    {
      to: "Teacher",
      facts: {
        payoutId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        moneyAmount: 2350,
        description: "Październik",
      },
    },
  ],
});
