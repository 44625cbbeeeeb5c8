import type { Message } from "@korki/contracts/chat";
import { chatTexts } from "@korki/contracts/texts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import { newId, type PairFacts, type SenderAndRecipient } from "@korki/db";
import type { Services } from "../context";
import { conflict, forbidden, ServiceError } from "../errors";
import { judgeDrafts } from "./judge-drafts";
import { storeBatch } from "./store-batch";

/** A message that somebody wants to send; its text and key are valid (contracts). */
export type Draft = SenderAndRecipient & { text: string; clientKey: string };

/** A draft that may be sent, with the id that it will have. */
export type Accepted = { id: string; draft: Draft; facts: PairFacts };

/** What became of a draft: the message as it is stored, or why it is not. */
export type Outcome = Stored | { refusal: ServiceError };

/** A message in the database; `isNew` where this sending stored it, and not one before. */
export type Stored = { message: Message; isNew: boolean };

/** The process whose sockets hear of what is sent from the caller itself. */
export type SendingProcess = {
  id: string;
  /** Keys of notices that this process knows to be written. */
  noticed: Set<string>;
};

/**
 * Stores many people's messages in one commit, in the order given, and answers for each. Who may write to
 * whom is asked as it stands now (decisions §7). A draft whose key is known already stores nothing and
 * answers with what is stored. Where this throws, it is not known what was stored; sending again is safe.
 *
 * @param process null: every process hears by signal
 */
export async function sendMessages(
  services: Services,
  drafts: readonly Draft[],
  process: SendingProcess | null,
): Promise<Outcome[]> {
  const verdicts = await judgeDrafts(services, drafts);
  const accepted = new Map<string, Accepted>();
  for (const [at, draft] of drafts.entries()) {
    const facts = verdicts[at];
    const key = draft.senderId + draft.clientKey;
    if (!facts || facts instanceof ServiceError || accepted.has(key)) continue;
    accepted.set(key, { id: newId(), draft, facts });
  }
  const stored = await storeBatch(services, [...accepted.values()], process);

  return drafts.map((draft, at) => {
    const verdict = verdicts[at];
    if (verdict instanceof ServiceError) return { refusal: verdict };
    const key = draft.senderId + draft.clientKey;
    const found = stored.get(key);
    // The sender was disabled after the verdict: the database stores nothing of a disabled account.
    if (!found) return { refusal: forbidden(commonTexts.accountDisabled) };
    if (found.message.recipientId !== draft.recipientId) return { refusal: conflict(chatTexts.keyTaken) };
    // Of a key that came twice in this batch, the first alone is new.
    stored.set(key, { ...found, isNew: false });
    return found;
  });
}
