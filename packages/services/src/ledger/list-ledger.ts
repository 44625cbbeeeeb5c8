import type {
  JsonLedgerInput,
  JsonLedgerPage,
  LedgerEntry,
  MyLedgerInput,
  StudentJsonLedgerInput,
  StudentLedgerInput,
} from "@korki/contracts/ledger";
import type { Page } from "@korki/contracts/paging";
import { listLedger, listLedgerJson } from "@korki/db";
import { requirePersonOfRole } from "../accounts/get-person";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";

/** Returns a page of the student's own ledger, or of that of a parent's child (rules §14). */
export async function listMyLedger(ctx: ActorCtx, input: MyLedgerInput): Promise<Page<LedgerEntry>> {
  return pageOf(ctx, await ownStudent(ctx, input), input);
}

/** Returns a page of a student's ledger. Throws `not_found` for anybody who is no student. */
export async function listStudentLedger(
  ctx: ActorCtx,
  { studentId, ...input }: StudentLedgerInput,
): Promise<Page<LedgerEntry>> {
  await requirePersonOfRole(ctx, studentId, "Student");
  return pageOf(ctx, studentId, input);
}

/** Returns what `listMyLedger` does, oldest first, its entries as the JSON text of REST. */
export async function listMyLedgerJson(ctx: ActorCtx, input: JsonLedgerInput): Promise<JsonLedgerPage> {
  return jsonPageOf(ctx, await ownStudent(ctx, input), input);
}

/** Returns what `listStudentLedger` does, oldest first, its entries as the JSON text of REST. */
export async function listStudentLedgerJson(
  ctx: ActorCtx,
  { studentId, ...input }: StudentJsonLedgerInput,
): Promise<JsonLedgerPage> {
  await requirePersonOfRole(ctx, studentId, "Student");
  return jsonPageOf(ctx, studentId, input);
}

async function ownStudent(ctx: ActorCtx, { studentId }: { studentId?: string | undefined }): Promise<string> {
  return studentOf(await actFor(ctx.db, ctx, studentId, "pay"));
}

async function pageOf(ctx: ActorCtx, studentId: string, input: MyLedgerInput): Promise<Page<LedgerEntry>> {
  const { page, pageSize } = input;
  return { ...(await listLedger(ctx.db, { ...input, studentId })), page, pageSize };
}

async function jsonPageOf(
  ctx: ActorCtx,
  studentId: string,
  { page, pageSize }: JsonLedgerInput,
): Promise<JsonLedgerPage> {
  return { ...(await listLedgerJson(ctx.db, { page, pageSize, studentId })), page, pageSize };
}
