import type { MessageManyInput, MessageOutcome } from "@korki/contracts/bulk";
import { commonTexts } from "@korki/contracts/texts/common";
import { newId } from "@korki/db";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";
import { judgePairs } from "./judge-drafts";
import { storeBatch } from "./store-batch";

/**
 * An administrator writes the same message to many people, to each in their own conversation, in one commit. A person
 * who cannot be written to, e.g. one whose account is disabled, is left out, with the reason. The action takes one
 * point of the sender's limit. Sent again with the same key, nothing arrives twice.
 */
export async function messageMany(
  ctx: ActorCtx,
  { people, text, clientKey }: MessageManyInput,
): Promise<MessageOutcome[]> {
  await ctx.limits.consume("chat", ctx.actor.id);
  const senderId = ctx.actor.id;
  const drafts = people.map(({ id }) => ({
    senderId,
    recipientId: id,
    text,
    clientKey: `${clientKey}:${id}`,
  }));
  const verdicts = await judgePairs(ctx, drafts);
  const accepted = drafts.flatMap((draft, at) => {
    const facts = verdicts[at];
    return !facts || facts instanceof ServiceError ? [] : [{ id: newId(), draft, facts }];
  });
  const stored = await storeBatch(ctx, accepted, null);
  return drafts.map((draft, at) => {
    const verdict = verdicts[at];
    if (verdict instanceof ServiceError) return { id: draft.recipientId, refusal: verdict.message };
    // Disabled after the verdict: the database stores nothing for a disabled account.
    const isStored = stored.has(senderId + draft.clientKey);
    return { id: draft.recipientId, refusal: isStored ? null : commonTexts.accountDisabled };
  });
}
