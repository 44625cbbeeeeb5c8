import type { ImportUndo } from "@korki/contracts/imports";
import { importTexts as texts } from "@korki/contracts/texts/imports";
import {
  deleteStudents,
  type Executor,
  findImport,
  type HeldImport,
  type ImportUse,
  listInvoicedPayments,
  listPaymentUses,
  listStudentUses,
  lockImportedPayments,
  lockImportedStudents,
  lockImports,
  markUndone,
  type Tx,
  transact,
  voidPayments,
} from "@korki/db";
import { IMPORT_UNDO_HOURS } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { type HistoryRecord, recordHistory } from "../history";
import { reviseInvoiceOf } from "../invoices/want-invoice";

/** Most of what stays that is named. */
const NAMED_MAX = 50;
const TIMEOUT_MS = 60_000;

/** Returns what undoing an import would remove, and what would stay and why. Throws `not_found` and `conflict`. */
export async function previewUndo(ctx: ActorCtx, { id }: { id: string }): Promise<ImportUndo> {
  return toUndo(await usesOf(ctx.db, await undoable(ctx.db, ctx, id)));
}

/**
 * Undoes an import within 24 hours: removes the accounts, or voids the payments, that it created and that nothing has
 * used since. What is in use stays, and the answer says why. Throws `not_found`, and `conflict` for an older import and
 * one that was undone (rules §28).
 */
export async function undoImport(ctx: ActorCtx, { id }: { id: string }): Promise<ImportUndo> {
  return transact(
    ctx.db,
    async (tx) => {
      await lockImports(tx);
      const found = await undoable(tx, ctx, id);
      await (found.kind === "students" ? lockImportedStudents : lockImportedPayments)(tx, id);
      const uses = await usesOf(tx, found);
      const removed = uses.filter(({ kept }) => kept === null).map((use) => use.id);
      const history = await remove(tx, ctx, found, removed);
      await markUndone(tx, id, { removed, keptCount: uses.length - removed.length, at: ctx.now() });
      await recordHistory(
        tx,
        ctx,
        {
          entity: "import",
          entityId: id,
          action: "undo",
          changes: {
            count: { from: uses.length, to: uses.length - removed.length },
          },
        },
        ...history,
      );
      return toUndo(uses);
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

async function undoable(on: Executor, ctx: ActorCtx, id: string): Promise<HeldImport> {
  const found = await findImport(on, id);
  if (!found) throw notFound();
  if (found.undoneAt !== null) throw conflict(texts.alreadyUndone);
  if (!canUndoImport(found.createdAt, ctx.now())) throw conflict(texts.undoTooLate);
  return found;
}

/** Whether an import made then can still be undone. */
export function canUndoImport(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() <= IMPORT_UNDO_HOURS * 3_600_000;
}

function usesOf(on: Executor, { id, kind }: HeldImport): Promise<ImportUse[]> {
  return kind === "students" ? listStudentUses(on, id) : listPaymentUses(on, id);
}

async function remove(
  tx: Tx,
  ctx: ActorCtx,
  { kind }: HeldImport,
  ids: readonly string[],
): Promise<HistoryRecord[]> {
  if (kind === "students") {
    await deleteStudents(tx, ids);
    return ids.map((entityId) => ({
      entity: "account",
      entityId,
      action: "delete",
      changes: { role: { from: "Student", to: null } },
    }));
  }
  await voidPayments(tx, ids, { by: ctx.actor.id, at: ctx.now() });
  for (const id of await listInvoicedPayments(tx, ids)) await reviseInvoiceOf(tx, ctx, id);
  return ids.map((entityId) => ({
    entity: "payment",
    entityId,
    action: "void",
    changes: { voided: { from: false, to: true } },
  }));
}

function toUndo(uses: readonly ImportUse[]): ImportUndo {
  const kept = uses.flatMap(({ text, kept: reason }) =>
    reason === null ? [] : [{ text, reason: texts.kept[reason] }],
  );
  return { removed: uses.length - kept.length, kept: kept.length, reasons: kept.slice(0, NAMED_MAX) };
}
