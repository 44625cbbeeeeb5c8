import { z } from "zod";
import * as field from "./fields";
import { lessonStatus } from "./lessons";
import { pageOf, paging } from "./paging";
import { commonTexts } from "./texts/common";

/** What can need a person's attention (rules §18). */
export const ATTENTION_KINDS = [
  "today",
  "to-confirm",
  "no-outcome",
  "busy-elsewhere",
  "no-report",
  "homework-done",
  "teacher-absent",
  "starts-unconfirmed",
  "trial-waiting",
  "bills-preview",
  "bill-overdue",
  "owes-lessons",
  "package-ends",
  "no-next-lesson",
  "notification-failed",
  "push-stopped",
  "payment-suspect",
  "invoices-stopped",
  "invoice-failed",
  "settlement-objection",
  "settlement",
  "slot-held",
  "next-lesson",
  "asked",
  "homework",
  "balance",
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Items that a kind shows at most; its count is the whole. */
export const ATTENTION_ITEMS_MAX = 20;

/** One child of a parent; left out, or asked by others: everything. */
const studentId = field.id.optional();

/** `items`: how many of each kind are returned at most. */
export const attentionInput = z
  .object({
    items: z
      .int(commonTexts.invalidInput)
      .min(1, commonTexts.invalidInput)
      .max(ATTENTION_ITEMS_MAX, commonTexts.invalidInput)
      .default(ATTENTION_ITEMS_MAX),
    studentId,
  })
  .prefault({});
export type AttentionInput = z.infer<typeof attentionInput>;

const attentionItem = z.object({
  lessonId: field.id.optional(),
  studentId: field.id.optional(),
  teacherId: field.id.optional(),
  trialLessonId: field.id.optional(),
  text: z.string(),
  /** Of a lesson that is ahead: when it starts and where it takes place. */
  startsAt: field.timestamp.optional(),
  /** Of a line for both hours of a double lesson; it names the earlier one. */
  blocks: field.blockSpan.optional(),
  meetingLink: z.string().optional(),
  /** What its action in place needs. */
  status: lessonStatus.optional(),
  version: z.number().optional(),
  proposalId: field.id.optional(),
  seriesId: field.id.optional(),
  moveId: field.id.optional(),
  documentId: field.id.optional(),
  notificationId: field.id.optional(),
  invoiceId: field.id.optional(),
  billId: field.id.optional(),
  payerId: field.id.optional(),
  /** The month (`2026-11`) in which its screen shows it. */
  month: z.string().optional(),
  approvalId: field.id.optional(),
  homework: z.string().optional(),
  /** The subject and level of the lessons that the line is about, where all have the same. */
  subject: field.subject.optional(),
  level: field.level.optional(),
  /** What is held for who waits for a slot. */
  held: z.object({ date: field.civilDate, block: field.block }).optional(),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** Kinds in the order in which they matter; one with nothing to do is left out. */
export const attention = z.array(
  z.object({ kind: z.enum(ATTENTION_KINDS), count: z.number(), items: z.array(attentionItem) }),
);
export type Attention = z.infer<typeof attention>;

/** The whole list of one kind, a page at a time. */
export const attentionListInput = z.object({ kind: z.enum(ATTENTION_KINDS), studentId, ...paging });
export type AttentionListInput = z.output<typeof attentionListInput>;
export const attentionPage = pageOf(attentionItem);
