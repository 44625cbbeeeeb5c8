// What the pace does in Redis, each in one step. A chat is a hash: `next`, when the next place in its line begins;
// `turn`, which turn it had last; `free`, when that is over for certain, and `soon`, when it should be; `slid`, the
// latest place that was made later because the chat was not free in time; `paused`, till when the Bot API wants
// silence.
// All chats together are another: `next`, when the next turn is due; `paused`. Turns are a sorted set by their ends, and
// those that wait in a chat's line are one by the moment at which they come back.

const COMMON = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function number(text) return tonumber(text or '0') or 0 end
local function text(value) return string.format('%.3f', value) end
local function keep(key, till) redis.call('PEXPIRE', key, math.ceil(math.max(0, till - now)) + 60000) end
`;

/**
 * Finds or makes the place in the chat's line; \`at\` is when the chat is to be had. A place for which the chat is not
 * free in time slides to when it is, if it is the only one to do so; else it goes to the end of the line, where all
 * those have a second of their own again. KEYS: chat, place, waiting.
 */
const PLACE = `
local chatInterval, close, whose = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local chat = redis.call('HMGET', KEYS[1], 'next', 'soon', 'paused', 'slid')
local next, soon, slid = number(chat[1]), math.max(number(chat[2]), number(chat[3])), number(chat[4])
local place = number(redis.call('GET', KEYS[2]))
local missed = place > 0 and place <= now + close and soon > now + close
if missed and soon > slid + close and soon <= now + chatInterval then
  place = soon
  redis.call('HSET', KEYS[1], 'slid', text(place))
elseif place == 0 or missed then
  place = math.max(now, next, soon)
  next = place + chatInterval
  redis.call('HSET', KEYS[1], 'next', text(next))
  keep(KEYS[1], next)
end
redis.call('SET', KEYS[2], text(place), 'PX', math.ceil(math.max(0, place - now)) + 600000)
local at = math.max(now, place, soon)
if at > now + close then
  redis.call('ZADD', KEYS[3], text(at), whose)
  keep(KEYS[3], at)
end
`;

/** KEYS: chat, place, waiting, all. ARGV: the chat's interval, what is close, whose place. */
export const LINE_UP = `${COMMON}${PLACE}
local paused = number(redis.call('HGET', KEYS[4], 'paused'))
return {math.ceil(at - now), math.ceil(math.max(0, paused - now))}
`;

/**
 * Turns are kept for those whose place is up: whoever comes for the first time takes what they leave. KEYS: chat,
 * place, waiting, all, turns. ARGV: the chat's interval, what is close, whose turn, the interval between all, what is
 * caught up, turns in a second, how far ahead one is given, when one that is never ended is over.
 */
export const ASK = `${COMMON}${PLACE}
local interval, catchUp, most = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local ahead, unended = tonumber(ARGV[7]), tonumber(ARGV[8])
if at - now > ahead then return {'chat', math.ceil(at - now), ''} end
local free = number(redis.call('HGET', KEYS[1], 'free'))
if free - now > ahead then return {'chat', math.ceil(math.min(free - now, chatInterval / 5)), ''} end
at = math.max(at, free)
local all = redis.call('HMGET', KEYS[4], 'next', 'paused')
at = math.max(at, number(all[1]) - catchUp, number(all[2]))
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', text(now - 1000))
if not redis.call('ZSCORE', KEYS[3], whose) then
  most = most - redis.call('ZCOUNT', KEYS[3], '-inf', text(now + ahead))
end
redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', text(now))
local taken = redis.call('ZCOUNT', KEYS[5], '(' .. text(at), '+inf')
if most <= 0 then
  at = math.max(at, now + ahead + 1)
elseif taken >= most then
  at = number(redis.call('ZRANGEBYSCORE', KEYS[5], '(' .. text(at), '+inf', 'WITHSCORES', 'LIMIT', taken - most, 1)[2])
end
if at - now > ahead then return {'all', math.ceil(at - now), ''} end
local turn = whose .. '@' .. text(at)
redis.call('ZADD', KEYS[5], text(at + unended), turn)
keep(KEYS[5], at + unended)
redis.call('HSET', KEYS[4], 'next', text(math.max(number(all[1]), at) + interval))
keep(KEYS[4], math.max(at, number(all[2])))
redis.call('HSET', KEYS[1], 'next', text(math.max(next, at + chatInterval)), 'turn', turn,
  'free', text(at + unended), 'soon', text(at + chatInterval))
keep(KEYS[1], math.max(next, at + unended))
redis.call('DEL', KEYS[2])
redis.call('ZREM', KEYS[3], whose)
return {'go', math.ceil(at - now), turn}
`;

/** KEYS: chat, turns. ARGV: a second, the turn. */
export const END = `${COMMON}
local over = text(now + tonumber(ARGV[1]))
redis.call('ZADD', KEYS[2], 'XX', over, ARGV[2])
if redis.call('HGET', KEYS[1], 'turn') == ARGV[2] then redis.call('HSET', KEYS[1], 'free', over, 'soon', over) end
return 1
`;

/** KEYS: chat, all, paused chats. ARGV: the pause, the window and the chats of a flood, the chat. */
export const PAUSE = `${COMMON}
local till, window, floodChats = now + tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('HSET', KEYS[1], 'paused', text(till))
keep(KEYS[1], math.max(number(redis.call('HGET', KEYS[1], 'next')), till))
redis.call('ZADD', KEYS[3], text(now), ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', text(now - window))
redis.call('PEXPIRE', KEYS[3], window)
if redis.call('ZCARD', KEYS[3]) >= floodChats then
  redis.call('HSET', KEYS[2], 'paused', text(math.max(number(redis.call('HGET', KEYS[2], 'paused')), till)))
  keep(KEYS[2], till)
end
return 1
`;
