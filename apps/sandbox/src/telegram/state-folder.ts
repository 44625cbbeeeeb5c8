import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { botCommand, menuButton, message, update, user } from "./bot-api-objects";
import type { ChatRecord } from "./chat-book";

const chatRecord = z.object({
  person: user,
  started: z.boolean(),
  reach: z.enum(["reachable", "blocked", "deactivated"]),
  messages: z.array(message),
  replyKeyboard: z.array(z.array(z.string())).nullable(),
  touchedAt: z.number(),
});

const webhook = z.object({
  url: z.string(),
  secretToken: z.string(),
  maxConnections: z.int(),
  ipAddress: z.string(),
  hasCertificate: z.boolean(),
});

const botRecord = z.object({
  queue: z.object({
    nextId: z.int(),
    updates: z.array(update),
    allowed: z.array(z.string()).nullable(),
  }),
  webhook: webhook.nullable(),
  /** Per scope and language, see BotProfile. */
  commands: z.record(z.string(), z.array(botCommand)),
  /** Per language. */
  names: z.record(z.string(), z.string()),
  descriptions: z.record(z.string(), z.string()),
  shortDescriptions: z.record(z.string(), z.string()),
  /** Per chat; "default" for all. */
  menuButtons: z.record(z.string(), menuButton),
});
/** What is kept of the bot itself. */
export type BotRecord = z.infer<typeof botRecord>;

/** A bot that nobody has set up yet. */
export function newBotRecord(): BotRecord {
  return {
    queue: { nextId: 100_000_001, updates: [], allowed: null },
    webhook: null,
    commands: {},
    names: {},
    descriptions: {},
    shortDescriptions: {},
    menuButtons: {},
  };
}

const FLUSH_AFTER_MS = 100;

/**
 * Keeps the bot and each chat in a JSON file of their own, a moment after they changed; without a folder it keeps
 * nothing. A file that cannot be read (another version wrote it, or the disk was full) is passed over.
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

  /** Writes what changed since the last time. */
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

/** Reads what an earlier process kept in the folder, and makes the folder where there is none. */
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

/** A reader, or a process killed meanwhile, sees the old file or the new one, never half of it. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
