import * as field from "@korki/contracts/fields";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { defineNotification } from "../define-notification";
import { detail } from "../message";
import { SAMPLE_REQUEST, trialPayload, whileTrial, wishedDetail, wishedSlot } from "../trials";

/** To the visitor: the request arrived. */
export const trialRequestReceived = defineNotification({
  kind: "trial-request-received",
  label: "Potwierdzenie zgłoszenia na lekcję próbną",
  group: "lessons",
  audience: ["Visitor"],
  optional: false,
  payload: trialPayload.extend({ subject: field.subject, level: field.level, slot: wishedSlot }),
  revalidate: (payload, moment) => whileTrial(payload, moment, ({ status }) => status !== "Odwolana"),
  message: (facts, context) => ({
    icon: "👋",
    subject: `Zgłoszenie na lekcję próbną: ${context.centreName}`,
    heading: "Dziękujemy za zgłoszenie!",
    paragraphs: [
      "Zadzwonimy, aby ustalić termin lekcji próbnej. Trwa ona 30 minut i odbywa się online.",
      "Link do spotkania przyślemy na ten adres. Otwiera się w przeglądarce, niczego nie trzeba instalować.",
    ],
    details: [
      { label: "Przedmiot", value: subjectWithLevel(facts) },
      ...detail("Telefon", facts.phone),
      ...wishedDetail(facts.slot),
      ...detail("Temat", facts.description),
    ],
    footnote: `Masz pytania? Zadzwoń: ${context.contactPhone} lub napisz: ${context.contactEmail}.`,
  }),
  samples: [{ to: null, facts: SAMPLE_REQUEST }],
});
