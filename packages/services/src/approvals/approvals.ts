import type { AnswerApprovalInput, Approval, WaitingStep } from "@korki/contracts/approvals";
import { approvalDetails, approvalSentence, approvalTexts } from "@korki/contracts/texts/approvals";
import {
  type ApprovalRow,
  closeApproval,
  findApproval,
  findGuardianRights,
  findOverdueApprovals,
  hasAnsweringPayer,
  hasGuardianship,
  listApprovalsFor,
  listChildrenOf,
  listUnasked,
  listWaiting,
  moveOrder,
  openWaitingOrder,
  type Tx,
  transact,
} from "@korki/db";
import type { ApprovalStatus } from "@korki/domain";
import { approvalRequest } from "../ask-payer";
import { type ActorCtx, type Ctx, type Services, systemCtx } from "../context";
import { notFound, ServiceError } from "../errors";
import { addGuardian } from "../families/add-guardian";
import { lockStudent } from "../families/guardianships";
import { recordHistory } from "../history";
import { alone } from "../in-groups";
import { registerWaitingOrder } from "../orders/register-order";
import { notify } from "../outbox";
import { announceLessons, dropLessons } from "../series/answered-lessons";

/** Returns what waits for the answer of the parent who asks, as the payer, the oldest first (rules §39). */
export async function listApprovals({ db, actor, now }: ActorCtx): Promise<Approval[]> {
  return (await listApprovalsFor(db, actor.id, now())).map(toApproval);
}

/** A child's step as its payer sees it. */
function toApproval(row: ApprovalRow): Approval {
  const { id, studentId, kind, amount, until } = row;
  return { id, studentId, kind, amount, until, text: approvalSentence(row), details: approvalDetails(row) };
}

/** Returns what waits for a payer of the student or the children of the caller, or of lessons with the teacher. */
export async function listWaitingSteps({ db, actor, now }: ActorCtx): Promise<WaitingStep[]> {
  if (actor.role === "Teacher") return listWaiting(db, { teacherId: actor.id }, now());
  const studentIds =
    actor.role === "Parent" ? (await listChildrenOf(db, actor.id)).map(({ id }) => id) : [actor.id];
  return listWaiting(db, { studentIds }, now());
}

/**
 * The payer agrees to a child's step, or declines it (rules §39). Throws `not_found` for everybody but the present payer,
 * `conflict` with the state for a step that was answered, is over or was taken back, and `unavailable` where the payment
 * provider does not answer; nothing is changed then.
 */
export async function answerApproval(ctx: ActorCtx, { id, agreed }: AnswerApprovalInput): Promise<void> {
  const asked = requirePayers(ctx, await findApproval(ctx.db, id, ctx.now()));
  if (!asked.isOpen) throw isOver(asked.status);
  // The provider is asked before, outside every transaction: an order nobody agreed to has an address nobody knows.
  const payUrl = agreed && asked.orderId ? await registerWaitingOrder(ctx, asked.orderId) : null;
  await transact(ctx.db, async (tx) => {
    if (asked.kind === "guardian") await lockStudent(tx, asked.studentId);
    const rights = await findGuardianRights(tx, { parentId: ctx.actor.id, studentId: asked.studentId });
    if (!rights?.isPayer) throw notFound();
    await close(tx, ctx, id, agreed ? "agreed" : "declined", payUrl);
  });
}

/** Declines what payers did not answer in time, each once, whatever number of workers does it. */
export async function expireApprovals(services: Services): Promise<void> {
  const ctx = systemCtx(services);
  for (const id of await findOverdueApprovals(services.db, services.now(), 200)) {
    await alone(services, { approvalId: id }, () =>
      transact(services.db, (tx) => expire(tx, ctx, id)).catch(unlessRefused),
    );
  }
}

async function expire(tx: Tx, ctx: Ctx, id: string): Promise<void> {
  const asked = await findApproval(tx, id, ctx.now());
  // The parent may be joining in another way at this moment.
  if (asked?.kind === "guardian") await lockStudent(tx, asked.studentId);
  await close(tx, ctx, id, "expired", null);
}

/**
 * Lets what waits follow a change of who pays, each once, whatever number of workers does it: a new payer is asked. Where
 * nobody pays for the student any more, or the payer's account is disabled, it is done, as it would have been without a
 * payer; what cannot be done now, such as an order while the provider is away, waits on (rules §39).
 */
