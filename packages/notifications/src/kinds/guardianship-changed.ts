import * as field from "@korki/contracts/fields";
import { dayOfYear } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";
import { detail, type RenderContext } from "../message";

const GUARDIANSHIP_EVENTS = ["added", "changed", "ended"] as const;
export type GuardianshipEvent = (typeof GUARDIANSHIP_EVENTS)[number];

const payload = z.object({
  event: z.enum(GUARDIANSHIP_EVENTS),
  studentName: z.string(),
  parentName: z.string(),
  /** The recipient is this parent. */
  isOwn: z.boolean(),
  canBook: z.boolean(),
  canPay: z.boolean(),
  isPayer: z.boolean(),
  from: field.civilDate,
  to: field.civilDate.nullable(),
});
type Facts = z.infer<typeof payload>;

const HEADINGS: Record<GuardianshipEvent, { own: string; others: string }> = {
  added: { own: "Dostęp do zajęć ucznia", others: "Nowy rodzic ucznia" },
  changed: { own: "Zmiana Twoich uprawnień rodzica", others: "Zmiana uprawnień rodzica" },
  ended: { own: "Koniec dostępu do zajęć ucznia", others: "Koniec dostępu rodzica" },
};

function whatHappened({ event, isOwn }: Facts, { recipientRole }: RenderContext): string {
  const whose = recipientRole === "Student" ? "Twoich zajęć" : "zajęć ucznia";
  switch (event) {
    case "added":
      return isOwn
        ? "Centrum przypisało Cię do ucznia jako rodzica. Od podanego dnia zobaczysz jego zajęcia po zalogowaniu."
        : `Centrum dodało rodzica, który od podanego dnia ma dostęp do ${whose}. Jeśli to pomyłka, daj nam znać.`;
    case "changed":
      return isOwn
        ? "Centrum zmieniło zakres Twojego dostępu do zajęć ucznia. Poniżej obecny stan."
        : `Centrum zmieniło zakres dostępu rodzica do ${whose}. Poniżej obecny stan.`;
    case "ended":
      return isOwn
        ? "Centrum zakończyło Twój dostęp do zajęć ucznia. Nie widzisz już jego lekcji, płatności ani rozmów z nauczycielami. Jeśli to pomyłka, daj nam znać."
        : `Ten rodzic nie ma już dostępu do ${whose}.`;
  }
}

function terms({ event, canBook, canPay, isPayer, from, to }: Facts) {
  if (event === "ended") return [];
  const rights = [
    "widzi lekcje",
    ...(canBook ? ["rezerwuje i odwołuje"] : []),
    ...(canPay ? ["widzi płatności"] : []),
    ...(isPayer ? ["jest płatnikiem"] : []),
  ];
  return [
    { label: "Uprawnienia", value: rights.join(", ") },
    { label: "Od dnia", value: dayOfYear(from) },
    ...detail("Do dnia", to === null ? "" : dayOfYear(to)),
  ];
}

/** To a parent, the student and who pays: an administrator made, changed or ended the guardianship (rules §15). */
export const guardianshipChanged = defineNotification({
  kind: "guardianship-changed",
  label: "Zmiana dostępu rodzica do zajęć ucznia",
  group: "messages",
  audience: ["Student", "Parent"],
  optional: true,
  urgency: "usual",
  payload,
  revalidate: alwaysTrue,
  message(facts, context) {
    const { event, isOwn, studentName, parentName } = facts;
    const heading = isOwn ? HEADINGS[event].own : HEADINGS[event].others;
    return {
      icon: "👪",
      subject: `${heading}: ${isOwn ? studentName : parentName}`,
      heading,
      paragraphs: [whatHappened(facts, context)],
      details: [
        { label: "Uczeń", value: studentName },
        ...(isOwn ? [] : [{ label: "Rodzic", value: parentName }]),
        ...terms(facts),
      ],
      action: { label: "Otwórz serwis", url: screenUrl(context.publicUrl, "lessons") },
    };
  },
  samples: GUARDIANSHIP_EVENTS.flatMap((event) =>
    (
      [
        ["Parent", true],
        ["Parent", false],
        ["Student", false],
      ] as const
    ).map(([to, isOwn]) => ({
      to,
      facts: {
        event,
        isOwn,
        studentName: "Zosia Nowak",
        parentName: "Anna Nowak",
        canBook: true,
        canPay: event === "added",
        isPayer: false,
        from: "2026-09-01",
        to: event === "changed" ? "2027-06-30" : null,
      },
    })),
  ),
});
