import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";

/** What is counted, and for how long: from the first point on. */
export type CountedLimit = { prefix: string; seconds: number };
/** Points taken in a window so far, and the milliseconds until it ends. */
export type Count = { used: number; wait: number };

/** What this process knows of a window: another one of the same key is told apart by its name. */
type Window = { name: string; used: number; endsAt: number };

/**
 * Adds to the counts of some keys. A window that Redis has lost, or that went on here while Redis was away, goes on
 * from what this process knows of it; one that was forgotten on purpose has another name and is left alone.
 *
 * ARGV: a window's milliseconds; then for each key the points, and the name, count and rest of the known window.
 */
const SCRIPT = `
local answers = {}
for i, key in ipairs(KEYS) do
  local at = 5 * i - 3
  local add, name, known, left, fresh =
    tonumber(ARGV[at]), ARGV[at + 1], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3]), ARGV[at + 4]
  local kept = redis.call('HMGET', key, 'name', 'used')
  local used = tonumber(kept[2] or 0)
  if not kept[1] and known > 0 then
    redis.call('HSET', key, 'name', name, 'used', known)
    redis.call('PEXPIRE', key, left)
    used = known
  elseif kept[1] == name and known > used then
    used = known
  end
  if used == 0 and add > 0 then
    redis.call('HSET', key, 'name', fresh, 'used', 0)
    redis.call('PEXPIRE', key, ARGV[1])
  end
  if used + add > 0 then redis.call('HSET', key, 'used', used + add) end
  answers[3 * i - 2] = redis.call('HGET', key, 'name') or ''
  answers[3 * i - 1] = used + add
  answers[3 * i] = redis.call('PTTL', key)
end
return answers`;

/** Windows that a process remembers at most; beyond, those that began first are dropped. */
const KNOWN_MAX = 50_000;

/**
 * Counts in Redis, one for all processes. Each process also remembers the counts that it has seen: while Redis is away
 * it goes on from them, and a Redis that comes back empty is told.
 */
export class Counts {
  readonly #known = new Map<string, Window>();
  readonly #process = randomBytes(6).toString("hex");
  #windows = 0;

  /** @param redis null: this process counts for itself */
  constructor(private readonly redis: Redis | null) {}

  /** Adds points to each key, all in one trip to Redis. Zero points only look. */
  async add(limit: CountedLimit, points: ReadonlyMap<string, number>): Promise<Map<string, Count>> {
    return (await this.#addShared(limit, points)) ?? this.#addHere(limit, points);
  }

  /** Begins the key's count anew, for every process. */
  async forget(limit: CountedLimit, key: string): Promise<void> {
    const place = `${limit.prefix}:${key}`;
    this.#known.delete(place);
    if (this.redis?.status !== "ready") return;
    // Not deleted: what is not there is lost, and others would put back what they know.
    await this.redis
      .multi()
      .hset(place, { name: this.#newName(), used: 0 })
      .pexpire(place, limit.seconds * 1000)
      .exec()
      .catch(() => undefined);
  }

  async #addShared(
    limit: CountedLimit,
    points: ReadonlyMap<string, number>,
  ): Promise<Map<string, Count> | null> {
    if (this.redis?.status !== "ready") return null;
    const places = [...points.keys()].map((key) => `${limit.prefix}:${key}`);
    const known = [...points].map(([key, add]) => {
      const { name, used, endsAt } = this.#window(limit, key);
      return [add, name, used, Math.max(1, endsAt - Date.now()), this.#newName()];
    });
    let answers: (string | number)[];
    try {
      answers = (await this.redis.eval(
        SCRIPT,
        places.length,
        ...places,
        limit.seconds * 1000,
        ...known.flat(),
      )) as (string | number)[];
    } catch {
      return null;
    }
    return new Map(
      [...points.keys()].map((key, at) => {
        const [name, used, wait] = [
          answers[3 * at],
          Number(answers[3 * at + 1]),
          Number(answers[3 * at + 2]),
        ];
        if (used > 0)
          this.#recordHistory(limit, key, { name: String(name), used, endsAt: Date.now() + wait });
        return [key, { used, wait }];
      }),
    );
  }

  #addHere(limit: CountedLimit, points: ReadonlyMap<string, number>): Map<string, Count> {
    return new Map(
      [...points].map(([key, add]) => {
        const window = this.#window(limit, key);
        const used = window.used + add;
        if (add > 0) this.#recordHistory(limit, key, { ...window, used });
        return [key, { used, wait: window.endsAt - Date.now() }];
      }),
    );
  }

  /** The key's window as this process knows it; an empty one where none is open. */
  #window({ prefix, seconds }: CountedLimit, key: string): Window {
    const known = this.#known.get(`${prefix}:${key}`);
    if (known && known.endsAt > Date.now()) return known;
    return { name: this.#newName(), used: 0, endsAt: Date.now() + seconds * 1000 };
  }

  #recordHistory({ prefix }: CountedLimit, key: string, window: Window): void {
    const place = `${prefix}:${key}`;
    if (!this.#known.has(place) && this.#known.size >= KNOWN_MAX) this.#makeRoom();
    this.#known.set(place, window);
  }

  #makeRoom(): void {
    const now = Date.now();
    for (const [place, { endsAt }] of this.#known) if (endsAt <= now) this.#known.delete(place);
    for (const place of this.#known.keys()) {
      if (this.#known.size < KNOWN_MAX) return;
      this.#known.delete(place);
    }
  }

  #newName(): string {
    this.#windows += 1;
    return `${this.#process}-${this.#windows}`;
  }
}
