import {
  type ApprovalKind,
  type ApprovalStatus,
  type CivilDate,
  plural,
  type SubjectLevel,
} from "@korki/domain";
import { dayOfYear } from "./dates";
import { zloty } from "./money";
import { lessonCount } from "./series-summary";
import { subjectWithShortLevel } from "./statuses";

/** A child's step that waits for the payer (rules §39). */
export const approvalTexts = {
  agree: "Zgadzam się",
  decline: "Nie",
  agreed: "Zgoda",
  declined: "Bez zgody",
  gone: "Ta prośba jest już nieaktualna",
  answered: {
    agreed: "Zgoda została już udzielona",
    declined: "Na tę prośbę odpowiedziano już odmownie",
    expired: "Czas na odpowiedź minął",
    withdrawn: "Ta prośba jest już nieaktualna",
    open: "Ta prośba jest już nieaktualna",
  } satisfies Record<ApprovalStatus, string>,
  /** To who wants to act on what waits. */
  waits: "Ta lekcja czeka na zgodę rodzica, który płaci",
  /** To a child whose move of a weekly lesson would add lessons: `doszłyby 4 lekcje za 360 zł`. */
  moveAdds: (lessons: number, amount: number) =>
    `Przy tej zmianie w pominiętych tygodniach ${plural(lessons, "doszłaby", "doszłyby", "doszłoby")} ${lessonCount(lessons)} za ${zloty(amount)}. Może ją wprowadzić rodzic, który płaci za Twoje lekcje.`,
  until: (instant: string) => `Czeka na zgodę rodzica (do ${instant})`,
  orderWaits: (instant: string) =>
    `Zamówienie czeka na zgodę rodzica, który płaci (do ${instant}). Damy Ci znać, co odpowiedział.`,
  joinWaits:
    "Dziękujemy. Poprosiliśmy drugiego rodzica o zgodę; gdy się zgodzi, zobaczysz lekcje dziecka. Napiszemy do Ciebie.",
} as const;

/** What a child asks for: `stały termin, 2 610 zł`. */
export function approvalSubject(kind: ApprovalKind, amount: number): string {
  switch (kind) {
    case "series":
      return `stały termin, ${zloty(amount)}`;
    case "order":
      return `zakup lekcji, ${zloty(amount)}`;
    case "guardian":
      return "dodanie drugiego opiekuna";
  }
}

/** `Jakub prosi o stały termin, 2 610 zł`. */
export function approvalSentence(asked: { firstName: string; kind: ApprovalKind; amount: number }): string {
  return `${asked.firstName} prosi o ${approvalSubject(asked.kind, asked.amount)}`;
}

type Asked = {
  kind: ApprovalKind;
  parts: readonly (SubjectLevel & { lessons: number })[];
  from: CivilDate | null;
  to: CivilDate | null;
  parentEmail: string | null;
};

/**
 * `Matematyka (liceum podst.), 29 lekcji od 26 listopada 2026 do 17 czerwca 2027`; an order's parts are one after another:
 * `Fizyka (liceum podst.), 4 lekcje; Matematyka (liceum rozsz.), 4 lekcje`.
 */
export function approvalDetails({ kind, parts, from, to, parentEmail }: Asked): string {
  if (kind === "guardian") return `${parentEmail ?? ""}: rezerwowanie lekcji i płacenie za nie`;
  const what = parts.map((part) => `${subjectWithShortLevel(part)}, ${lessonCount(part.lessons)}`).join("; ");
  const days = from && to ? ` od ${dayOfYear(from)} do ${dayOfYear(to)}` : "";
  return `${what}${days}`;
}
