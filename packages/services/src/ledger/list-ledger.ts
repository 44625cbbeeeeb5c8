import type { LedgerEntry, MyLedgerInput, StudentLedgerInput } from "@korki/contracts/ledger";
import type { Page } from "@korki/contracts/paging";
import { listLedger } from "@korki/db";
import type { ActorCtx } from "../context";
import { actFor, studentOf } from "../families/act-for";
import { requirePersonOfRole } from "../people/get-person";

/** Returns a page of the student's own ledger, or of that of a parent's child (rules §14). */
export async function listMyLedger(ctx: ActorCtx, input: MyLedgerInput): Promise<Page<LedgerEntry>> {
  return pageOf(ctx, studentOf(await actFor(ctx.db, ctx, input.studentId, "pay")), input);
}

/** Returns a page of a student's ledger. Throws `not_found` for anybody who is no student. */
export async function listStudentLedger(
  ctx: ActorCtx,
  { studentId, ...input }: StudentLedgerInput,
): Promise<Page<LedgerEntry>> {
  await requirePersonOfRole(ctx, studentId, "Student");
  return pageOf(ctx, studentId, input);
}

async function pageOf(ctx: ActorCtx, studentId: string, input: MyLedgerInput): Promise<Page<LedgerEntry>> {
  const { page, pageSize } = input;
  return { ...(await listLedger(ctx.db, { ...input, studentId })), page, pageSize };
}
