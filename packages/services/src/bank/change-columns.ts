import type { BankStatement, ChangeColumnsInput } from "@korki/contracts/bank";
import { bankTexts as texts } from "@korki/contracts/texts/bank";
import {
  findStatement,
  findStatementOf,
  lockBankLines,
  replaceLines,
  saveBankMapping,
  transact,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { contentHashOf, getStatement, recallFrom, TIMEOUT_MS, toKeep } from "./bank-statements";
import { readStatement } from "./read-statement";

/**
 * Reads a statement's file again with other columns, which are remembered; its lines are replaced. Throws `not_found`,
 * `input` for another file, one without columns and, with what they were, where no columns are given, and `conflict` if
 * something of the statement is booked (rules §41).
 */
export async function changeColumns(
  ctx: ActorCtx,
  { id, base64, mapping }: ChangeColumnsInput,
): Promise<BankStatement> {
  const found = await findStatement(ctx.db, id);
  if (!found) throw notFound();
  const file = Buffer.from(base64, "base64");
  if ((await findStatementOf(ctx.db, contentHashOf(file))) !== id) throw invalidInput(texts.otherFile);
  const { lines, headerHash } = await readStatement(file, {
    mapping,
    asking: "always",
    recall: recallFrom(ctx),
  });
  if (!headerHash || !mapping) throw invalidInput(texts.withoutColumns);
  await transact(
    ctx.db,
    async (tx) => {
      await lockBankLines(tx);
      if ((await findStatement(tx, id))?.booked !== 0) throw conflict(texts.columnsBooked);
      await replaceLines(tx, id, toKeep(ctx, lines));
      await saveBankMapping(tx, headerHash, mapping, ctx.now());
      await recordHistory(tx, ctx, {
        entity: "import",
        entityId: id,
        action: "update",
        changes: diff({ count: found.count }, { count: lines.length }),
      });
    },
    { timeoutMs: TIMEOUT_MS },
  );
  return getStatement(ctx, { id });
}
