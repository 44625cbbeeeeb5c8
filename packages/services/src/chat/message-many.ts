import type { MessageManyInput, MessageOutcome } from "@korki/contracts/bulk";
import { commonTexts } from "@korki/contracts/texts/common";
import { type Database, listTold, newId } from "@korki/db";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";
import { judgePairs } from "./judge-drafts";
import { storeBatch } from "./store-batch";

/**
 * An administrator writes the same message to many people, to each in their own conversation, in one commit. For a child
 * without a login it goes to the parents who are told (rules §15). Each person gets it once. Somebody who cannot be written
 * to, e.g. one whose account is disabled, is left out, with the reason. The action takes one point of the sender's limit.
 * Sent again with the same key, nothing arrives twice.
 *
 * @returns one outcome for each of the people; without a refusal if the message reached one recipient
 */
export async function messageMany(
  ctx: ActorCtx,
  { people, text, clientKey }: MessageManyInput,
): Promise<MessageOutcome[]> {
  await ctx.limits.consume("chat", ctx.actor.id);
  const senderId = ctx.actor.id;
  const asked = await withRecipients(
    ctx.db,
    people.map(({ id }) => id),
  );
  const drafts = [...new Set(asked.flatMap(({ recipientIds }) => recipientIds))].map((recipientId) => ({
    senderId,
    recipientId,
    text,
    clientKey: `${clientKey}:${recipientId}`,
  }));
  const verdicts = await judgePairs(ctx, drafts);
  const accepted = drafts.flatMap((draft, at) => {
    const facts = verdicts[at];
    return !facts || facts instanceof ServiceError ? [] : [{ id: newId(), draft, facts }];
  });
  const stored = await storeBatch(ctx, accepted, null);
  const refusals = new Map(
    drafts.map((draft, at) => {
      const verdict = verdicts[at];
      if (verdict instanceof ServiceError) return [draft.recipientId, verdict.message];
      // Disabled after the verdict: the database stores nothing for a disabled account.
      const isStored = stored.has(senderId + draft.clientKey);
      return [draft.recipientId, isStored ? null : commonTexts.accountDisabled];
    }),
  );
  return asked.map(({ id, recipientIds }) => {
    const [refusal = null, ...others] = recipientIds.map((recipientId) => refusals.get(recipientId) ?? null);
    return { id, refusal: others.includes(null) ? null : refusal };
  });
}

/** The people with the recipients of what is written to each; a child for whom nobody is told keeps its refusal. */
async function withRecipients(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; recipientIds: string[] }[]> {
  const told = (await listTold(db, ids)).filter(({ isPayer }) => !isPayer);
  return ids.map((id) => {
    const recipientIds = told.filter(({ personId }) => personId === id).map(({ userId }) => userId);
    return { id, recipientIds: recipientIds.length > 0 ? recipientIds : [id] };
  });
}
