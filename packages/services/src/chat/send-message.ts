import type { SentMessage, sendMessageInput } from "@korki/contracts/chat";
import { announceChat, type SenderAndRecipient } from "@korki/db";
import type { z } from "zod";
import type { ActorCtx, Services } from "../context";
import { ServiceError } from "../errors";
import { judgePairs } from "./judge-drafts";
import { sendMessages } from "./send-messages";

/** Sends one message over a transport without a socket of the sender; every process is signalled. */
export async function sendMessage(
  ctx: ActorCtx,
  input: z.output<typeof sendMessageInput>,
): Promise<SentMessage> {
  const [outcome] = await sendMessages(ctx, [{ ...input, senderId: ctx.actor.id }], null);
  if (!outcome) throw new Error("a message was not answered for");
  if ("refusal" in outcome) throw outcome.refusal;
  const { id, seq, createdAt } = outcome.message;
  return { id, seq, createdAt };
}

/** Signals that somebody is typing to a person whom they may write to now; to others, nothing. Stores nothing. */
export async function announceTyping(services: Services, pair: SenderAndRecipient): Promise<void> {
  const [verdict] = await judgePairs(services, [pair]);
  if (!verdict || verdict instanceof ServiceError) return;
  const typing = { sender: pair.senderId, recipient: pair.recipientId };
  await announceChat(services.db, [JSON.stringify({ typing })]);
}
