import { chatTexts } from "@korki/contracts/texts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import { findPairFacts, type PairFacts, type SenderAndRecipient } from "@korki/db";
import { chatAccess } from "@korki/domain";
import type { Services } from "../context";
import { forbidden, ServiceError } from "../errors";

/**
 * Says of each draft whether its sender may send it now: the facts of the two people, or the refusal.
 * Takes a point of the sender's limit for each.
 */
export async function judgeDrafts(
  services: Services,
  drafts: readonly SenderAndRecipient[],
): Promise<(PairFacts | ServiceError)[]> {
  const senders = drafts.map((draft) => draft.senderId);
  const [limited, verdicts] = await Promise.all([
    services.limits.consumeEach("chat", senders),
    judgePairs(services, drafts),
  ]);
  return verdicts.map((verdict, at) => {
    const wait = limited[at]?.retryAfterSeconds;
    return wait === undefined ? verdict : new ServiceError("rate_limited", chatTexts.tooMany, wait);
  });
}

/** The same without the sender's limit. */
export async function judgePairs(
  { db }: Services,
  drafts: readonly SenderAndRecipient[],
): Promise<(PairFacts | ServiceError)[]> {
  const pairs = new Map(drafts.map((draft) => [pairKey(draft), draft]));
  const found = await findPairFacts(db, [...pairs.values()]);
  const verdicts = new Map(found.map((facts) => [pairKey(facts), refusalOf(facts) ?? facts]));
  return drafts.map((draft) => verdicts.get(pairKey(draft)) ?? unknownRecipient());
}

function refusalOf(facts: PairFacts): ServiceError | null {
  if (facts.senderDisabled) return forbidden(commonTexts.accountDisabled);
  const { send, read } = chatAccess({
    me: { id: facts.senderId, role: facts.senderRole },
    other: { id: facts.recipientId, role: facts.recipientRole },
    related: facts.related,
    hasConversation: facts.lastSeq > 0,
    otherDisabled: facts.recipientDisabled,
    otherHasLogin: facts.recipientHasLogin,
  });
  if (send) return null;
  if (!read) return unknownRecipient();
  if (facts.recipientDisabled) return forbidden(chatTexts.recipientDisabled);
  return forbidden(facts.recipientHasLogin ? chatTexts.sendingEnded : chatTexts.recipientWithoutLogin);
}

/** Unknown user or no access. Both look the same, so that ids cannot be probed. */
export function unknownRecipient(): ServiceError {
  return new ServiceError("not_found", chatTexts.recipientUnknown);
}

function pairKey({ senderId, recipientId }: SenderAndRecipient): string {
  return senderId + recipientId;
}
