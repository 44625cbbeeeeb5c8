import { createHash, createHmac } from "node:crypto";
import type {
  BankLine,
  BankMapping,
  BankStatement,
  BankStatementEntry,
  UploadStatementInput,
} from "@korki/contracts/bank";
import type { Page, Paging } from "@korki/contracts/paging";
import {
  type BankLineRow,
  type BankStatementRow,
  findBankMappings,
  findStatement,
  findStatementOf,
  insertStatement,
  listBankLines,
  listStatements,
  type SuggestionRow,
  saveBankMapping,
  suggestForLines,
  transact,
} from "@korki/db";
import { IMPORT_UNDO_HOURS, today } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { fingerprintsOf, readStatement, type StatementLine } from "./read-statement";

/** 5,000 lines take a few seconds. */
export const TIMEOUT_MS = 60_000;

/**
 * Reads a bank's file and keeps its credits, each once whatever files it is in; the same file again is the same
 * statement. Nothing is booked. Account numbers are kept as a keyed hash with their last four digits. Throws `input` for
 * what cannot be read, and where the columns have to be said (rules §41).
 */
export async function uploadStatement(ctx: ActorCtx, input: UploadStatementInput): Promise<BankStatement> {
  const file = Buffer.from(input.base64, "base64");
  const contentHash = contentHashOf(file);
  const knownId = input.mapping ? null : await findStatementOf(ctx.db, contentHash);
  if (knownId !== null) return getStatement(ctx, { id: knownId });
  const { lines, headerHash } = await readStatement(file, {
    mapping: input.mapping,
    asking: input.canAsk ? "ifUnclear" : "ifUnreadable",
    recall: recallFrom(ctx),
  });
  const { fileName } = input;
  const made = { fileName, contentHash, createdById: ctx.actor.id, createdAt: ctx.now() };
  const id = await transact(
    ctx.db,
    async (tx) => {
      const statement = await insertStatement(tx, made, toKeep(ctx, lines));
      if (headerHash && input.mapping) await saveBankMapping(tx, headerHash, input.mapping, ctx.now());
      if (statement.isNew) {
        await recordHistory(tx, ctx, {
          entity: "import",
          entityId: statement.id,
          action: "import",
          changes: diff(null, { kind: "bank", fileName, count: lines.length }),
        });
      }
      return statement.id;
    },
    { timeoutMs: TIMEOUT_MS },
  );
  return getStatement(ctx, { id });
}

/** Returns a statement with its lines; those that are not booked with what they probably are. Throws `not_found`. */
export async function getStatement(ctx: ActorCtx, { id }: { id: string }): Promise<BankStatement> {
  const found = await findStatement(ctx.db, id);
  if (!found) throw notFound();
  const { count: _, booked: __, ...statement } = toEntry(ctx, found);
  return { ...statement, lines: await linesOf(ctx, id) };
}

export async function listBankStatements(
  ctx: ActorCtx,
  { page, pageSize }: Paging,
): Promise<Page<BankStatementEntry>> {
  const { items, total } = await listStatements(ctx.db, { page, pageSize });
  return { items: items.map((row) => toEntry(ctx, row)), total, page, pageSize };
}

async function linesOf({ db, now }: ActorCtx, id: string): Promise<BankLine[]> {
  const rows = await listBankLines(db, id);
  const suggestions = new Map<string, SuggestionRow>();
  if (rows.some(({ booked }) => booked === null)) {
    for (const suggestion of await suggestForLines(db, id, today(now())))
      suggestions.set(suggestion.lineId, suggestion);
  }
  return rows.map((row) => toLine(row, suggestions.get(row.id)));
}

function toLine({ amount, ...row }: BankLineRow, suggested: SuggestionRow | undefined): BankLine {
  const line = { ...row, amount: amount / 100 };
  if (!suggested) return { ...line, suggestion: null, certain: false };
  const { lineId: _, isCertain, ...suggestion } = suggested;
  return { ...line, suggestion, certain: isCertain };
}

function toEntry(ctx: ActorCtx, { lastBookedAt, ...row }: BankStatementRow): BankStatementEntry {
  return { ...row, canUndo: lastBookedAt !== null && lastBookedAt >= undoableSince(ctx) };
}

/** What was booked since then can be taken back. */
export function undoableSince(ctx: ActorCtx): Date {
  return new Date(ctx.now().getTime() - IMPORT_UNDO_HOURS * 3_600_000);
}

export function contentHashOf(file: Buffer): string {
  return createHash("sha256").update(file).digest("base64url");
}

/** Finds the mappings that were remembered for headers. */
export function recallFrom({ db }: ActorCtx) {
  return (headerHashes: readonly string[]) => findBankMappings<BankMapping>(db, headerHashes);
}

/** A Polish account number within a text, and its last four digits. */
const ACCOUNT = /(?<!\d)(?:PL[ -]?)?(?:\d[ -]?){22}((?:\d[ -]?){3}\d)(?!\d)/gi;

/** Returns lines as they are kept. Their fingerprints are of the whole texts. */
export function toKeep({ settings }: ActorCtx, lines: readonly StatementLine[]) {
  const hashed = lines.map((line) => ({ ...line, accountHash: hashOf(settings.authSecret, line.account) }));
  const fingerprints = fingerprintsOf(hashed);
  return hashed.map(({ account, ...line }, at) => ({
    ...line,
    payer: line.payer.replaceAll(ACCOUNT, "…$1"),
    title: line.title.replaceAll(ACCOUNT, "…$1"),
    fingerprint: fingerprints[at] ?? "",
    accountEnd: account === "" ? null : account.slice(-4),
  }));
}

function hashOf(secret: string, account: string): string | null {
  return account === "" ? null : createHmac("sha256", `bank:${secret}`).update(account).digest("base64url");
}
