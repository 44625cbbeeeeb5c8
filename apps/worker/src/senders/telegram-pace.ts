import type { Redis } from "ioredis";

/** https://core.telegram.org/bots/faq: about 30 messages a second, and one a second in one chat. */
const OVERALL_INTERVAL_MS = 1000 / 30;
const CHAT_INTERVAL_MS = 1020;
/** Being told to pause in this many chats within `FLOOD_WINDOW_MS` means that the pause is for all. */
const FLOOD_CHATS = 2;
const FLOOD_WINDOW_MS = 5000;

/** Send after `waitMs` (a few), or ask again in `waitMs`. */
export type Pace = { go: boolean; waitMs: number };

/**
 * The Bot API's pace, kept across all workers in Redis by Redis's own clock. A message that has to wait for its chat
 * is given a place in the chat's line, which it finds again by its id when it comes back.
 */
export type TelegramPace = {
  ask(chatId: string, notificationId: string): Promise<Pace>;
  /** The Bot API asked for a pause in this chat. */
  pause(chatId: string, seconds: number): Promise<void>;
};

const ASK = `
local chatInterval, overallInterval, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function number(text) return tonumber(text or '0') or 0 end
local function text(value) return string.format('%.3f', value) end
local chat = redis.call('HMGET', KEYS[2], 'next', 'last')
local next, last = number(chat[1]), number(chat[2])
local place = number(redis.call('GET', KEYS[3]))
if place == 0 then
  place = math.max(now, next)
  next = place + chatInterval
else
  place = math.max(place, last + chatInterval)
end
local overall = number(redis.call('GET', KEYS[1]))
local wait = place - now
if wait <= 5 then wait = math.max(wait, overall - now) end
local go = place - now <= 5 and overall - now <= longest
if go then
  local at = math.max(now, place, overall)
  redis.call('SET', KEYS[1], text(at + overallInterval), 'PX', math.ceil(at - now) + 60000)
  last = at
  next = math.max(next, at + chatInterval)
  redis.call('DEL', KEYS[3])
  wait = at - now
else
  redis.call('SET', KEYS[3], text(place), 'PX', math.ceil(wait) + 600000)
end
redis.call('HSET', KEYS[2], 'next', text(next), 'last', text(last))
redis.call('PEXPIRE', KEYS[2], math.ceil(math.max(next, last) - now) + 60000)
return {go and 1 or 0, math.ceil(math.max(0, wait))}
`;

const PAUSE = `
local pause, chatInterval, window, floodChats = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function number(text) return tonumber(text or '0') or 0 end
local function text(value) return string.format('%.3f', value) end
local till = now + pause
local next = math.max(number(redis.call('HGET', KEYS[2], 'next')), till)
redis.call('HSET', KEYS[2], 'next', text(next), 'last', text(till - chatInterval))
redis.call('PEXPIRE', KEYS[2], math.ceil(next - now) + 60000)
redis.call('ZADD', KEYS[3], text(now), ARGV[5])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', text(now - window))
redis.call('PEXPIRE', KEYS[3], window)
if redis.call('ZCARD', KEYS[3]) >= floodChats then
  local overall = math.max(number(redis.call('GET', KEYS[1])), till)
  redis.call('SET', KEYS[1], text(overall), 'PX', math.ceil(overall - now) + 60000)
end
return 1
`;

/**
 * Turns are given out no further ahead than this: a process that is held up and then sends all that it was granted
 * makes no great burst of it.
 */
const LONGEST_GRANT_MS = 70;

const KEY = "korki:telegram-pace";

export function createTelegramPace(redis: Redis): TelegramPace {
  const overall = `${KEY}:overall`;
  const chat = (chatId: string) => `${KEY}:chat:${chatId}`;
  return {
    async ask(chatId, notificationId) {
      const [go, waitMs] = (await redis.eval(
        ASK,
        3,
        overall,
        chat(chatId),
        `${KEY}:place:${notificationId}`,
        CHAT_INTERVAL_MS,
        OVERALL_INTERVAL_MS,
        LONGEST_GRANT_MS,
      )) as [number, number];
      return { go: go === 1, waitMs };
    },
    async pause(chatId, seconds) {
      await redis.eval(
        PAUSE,
        3,
        overall,
        chat(chatId),
        `${KEY}:paused`,
        seconds * 1000,
        CHAT_INTERVAL_MS,
        FLOOD_WINDOW_MS,
        FLOOD_CHATS,
        chatId,
      );
    },
  };
}
