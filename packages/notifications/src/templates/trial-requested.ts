import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { screenUrl } from "../links";
import type { Template } from "../message";
import { detail } from "./lesson-details";

/** To the administrators: a visitor asks for a trial lesson. */
export const trialRequested: Template<"trial-requested"> = (facts, details, { publicUrl }) => ({
  icon: "🙋",
  subject: `Zgłoszenie na lekcję próbną: ${subjectWithLevel(facts)}`,
  heading: "Nowe zgłoszenie na lekcję próbną",
  paragraphs: ["Zadzwoń, aby ustalić termin, i przydziel nauczyciela."],
  details: [
    { label: "Przedmiot", value: subjectWithLevel(facts) },
    ...detail("Imię", details.name),
    ...detail("Telefon", details.phone),
    ...detail("E-mail", details.email),
    ...detail("Temat", details.description),
  ],
  action: { label: "Ustal termin", url: screenUrl(publicUrl, "trialLessons") },
});
