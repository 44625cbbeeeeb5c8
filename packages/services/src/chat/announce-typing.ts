import { announceChat, type SenderAndRecipient } from "@korki/db";
import type { Services } from "../context";
import { ServiceError } from "../errors";
import { judgePairs } from "./judge-drafts";

/** Signals that somebody is typing to a person whom they may write to now; to others, nothing. Stores nothing. */
export async function announceTyping(services: Services, pair: SenderAndRecipient): Promise<void> {
  const [verdict] = await judgePairs(services, [pair]);
  if (!verdict || verdict instanceof ServiceError) return;
  const typing = { sender: pair.senderId, recipient: pair.recipientId };
  await announceChat(services.db, [JSON.stringify({ typing })]);
}
