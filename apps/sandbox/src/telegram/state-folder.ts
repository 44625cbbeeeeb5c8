import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { botCommand, message, update, user } from "./bot-api-objects";
import type { ChatRecord } from "./chat-book";

const chatRecord = z.object({
  person: user,
  started: z.boolean(),
  reach: z.enum(["reachable", "blocked", "deactivated"]),
  messages: z.array(message),
  touchedAt: z.number(),
});

const botRecord = z.object({
  queue: z.object({
    nextId: z.int(),
    updates: z.array(update),
    allowed: z.array(z.string()).nullable(),
  }),
  webhook: z.object({ url: z.string(), secretToken: z.string() }).nullable(),
  /** Read leniently: the bot sets its commands at each start. */
  commands: z.array(botCommand).catch([]),
});
/** The bot's own state. */
export type BotRecord = z.infer<typeof botRecord>;

/** Returns the state of a new bot. */
function newBotRecord(): BotRecord {
  return {
    queue: { nextId: 100_000_001, updates: [], allowed: null },
    webhook: null,
    commands: [],
  };
}

const FLUSH_AFTER_MS = 100;

/**
 * Saves the bot and each chat in a JSON file of its own shortly after a change. Saves nothing without a folder.
 * A file that cannot be read (another version wrote it, or the disk was full) is ignored.
 */
export class StateFolder {
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly dir: string | undefined,
    private readonly current: { bot: () => BotRecord; chat: (id: number) => ChatRecord | undefined },
  ) {}

  markBot = (): void => this.#mark("bot");
  markChat = (chatId: number): void => this.#mark(`chat-${chatId}`);

  /** Writes the changes since the last flush. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.dir) return;
    for (const name of this.#changed) {
      const state =
        name === "bot" ? this.current.bot() : this.current.chat(Number(name.slice("chat-".length)));
      if (state) writeWhole(join(this.dir, `${name}.json`), JSON.stringify(state));
    }
    this.#changed.clear();
  }

  #mark(name: string): void {
    if (!this.dir) return;
    this.#changed.add(name);
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS);
  }
}

/** Reads the state that an earlier process saved, and creates the folder if it is missing. */
export function readState(dir: string | undefined): { bot: BotRecord; chats: ChatRecord[] } {
  if (!dir) return { bot: newBotRecord(), chats: [] };
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  const names = readdirSync(dir).filter((name) => /^chat-\d+\.json$/.test(name));
  return {
    bot: readRecord(join(dir, "bot.json"), botRecord) ?? newBotRecord(),
    chats: names.flatMap((name) => readRecord(join(dir, name), chatRecord) ?? []),
  };
}

function readRecord<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, "utf8"))).data;
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically: a reader or a killed process sees the old file or the new one, never half of it. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
