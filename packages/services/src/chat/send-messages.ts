import { chatTexts } from "@korki/contracts/texts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import { newId } from "@korki/db";
import type { Services } from "../context";
import { conflict, forbidden, ServiceError } from "../errors";
import { judgeDrafts } from "./judge-drafts";
import { type Accepted, type Draft, type SendingProcess, type Stored, storeBatch } from "./store-batch";

/** What became of a draft: the message as it is stored, or why it is not. */
export type SendOutcome = Stored | { refusal: ServiceError };

/**
 * Stores many people's messages in one commit, in the given order, and returns an outcome for each. Who may write to
 * whom is checked at this moment (rules §7). A draft with a known key stores nothing and returns what is stored. If
 * this throws, the messages may or may not be stored; sending again is safe.
 *
 * @param process null: every process is signalled
 */
export async function sendMessages(
  services: Services,
  drafts: readonly Draft[],
  process: SendingProcess | null,
): Promise<SendOutcome[]> {
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
