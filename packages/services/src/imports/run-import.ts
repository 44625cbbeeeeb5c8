import type { ImportFileInput, ImportPreview, RunImportInput } from "@korki/contracts/imports";
import { importTexts as texts } from "@korki/contracts/texts/imports";
import {
  type Executor,
  findAccountsByEmail,
  findImportedKeys,
  insertGuardianships,
  insertImport,
  insertPayments,
  insertStudents,
  listChildrenWithoutEmail,
  lockImports,
  lockPeopleForShare,
  newId,
  type Tx,
  transact,
} from "@korki/db";
import { today } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, ServiceError } from "../errors";
import { diff, type HistoryRecord, recordHistory } from "../history";
import { inviteImported } from "./invite-imported";
import { childKey, keysOf, planPayments, planStudents, previewOf, type Sheet, toSheet } from "./plan-import";
import { readTable } from "./read-table";

/** 5,000 rows take a few seconds. */
const TIMEOUT_MS = 60_000;

/** Returns what importing a file would do, row by row; nothing changes. Throws `input` for a file that cannot be read. */
export async function previewImport(ctx: ActorCtx, input: ImportFileInput): Promise<ImportPreview> {
  const sheet = await sheetOf(input);
  const planned =
    input.kind === "students" ? await studentsOf(ctx.db, sheet) : await paymentsOf(ctx.db, ctx, sheet);
  return previewOf(planned, sheet.ignoredColumns);
}

/**
 * Imports a file: all new rows in one transaction, or nothing. Rows that are there already are left as they are, so that
 * the same file twice creates nothing twice. Nobody is notified, but for students who are invited if the caller says so.
 * Throws `conflict` with a fresh preview where a row is wrong or nothing is new (rules §28).
 */
export async function runImport(
  ctx: ActorCtx,
  input: RunImportInput,
): Promise<{ id: string; count: number }> {
  const sheet = await sheetOf(input);
  return transact(
    ctx.db,
    async (tx) => {
      await lockImports(tx);
      const created =
        input.kind === "students" ? await addStudents(tx, ctx, sheet) : await addPayments(tx, ctx, sheet);
      const id = newId();
      const { kind, fileName } = input;
      const made = { id, kind, fileName, createdById: ctx.actor.id, createdAt: ctx.now() };
      await insertImport(tx, made, created.rows);
      const count = created.rows.length;
      await recordHistory(
        tx,
        ctx,
        { entity: "import", entityId: id, action: "import", changes: diff(null, { kind, fileName, count }) },
        ...created.history,
      );
      if (input.kind === "students" && input.invite) {
        await inviteImported(
          tx,
          ctx,
          created.rows.map(({ entityId }) => entityId),
        );
      }
      return { id, count };
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

type Created = { rows: { entityId: string; rowKey: string | null }[]; history: HistoryRecord[] };

async function sheetOf({ kind, base64 }: ImportFileInput): Promise<Sheet> {
  return toSheet(kind, await readTable(Buffer.from(base64, "base64")));
}

async function studentsOf(on: Executor, { rows }: Sheet) {
  const accounts = await findAccountsByEmail(on, emailsOf(rows));
  const parents = [...accounts.values()].flatMap(({ id, role }) => (role === "Parent" ? [id] : []));
  const children = await listChildrenWithoutEmail(on, parents);
  return planStudents(rows, accounts, new Set(children.map(childKey)));
}

async function paymentsOf(on: Executor, ctx: ActorCtx, { rows }: Sheet) {
  const accounts = await findAccountsByEmail(on, emailsOf(rows));
  const imported = await findImportedKeys(on, keysOf(rows));
  return planPayments(rows, accounts, { imported, day: today(ctx.now()) });
}

async function addStudents(tx: Tx, ctx: ActorCtx, sheet: Sheet): Promise<Created> {
  const planned = await studentsOf(tx, sheet);
  const values = valuesOf(planned, sheet).map((value) => ({ ...value, id: newId() }));
  const inserted = await insertStudents(tx, values, ctx.now());
  // An address has got an account since it was looked up.
  if (inserted < values.length) throw changed(previewOf(planned, sheet.ignoredColumns));
  const guardianships = values.flatMap(({ id, parentId }) =>
    parentId === null ? [] : [{ id: newId(), parentId, studentId: id }],
  );
  await insertGuardianships(tx, guardianships, { from: today(ctx.now()), at: ctx.now() });
  return {
    rows: values.map(({ id }) => ({ entityId: id, rowKey: null })),
    history: values.map(({ id }) => ({
      entity: "account",
      entityId: id,
      action: "create",
      changes: diff(null, { role: "Student" }),
      studentId: id,
    })),
  };
}

async function addPayments(tx: Tx, ctx: ActorCtx, sheet: Sheet): Promise<Created> {
  const planned = await paymentsOf(tx, ctx, sheet);
  const values = valuesOf(planned, sheet).map((value) => ({ ...value, id: newId() }));
  await lockPeopleForShare(tx, [...new Set(values.map(({ studentId }) => studentId))]);
  await insertPayments(tx, values, { at: ctx.now(), by: ctx.actor.id });
  return {
    rows: values.map(({ id, rowKey }) => ({ entityId: id, rowKey })),
    history: values.map(({ id, studentId, rowKey: _, ...noted }) => ({
      entity: "payment",
      entityId: id,
      action: "add",
      changes: diff(null, noted),
      studentId,
    })),
  };
}

/** The new rows of a plan in which none is wrong. Throws `conflict` with the preview for any other. */
function valuesOf<Value>(
  planned: readonly { row: ImportPreview["rows"][number]; value: Value | null }[],
  { ignoredColumns }: Sheet,
): Value[] {
  const preview = previewOf(planned, ignoredColumns);
  if (preview.counts.error > 0) throw changed(preview);
  if (preview.counts.new === 0) throw changed(preview, texts.nothingNew);
  return planned.flatMap(({ value }) => (value === null ? [] : [value]));
}

function changed(preview: ImportPreview, text: string = texts.changed): ServiceError {
  return preview.rows.length > 0
    ? new ServiceError("conflict", text, undefined, { preview })
    : conflict(text);
}

function emailsOf(rows: Sheet["rows"]): string[] {
  const cells = rows.flatMap(({ cells: { email, parentEmail } }) => [email, parentEmail]);
  return [...new Set(cells.map((cell) => cell.trim().toLowerCase()))].filter(
    (email) => !email.includes("\0") && email.isWellFormed(),
  );
}
