import { approvalTexts } from "@korki/contracts/texts/approvals";
import { type Executor, findPayerToAsk, findWaitingLessons, insertApproval, newId, type Tx } from "@korki/db";
import { APPROVAL_HOURS, type ApprovalKind } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import type { ActorCtx, Ctx } from "./context";
import { conflict } from "./errors";
import { notify } from "./outbox";

/**
 * Returns the payer who has to agree to what a student starts (rules §39): the step costs more than the centre's limit.
 * Null: nobody does, and whoever acts for the student needs no agreement.
 */
export async function payerToAsk(
  on: Executor,
  { actor }: ActorCtx,
  { studentId, amount }: { studentId: string; amount: number },
): Promise<string | null> {
  if (actor.role !== "Student" || actor.id !== studentId) return null;
  return findPayerToAsk(on, studentId, amount);
}

/** What waits: lessons of a series, an order, or a parent who is to join. */
type Asked =
  | { kind: "series"; seriesId: string; lessonIds: string[] }
  | { kind: "order"; orderId: string }
  | { kind: "guardian"; parentId: string };

/** Returns the last instant for an answer to what is asked now. */
export function approvalDeadline(ctx: Ctx): Date {
  return new Date(ctx.now().getTime() + APPROVAL_HOURS * 3_600_000);
}

/** Asks the payer to agree to a student's step, with a message. */
export async function askPayer(
  tx: Tx,
  ctx: Ctx,
  payerId: string,
  { studentId, ...asked }: Asked & { studentId: string },
): Promise<void> {
  const id = newId();
  const createdAt = ctx.now();
  await insertApproval(tx, { id, studentId, createdAt, expiresAt: approvalDeadline(ctx), ...asked });
  await notify(tx, ctx, approvalRequest(payerId, { id, kind: asked.kind }));
}

/** The message in which a payer is asked, once. */
export function approvalRequest(
  payerId: string,
  { id, kind }: { id: string; kind: ApprovalKind },
): NotificationRequest {
  return {
    kind: "approval-asked",
    to: { userId: payerId },
    facts: { approvalId: id, asks: kind },
    dedupeKey: `approval-asked:${id}:${payerId}`,
  };
}

/** Returns those of a student's lessons to which no payer has to agree. Throws `conflict` if all of them wait. */
export async function agreedLessons<Row extends { id: string }>(
  on: Executor,
  studentId: string,
  lessons: readonly Row[],
): Promise<Row[]> {
  const waiting = await findWaitingLessons(on, studentId);
  const agreed = lessons.filter(({ id }) => !waiting.has(id));
  if (agreed.length === 0 && lessons.length > 0) throw conflict(approvalTexts.waits);
  return agreed;
}
