import * as field from "@korki/contracts/fields";
import { longSlot } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { NAMED_MAX, restOf, toLessons } from "../lessons";

const slot = { date: field.civilDate, block: field.block };

/** To everybody whose lessons a closed day or an absence changes: one message for all of them. */
export const closureDecided = defineNotification({
  kind: "closure-decided",
  label: "Zmiany z powodu dnia wolnego lub nieobecności",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  payload: z.object({
    scope: z.enum(["centre", "teacher"]),
    /** The reason of the centre's closure; empty for a teacher's, which is private. */
    label: z.string(),
    lessons: z.array(
      z.object({
        ...slot,
        subject: field.subject,
        withName: z.string(),
        /** Whose lesson it is, where a parent is told of several children. */
        studentName: z.string().optional(),
        outcome: z.discriminatedUnion("action", [
          z.object({ action: z.literal("move"), ...slot }),
          z.object({ action: z.literal("substitute"), teacherName: z.string() }),
          z.object({ action: z.literal("cancel") }),
          z.object({ action: z.literal("keep") }),
        ]),
      }),
    ),
  }),
  revalidate: alwaysTrue,
  message: ({ scope, label, lessons }, context) => ({
    icon: "📆",
    subject:
      scope === "centre"
        ? "Zmiany w zajęciach: centrum nieczynne"
        : "Zmiany w zajęciach: nieobecność nauczyciela",
    heading: "Zmiany w zajęciach",
    paragraphs: [
      scope === "centre"
        ? `W tym czasie centrum jest nieczynne${label === "" ? "" : ` (${label})`}.`
        : "Nauczyciel jest w tym czasie nieobecny.",
      ...restOf(lessons),
    ],
    details: lessons.slice(0, NAMED_MAX).map(({ date, block, subject, withName, studentName, outcome }) => ({
      label: [longSlot(date, block), studentName, subject, withName].filter(Boolean).join(", "),
      value: outcomeText(outcome),
    })),
    action: toLessons(context),
  }),
  samples: [
    {
      to: "Student",
      facts: {
        scope: "teacher",
        label: "",
        lessons: [
          {
            date: "2026-11-24",
            block: 9,
            subject: "Matematyka",
            withName: "Marek Zieliński",
            outcome: { action: "move", date: "2026-11-26", block: 8 },
          },
          {
            date: "2026-11-27",
            block: 9,
            subject: "Fizyka",
            withName: "Marek Zieliński",
            outcome: { action: "substitute", teacherName: "Anna Kowalska" },
          },
        ],
      },
    },
    {
      to: "Parent",
      facts: {
        scope: "centre",
        label: "Wigilia",
        lessons: ["Ola Nowak", "Jan Nowak"].map((studentName, at) => ({
          date: "2026-12-24",
          block: 8 + at,
          subject: "Matematyka" as const,
          studentName,
          withName: "Marek Zieliński",
          outcome: { action: "cancel" as const },
        })),
      },
    },
    {
      to: "Teacher",
      facts: {
        scope: "centre",
        label: "Boże Ciało",
        lessons: [
          {
            date: "2027-05-27",
            block: 9,
            subject: "Matematyka",
            withName: "Ola Nowak",
            outcome: { action: "cancel" },
          },
          {
            date: "2027-05-27",
            block: 10,
            subject: "Matematyka",
            withName: "Jan Lis",
            outcome: { action: "keep" },
          },
        ],
      },
    },
  ],
});

type Outcome =
  | { action: "move"; date: string; block: number }
  | { action: "substitute"; teacherName: string }
  | { action: "cancel" | "keep" };

function outcomeText(outcome: Outcome): string {
  switch (outcome.action) {
    case "move":
      return `nowy termin: ${longSlot(outcome.date, outcome.block)}`;
    case "substitute":
      return `zastępstwo: ${outcome.teacherName}`;
    case "cancel":
      return "odwołana";
    case "keep":
      return "odbędzie się";
  }
}
