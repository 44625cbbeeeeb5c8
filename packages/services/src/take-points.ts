import type { Redis } from "ioredis";

/** Adds to each key's count, which a first point starts and which ends by itself; answers counts and ends. */
const SCRIPT = `
local answers = {}
for i, key in ipairs(KEYS) do
  local used = redis.call('INCRBY', key, ARGV[i + 1])
  if used == tonumber(ARGV[i + 1]) then redis.call('PEXPIRE', key, ARGV[1]) end
  answers[2 * i - 1] = used
  answers[2 * i] = redis.call('PTTL', key)
end
return answers`;

/**
 * Takes a point for each key (a key may come more than once) in one trip to Redis. Keeps its counts where
 * rate-limiter-flexible keeps them, so that both see the same points.
 *
 * @returns for each key, null or in how many milliseconds a point is free again; null while Redis is away
 */
export async function takePoints(
  redis: Redis,
  limit: { prefix: string; points: number; seconds: number },
  keys: readonly string[],
): Promise<(number | null)[] | null> {
  if (redis.status !== "ready") return null;
  const wanted = new Map<string, number>();
  for (const key of keys) wanted.set(key, (wanted.get(key) ?? 0) + 1);
  const distinct = [...wanted.keys()];
  let answers: number[];
  try {
    answers = (await redis.eval(
      SCRIPT,
      distinct.length,
      ...distinct.map((key) => `${limit.prefix}:${key}`),
      limit.seconds * 1000,
      ...wanted.values(),
    )) as number[];
  } catch {
    return null;
  }
  const states = new Map(
    distinct.map((key, index) => {
      const used = answers[2 * index] ?? 0;
      return [key, { used: used - (wanted.get(key) ?? 0), wait: answers[2 * index + 1] ?? 0 }];
    }),
  );
  return keys.map((key) => {
    const state = states.get(key);
    if (!state) return null;
    state.used += 1;
    return state.used > limit.points ? state.wait : null;
  });
}
