import type { Redis } from "ioredis";
import { ASK, END, LINE_UP, PAUSE } from "./telegram-pace-scripts";

/** https://core.telegram.org/bots/faq: about 30 messages a second, and one a second in one chat. */
const PER_SECOND = 30;
const SECOND_MS = 1000;
/** What waits for one chat is spaced a little wider than a second, so that each finds the chat free when it comes. */
const CHAT_INTERVAL_MS = 1030;
/** What was lost to a late timer is made up for; more than this is not, or it would be a burst. */
const CATCH_UP_MS = 200;
/**
 * A turn counts from its beginning until a second after its end: whenever the Bot API took the message, it counts
 * for that whole second. A turn whose worker died without ending it is over after this time.
 */
const UNENDED_MS = 3000;
/** Of which the sending may begin in the first so many. */
const BEGIN_WITHIN_MS = 1000;
/** What is no further apart is the same moment. */
const CLOSE_MS = 50;
/**
 * Turns are given out no further ahead than this: a process that is held up and then sends all that it was granted
 * makes no great burst of it.
 */
const LONGEST_GRANT_MS = 70;
/** Being told to pause in this many chats within `FLOOD_WINDOW_MS` means that the pause is for all. */
const FLOOD_CHATS = 2;
const FLOOD_WINDOW_MS = 5000;

/** A turn that was given: send after `waitMs` (a few), no later than `beginWithinMs`, and end it then. */
export type Turn = { go: true; waitMs: number; beginWithinMs: number; turn: string };

/** Ask again in `waitMs`: the chat is not free, or all turns are taken. */
export type NoTurn = { go: false; waitMs: number; busy: "chat" | "all" };

/**
 * The Bot API's pace, kept across all workers in Redis by Redis's own clock. A message that has to wait for its chat
 * is given the chat's next free second, which it finds again by its id when it comes back; meanwhile others use the
 * turns. No more than 30 messages reach the Bot API in any second, and none reaches a chat within a second of the one
 * before, however long each call takes.
 */
export type TelegramPace = {
  /** Keeps a place in the chat's line, and says how long the chat, and a pause for all, make one wait for it. */
  lineUp(chatId: string, notificationId: string): Promise<{ chatMs: number; pauseMs: number }>;
  ask(chatId: string, notificationId: string): Promise<Turn | NoTurn>;
  /** The call is over, whatever came of it. */
  end(chatId: string, turn: string): Promise<void>;
  /** The Bot API asked for a pause in this chat. */
  pause(chatId: string, seconds: number): Promise<void>;
};

const KEY = "korki:telegram-pace";
const ALL = `${KEY}:all`;
const TURNS = `${KEY}:turns`;
const WAITING = `${KEY}:waiting`;
const PAUSED = `${KEY}:paused`;

export function createTelegramPace(redis: Redis): TelegramPace {
  const chat = (chatId: string) => `${KEY}:chat:${chatId}`;
  const place = (notificationId: string) => `${KEY}:place:${notificationId}`;
  const inLine = [CHAT_INTERVAL_MS, CLOSE_MS] as const;
  return {
    async lineUp(chatId, id) {
      const keys = [chat(chatId), place(id), WAITING, ALL];
      const answer = await redis.eval(LINE_UP, keys.length, ...keys, ...inLine, id);
      const [chatMs, pauseMs] = answer as [number, number];
      return { chatMs, pauseMs };
    },
    async ask(chatId, id) {
      const keys = [chat(chatId), place(id), WAITING, ALL, TURNS];
      const turns = [SECOND_MS / PER_SECOND, CATCH_UP_MS, PER_SECOND, LONGEST_GRANT_MS, UNENDED_MS];
      const answer = await redis.eval(ASK, keys.length, ...keys, ...inLine, id, ...turns);
      const [outcome, waitMs, turn] = answer as ["go" | "chat" | "all", number, string];
      if (outcome !== "go") return { go: false, waitMs, busy: outcome };
      return { go: true, waitMs, beginWithinMs: waitMs + BEGIN_WITHIN_MS, turn };
    },
    async end(chatId, turn) {
      await redis.eval(END, 2, chat(chatId), TURNS, SECOND_MS, turn);
    },
    async pause(chatId, seconds) {
      const keys = [chat(chatId), ALL, PAUSED];
      await redis.eval(PAUSE, keys.length, ...keys, seconds * 1000, FLOOD_WINDOW_MS, FLOOD_CHATS, chatId);
    },
  };
}