export async function followPayers(services: Services): Promise<void> {
  const ctx = systemCtx(services);
  for (const { id, kind, payerId } of await listUnasked(services.db, services.now(), 200)) {
    const follow = () =>
      payerId === null
        ? doUnasked(ctx, id)
        : transact(services.db, (tx) => notify(tx, ctx, approvalRequest(payerId, { id, kind })));
    await alone(services, { approvalId: id }, () => follow().catch(unlessRefused));
  }
}

/** What is over or cannot be done now is no fault. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ServiceError)) throw error;
}

async function doUnasked(ctx: Ctx, id: string): Promise<void> {
  const asked = await findApproval(ctx.db, id, ctx.now());
  if (!asked?.isOpen) return;
  const payUrl = asked.orderId ? await registerWaitingOrder(ctx, asked.orderId) : null;
  await transact(ctx.db, async (tx) => {
    await lockStudent(tx, asked.studentId);
    if (await hasAnsweringPayer(tx, asked.studentId)) return;
    await close(tx, ctx, id, "agreed", payUrl, true);
  });
}

type Outcome = Exclude<ApprovalStatus, "open" | "withdrawn">;

/** @param isUnasked nobody pays for the student any more, so nobody had to agree */
async function close(
  tx: Tx,
  ctx: Ctx,
  id: string,
  outcome: Outcome,
  payUrl: string | null,
  isUnasked = false,
): Promise<void> {
  const now = ctx.now();
  if (!(await closeApproval(tx, id, outcome, { at: now, by: ctx.actor?.id ?? null }))) {
    throw isOver((await findApproval(tx, id, now))?.status ?? "withdrawn");
  }
  const asked = await findApproval(tx, id, now);
  if (!asked) throw notFound();
  const stands = outcome === "agreed" ? await carryOut(tx, ctx, asked, payUrl) : await undo(tx, ctx, asked);
  if (!stands) {
    if (outcome === "expired") return;
    throw isOver("withdrawn");
  }
  const { studentId, kind, amount, orderId, parentId } = asked;
  await recordHistory(tx, ctx, {
    entity: kind === "series" ? "series" : kind === "order" ? "order" : "guardianship",
    entityId: asked.seriesId ?? orderId ?? `${parentId}/${studentId}`,
    action: outcome === "agreed" ? "agree" : "refuse",
    changes: { answer: { from: "open", to: outcome } },
    studentId,
  });
  const told = [studentId, ...(parentId === null ? [] : [parentId])];
  const facts = {
    approvalId: id,
    asks: kind,
    answer: outcome,
    amount,
    firstName: asked.firstName,
    isUnasked,
    orderId,
  };
  await notify(
    tx,
    ctx,
    ...told.map((userId) => ({ kind: "approval-decided" as const, to: { userId }, facts })),
  );
}

/** Does what the payer agreed to. Returns false if it was taken back meanwhile. */
async function carryOut(tx: Tx, ctx: Ctx, asked: ApprovalRow, payUrl: string | null): Promise<boolean> {
  const { seriesId, lessonIds, orderId, parentId, studentId } = asked;
  if (seriesId !== null) return announceLessons(tx, ctx, seriesId, lessonIds);
  if (orderId !== null) {
    const expiresAt = new Date(ctx.now().getTime() + ctx.settings.orderExpiryMinutes * 60_000);
    return payUrl !== null && openWaitingOrder(tx, { id: orderId, payUrl, expiresAt });
  }
  if (parentId === null) return false;
  const { parentEmail, studentName, payerId } = asked;
  const joined = { parentId, parentEmail: parentEmail ?? "", studentId, studentName, payerId };
  await addGuardian(tx, ctx, { ...joined, isAgreed: true });
  return true;
}

/** Gives back what was kept. Returns false if nothing is left of it. */
async function undo(tx: Tx, ctx: Ctx, asked: ApprovalRow): Promise<boolean> {
  const { seriesId, lessonIds, orderId, parentId, studentId } = asked;
  if (seriesId !== null) return dropLessons(tx, ctx, seriesId, lessonIds);
  if (orderId !== null) return moveOrder(tx, orderId, ["waiting"], "declined");
  // Who joined in another way meanwhile is a guardian.
  return parentId !== null && !(await hasGuardianship(tx, { parentId, studentId }));
}

function requirePayers({ actor }: ActorCtx, asked: ApprovalRow | null): ApprovalRow {
  if (asked?.payerId !== actor.id) throw notFound();
  return asked;
}

function isOver(status: ApprovalStatus): ServiceError {
  return new ServiceError("conflict", approvalTexts.answered[status], undefined, {
    status: status === "open" ? "withdrawn" : status,
  });
}
