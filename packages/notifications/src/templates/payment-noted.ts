import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { plural } from "@korki/domain";
import { screenUrl } from "../links";
import type { Template } from "../message";
import { zloty } from "./money";

/** To the student: money came in. */
export const paymentNoted: Template<"payment-noted"> = (facts, _details, { publicUrl }) => ({
  icon: "💰",
  subject: `Wpłata zaksięgowana: ${zloty(facts.moneyAmount)}`,
  heading: "Wpłata zaksięgowana",
  paragraphs: ["Dziękujemy! Opłacone lekcje są już dostępne."],
  details: [
    { label: "Kwota", value: zloty(facts.moneyAmount) },
    {
      label: "Opłacono",
      value: `${facts.lessonAmount} ${plural(facts.lessonAmount, "lekcję", "lekcje", "lekcji")}`,
    },
    { label: "Przedmiot", value: subjectWithLevel(facts) },
  ],
  action: { label: "Zobacz historię wpłat", url: screenUrl(publicUrl, "payments") },
});
