import {
  endPastGuardianships,
  hasPayer,
  insertGuardianship,
  listAdminIds,
  newId,
  type Tx,
  withdrawGuardianApproval,
} from "@korki/db";
import { today } from "@korki/domain";
import type { Ctx } from "../context";
import { notify } from "../outbox";
import { guardianshipRefused, lockStudent, recordGuardianship } from "./guardianships";

/**
 * Makes an invited parent the guardian of a student, with `book` and `pay`; the first one of a child without a login
 * pays. The student, the payer and the administrators hear of it at once: a typing error may have invited a stranger.
 * Locks the student. Throws `conflict` for a parent who is the student's already.
 *
 * @param joined `payerId`: who paid for the student before; `isAgreed`: the payer agreed, and the student is told the
 * answer, so that only administrators hear of it here
 */
export async function addGuardian(
  tx: Tx,
  ctx: Ctx,
  joined: {
    parentId: string;
    parentEmail: string;
    studentId: string;
    studentName: string;
    payerId: string | null;
    isAgreed?: true;
  },
): Promise<void> {
  const { parentId, parentEmail, studentId, studentName, payerId, isAgreed } = joined;
  const now = ctx.now();
  const { hasLogin } = await lockStudent(tx, studentId);
  await endPastGuardianships(tx, studentId, now);
  const isPayer = !hasLogin && !(await hasPayer(tx, studentId));
  const terms = { canBook: true, canPay: true, isPayer, from: today(now), to: null };
  const pair = { parentId, studentId };
  try {
    await insertGuardianship(tx, { id: newId(), ...pair, ...terms });
  } catch (error) {
    throw guardianshipRefused(error);
  }
  await withdrawGuardianApproval(tx, pair, now);
  const actor = { id: parentId, role: "Parent", sessionId: "" } as const;
  await recordGuardianship(tx, { ...ctx, actor }, "add", null, { ...pair, ...terms });
  const family = [...(hasLogin ? [studentId] : []), ...(payerId === null ? [] : [payerId])];
  const told = [...(isAgreed ? [] : family), ...(await listAdminIds(tx))];
  const facts = { studentName, parentEmail };
  await notify(tx, ctx, ...told.map((userId) => ({ kind: "parent-joined" as const, to: { userId }, facts })));
}
