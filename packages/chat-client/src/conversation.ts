import type { Message } from "@korki/contracts/chat";

/** A message that is not acknowledged yet. */
export type Pending = {
  clientKey: string;
  text: string;
  /** The time of writing, in milliseconds since 1970. */
  at: number;
  state: "sending" | "failed";
  /** The server's error; null if it did not answer. */
  error: string | null;
};

/** Messages that are not acknowledged, by contact. */
export type Unsent = readonly (readonly [contactId: string, pending: readonly Pending[]])[];

/** The loaded part of a conversation: an unbroken run of messages up to the newest known one. */
export type Conversation = {
  /** Consecutive by `seq`. */
  messages: readonly Message[];
  /** Messages after a missing one; hidden until it arrives. */
  ahead: readonly Message[];
  /** Oldest first. */
  pending: readonly Pending[];
  /** Whether the newest messages are loaded, or there are none. */
  isLoaded: boolean;
  /** Whether the last load failed. */
  hasFailed: boolean;
  isLoadingOlder: boolean;
};

export const EMPTY: Conversation = {
  messages: [],
  ahead: [],
  pending: [],
  isLoaded: false,
  hasFailed: false,
  isLoadingOlder: false,
};

export function newestSeq({ messages }: Conversation): number {
  return messages.at(-1)?.seq ?? 0;
}

/** Whether there are messages before the loaded ones. */
export function hasOlder({ messages }: Conversation): boolean {
  return (messages[0]?.seq ?? 1) > 1;
}

/** Whether a message is known to be missing. */
export function hasGap({ ahead }: Conversation): boolean {
  return ahead.length > 0;
}

/**
 * Merges messages in any order, with duplicates: each is kept once, in its place. Removes pending messages that are
 * stored.
 *
 * @param ownId the sender of the pending messages
 */
export function merge(conversation: Conversation, incoming: readonly Message[], ownId: string): Conversation {
  if (incoming.length === 0) return conversation;
  return withoutStored({ ...conversation, ...placed(conversation, incoming) }, incoming, ownId);
}

/**
 * Restarts from the newest page. Keeps the loaded messages that the page continues, and messages that arrived during
 * the call.
 */
export function replace(conversation: Conversation, page: readonly Message[], ownId: string): Conversation {
  const { messages, ahead } = conversation;
  const reloaded = { ...conversation, messages: page, ahead: [], isLoaded: true };
  return withoutStored(merge(reloaded, [...messages, ...ahead], ownId), page, ownId);
}

function placed(
  { messages, ahead, isLoaded }: Conversation,
  incoming: readonly Message[],
): Pick<Conversation, "messages" | "ahead"> {
  const [only] = incoming;
  const last = messages.at(-1)?.seq;
  // The common case: the next message.
  if (incoming.length === 1 && only && last !== undefined && ahead.length === 0 && only.seq === last + 1) {
    return { messages: [...messages, only], ahead };
  }
  const bySeq = new Map([...ahead, ...incoming].map((message) => [message.seq, message]));
  for (const message of messages) bySeq.set(message.seq, message);
  const sorted = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  // Keeps the run that contains the loaded messages. A conversation that was loaded empty begins with number 1.
  // Before the first load, keeps the earliest run.
  const anchor = messages[0]?.seq ?? (isLoaded ? 1 : sorted[0]?.seq);
  const at = sorted.findIndex(({ seq }) => seq === anchor);
  if (at < 0) return { messages: [], ahead: sorted };
  let from = at;
  while (from > 0 && sorted[from - 1]?.seq === (sorted[from]?.seq ?? 0) - 1) from -= 1;
  let to = at;
  while (to + 1 < sorted.length && sorted[to + 1]?.seq === (sorted[to]?.seq ?? 0) + 1) to += 1;
  return { messages: sorted.slice(from, to + 1), ahead: sorted.slice(to + 1) };
}

function withoutStored(conversation: Conversation, stored: readonly Message[], ownId: string): Conversation {
  const keys = new Set(stored.filter(({ senderId }) => senderId === ownId).map(({ clientKey }) => clientKey));
  const pending = conversation.pending.filter(({ clientKey }) => !keys.has(clientKey));
  return pending.length === conversation.pending.length ? conversation : { ...conversation, pending };
}
