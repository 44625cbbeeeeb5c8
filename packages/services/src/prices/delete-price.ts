import { adminCompanyTexts } from "@korki/contracts/texts/admin-company";
import { deleteIndividualPrice, transact } from "@korki/db";
import { LIST_PRICE_IDS } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";

/**
 * An administrator removes an individual price; the next less specific one applies again. Throws `not_found`, and
 * `conflict` for a row of the price list.
 */
export async function deletePrice(ctx: ActorCtx, { id }: { id: string }): Promise<void> {
  if (Object.values(LIST_PRICE_IDS).includes(id)) throw conflict(adminCompanyTexts.listPriceStays);
  await transact(ctx.db, async (tx) => {
    const deleted = await deleteIndividualPrice(tx, id);
    if (!deleted) throw notFound();
    const { studentId, teacherId, level, price, rate } = deleted;
    await recordHistory(tx, ctx, {
      entity: "price",
      entityId: id,
      action: "delete",
      changes: {
        level: { from: level, to: null },
        price: { from: price, to: null },
        rate: { from: rate, to: null },
      },
      studentId,
      teacherId,
    });
  });
}
