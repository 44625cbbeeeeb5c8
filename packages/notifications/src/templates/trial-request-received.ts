import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import type { Template } from "../message";
import { detail } from "./lesson-details";

/** To the visitor: the request arrived. */
export const trialRequestReceived: Template<"trial-request-received"> = (facts, details, around) => ({
  icon: "👋",
  subject: `Zgłoszenie na lekcję próbną: ${around.centreName}`,
  heading: "Dziękujemy za zgłoszenie!",
  paragraphs: [
    "Zadzwonimy, aby ustalić termin lekcji próbnej. Trwa ona 30 minut i odbywa się online.",
    "Link do spotkania przyślemy na ten adres. Otwiera się w przeglądarce, niczego nie trzeba instalować.",
  ],
  details: [
    { label: "Przedmiot", value: subjectWithLevel(facts) },
    ...detail("Telefon", details.phone),
    ...detail("Temat", details.description),
  ],
  footnote: `Masz pytania? Zadzwoń: ${around.contactPhone} lub napisz: ${around.contactEmail}.`,
});
