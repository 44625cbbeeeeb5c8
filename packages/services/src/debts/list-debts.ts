import type { Debt } from "@korki/contracts/debts";
import type { Page, Paging } from "@korki/contracts/paging";
import { listDebts as findDebts } from "@korki/db";
import type { ActorCtx } from "../context";

/** A page of the students who owe lessons, the largest sum first. */
export async function listDebts(ctx: ActorCtx, { page, pageSize }: Paging): Promise<Page<Debt>> {
  return { ...(await findDebts(ctx.db, { page, pageSize })), page, pageSize };
}
