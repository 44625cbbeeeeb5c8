import { z } from "zod";

/** Messages named in one signal: three ids each, and a signal holds less than 8,000 bytes. */
const MESSAGES_PER_SIGNAL = 60;
const PEOPLE_PER_SIGNAL = 150;

/** A stored message as a signal names it; the text is read where somebody waits for it. */
export type StoredSignal = readonly [id: string, senderId: string, recipientId: string];

const signal = z.object({
  /** The process that tells; it has served its own sockets already. */
  from: z.string().nullish(),
  stored: z.array(z.tuple([z.string(), z.string(), z.string()])).optional(),
  read: z.object({ reader: z.string(), sender: z.string(), seq: z.int(), readAt: z.string() }).optional(),
  presence: z.array(z.tuple([z.string(), z.boolean()])).optional(),
  /** People whose contacts are others now; said by the database itself. */
  contacts: z.array(z.string()).optional(),
});
export type ChatSignal = z.infer<typeof signal>;

/** What a payload of the channel says; null for what is none of ours. */
export function readSignal(payload: string): ChatSignal | null {
  try {
    return signal.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

/** Tells the other processes which messages are stored. */
export function storedSignals(from: string | null, messages: readonly StoredSignal[]): string[] {
  return slices(messages, MESSAGES_PER_SIGNAL).map((stored) => JSON.stringify({ from, stored }));
}

/** Tells every process who came online or went. */
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
