import * as field from "@korki/contracts/fields";
import { approvalSubject } from "@korki/contracts/texts/approvals";
import { APPROVAL_KINDS, type ApprovalKind } from "@korki/domain";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { orderUrl, screenUrl } from "../links";

const ANSWERS = ["agreed", "declined", "expired"] as const;
type Answer = (typeof ANSWERS)[number];

const HEADINGS: Record<Answer, string> = {
  agreed: "Rodzic się zgodził",
  declined: "Rodzic się nie zgodził",
  expired: "Brak zgody rodzica",
};

const UNASKED = "Zgoda rodzica nie jest już potrzebna";

/** What comes after an agreement, and what became of what nobody agreed to. */
const AFTER: Record<ApprovalKind, Record<"agreed" | "refused", string>> = {
  series: {
    agreed: "Nauczyciel dowiedział się o stałym terminie i teraz go potwierdzi.",
    refused: "Zajęte terminy są znowu wolne.",
  },
  order: { agreed: "Zamówienie można już opłacić.", refused: "Zamówienia nie będzie można opłacić." },
  guardian: {
    agreed: "Drugi opiekun może już rezerwować lekcje i za nie płacić.",
    refused: "Drugi opiekun nie został dodany.",
  },
};

/** To the student, and to a parent who was to join: what the payer answered (rules §39). */
export const approvalDecided = defineNotification({
  kind: "approval-decided",
  label: "Odpowiedź rodzica na prośbę",
  group: "payments",
  audience: ["Student", "Parent"],
  optional: true,
  urgency: "usual",
  payload: z.object({
    approvalId: field.id,
    asks: z.enum(APPROVAL_KINDS),
    answer: z.enum(ANSWERS),
    amount: z.int(),
    firstName: z.string(),
    /** Nobody pays for the student any more, so nobody had to agree. */
    isUnasked: z.boolean().default(false),
    /** Of an order; messages of earlier versions have none. */
    orderId: field.id.nullable().default(null),
  }),
  revalidate: alwaysTrue,
  message: ({ asks, answer, amount, firstName, isUnasked, orderId }, { publicUrl, recipientRole }) => ({
    icon: answer === "agreed" ? "👍" : "🚫",
    subject: `${isUnasked ? UNASKED : HEADINGS[answer]}: ${approvalSubject(asks, amount)}`,
    heading: isUnasked ? UNASKED : HEADINGS[answer],
    paragraphs: [
      ...(isUnasked
        ? ["Nie ma teraz rodzica, który płaci za lekcje i może odpowiedzieć, więc nikt nie musi się zgadzać."]
        : []),
      ...(answer === "expired" ? ["Nikt nie odpowiedział w ciągu trzech dni, a to znaczy: nie."] : []),
      AFTER[asks][answer === "agreed" ? "agreed" : "refused"],
    ],
    details: [
      { label: "Prośba", value: approvalSubject(asks, amount) },
      ...(recipientRole === "Parent" ? [{ label: "Uczeń", value: firstName }] : []),
    ],
    action: actionOf(asks, answer, { orderId, publicUrl }),
  }),
  samples: [
    { to: "Student", facts: sampleOf("series", "agreed", 2610) },
    { to: "Student", facts: { ...sampleOf("series", "agreed", 2610), isUnasked: true } },
    { to: "Student", facts: sampleOf("order", "agreed", 720) },
    { to: "Student", facts: sampleOf("order", "declined", 720) },
    { to: "Parent", facts: sampleOf("guardian", "expired", 0) },
  ],
});

function actionOf(asks: ApprovalKind, answer: Answer, at: { orderId: string | null; publicUrl: string }) {
  const { orderId, publicUrl } = at;
  if (asks !== "order")
    return { label: "Otwórz serwis", url: screenUrl(publicUrl, asks === "series" ? "series" : "lessons") };
  if (orderId === null) return { label: "Zobacz płatności", url: screenUrl(publicUrl, "payments") };
  return {
    label: answer === "agreed" ? "Zapłać" : "Zobacz zamówienie",
    url: orderUrl(publicUrl, orderId),
  };
}

function sampleOf(asks: ApprovalKind, answer: Answer, amount: number) {
  const approvalId = "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b60";
  const orderId = asks === "order" ? "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b61" : null;
  return { approvalId, asks, answer, amount, firstName: "Jakub", isUnasked: false, orderId };
}
