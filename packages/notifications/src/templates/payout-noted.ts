import { DEFAULT_PAYOUT } from "@korki/domain";
import { screenUrl } from "../links";
import type { Template } from "../message";
import { detail } from "./lesson-details";
import { zloty } from "./money";

/** To the teacher: money was paid out. */
export const payoutNoted: Template<"payout-noted"> = (facts, _details, { publicUrl }) => ({
  icon: "💸",
  subject: `Wypłata: ${zloty(facts.moneyAmount)}`,
  heading: "Zlecono wypłatę",
  paragraphs: ["Wypłata jest zapisana w historii Twoich wypłat."],
  details: [
    { label: "Kwota", value: zloty(facts.moneyAmount) },
    ...detail("Opis", facts.description === DEFAULT_PAYOUT.desc ? "" : facts.description),
  ],
  action: { label: "Zobacz historię wypłat", url: screenUrl(publicUrl, "payments") },
});
