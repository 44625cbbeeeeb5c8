import type { Lesson, ProposalRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { notifiedLesson, otherSide } from "./change-lesson";
import { closeProposal } from "./close-proposal";

/** The other side says no: the lesson stays where it stands, and the proposer hears of it. */
export async function declineReschedule(ctx: ActorCtx, ref: ProposalRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const { before, after } = await closeProposal(tx, ctx, ref, "decline");
    const { date, block } = before.proposal ?? before;
    await notify(tx, ctx, {
      kind: "reschedule-declined",
      to: { userId: otherSide(ctx.actor, before) },
      facts: { ...notifiedLesson(before), toDate: date, toBlock: block },
    });
    return after;
  });
}
