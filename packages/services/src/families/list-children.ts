import type { Child } from "@korki/contracts/families";
import { listChildrenOf } from "@korki/db";
import type { ActorCtx } from "../context";

/** Lists the children for whom the parent acts today. */
export async function listChildren(ctx: ActorCtx): Promise<Child[]> {
  const rows = await listChildrenOf(ctx.db, ctx.actor.id);
  return rows.map(({ canBook: book, canPay: pay, isPayer: payer, isDisabled: _, ...child }) => ({
    ...child,
    rights: { book, pay },
    payer,
  }));
}
