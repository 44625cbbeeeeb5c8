import type { Lesson, ProposalRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { closeProposal } from "./close-proposal";

/** The proposer takes the proposal back before it is answered. */
export async function withdrawReschedule(ctx: ActorCtx, ref: ProposalRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => (await closeProposal(tx, ctx, ref, "withdraw")).after);
}
