import { z } from "zod";

/** Messages named in one signal: three ids each, and a signal holds less than 8,000 bytes. */
const MESSAGES_PER_SIGNAL = 60;
const PEOPLE_PER_SIGNAL = 150;

/** A stored message in a signal. The text is read by processes that have a recipient. */
export type StoredSignal = readonly [id: string, senderId: string, recipientId: string];

const signal = z.object({
  /** The process that sends the signal; it has served its own sockets already. */
  from: z.string().nullish(),
  stored: z.array(z.tuple([z.string(), z.string(), z.string()])).optional(),
  read: z.object({ reader: z.string(), sender: z.string(), seq: z.int(), readAt: z.string() }).optional(),
  presence: z.array(z.tuple([z.string(), z.boolean()])).optional(),
  /** Who is typing, and to whom. */
  typing: z.object({ sender: z.string(), recipient: z.string() }).optional(),
  /** People whose contacts are others now; said by the database itself. */
  contacts: z.array(z.string()).optional(),
});
export type ChatSignal = z.infer<typeof signal>;

/** Parses a payload of the channel. Returns null for an unknown one. */
export function readSignal(payload: string): ChatSignal | null {
  try {
    return signal.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

/** Returns signals that name the stored messages. */
export function storedSignals(from: string | null, messages: readonly StoredSignal[]): string[] {
  return slices(messages, MESSAGES_PER_SIGNAL).map((stored) => JSON.stringify({ from, stored }));
}

/** Returns signals of people who came online or went offline. */
export function presenceSignals(userIds: readonly string[], online: boolean): string[] {
  return slices(userIds, PEOPLE_PER_SIGNAL).map((ids) =>
    JSON.stringify({ presence: ids.map((id) => [id, online]) }),
  );
}

function slices<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}
