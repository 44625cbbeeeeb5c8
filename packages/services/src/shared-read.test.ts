import type { Database } from "@korki/db";
import { expect, test, vi } from "vitest";
import { sharedRead } from "./shared-read";

/** A read that ends on request. */
function controlled() {
  const ends: ((fails?: boolean) => void)[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const n = ends.length + 1;
      ends.push((fails = false) => (fails ? reject(new Error(`${n}`)) : resolve(n)));
    });
  return { ends, read };
}

const db = {} as Database;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("calls during a read share the next one, which begins when it ends", async () => {
  const share = sharedRead<number>();
  const { ends, read } = controlled();
  const first = share(db, "a", read);
  await turn();
  expect(ends).toHaveLength(1);
  const waiting = [share(db, "a", read), share(db, "a", read)];
  await turn();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await turn();
  expect(ends).toHaveLength(2);
  const third = share(db, "a", read);
  ends[1]?.();
  expect(await Promise.all(waiting)).toEqual([2, 2]);
  await turn();
  ends[2]?.();
  expect(await third).toBe(3);
  await turn();
  const fourth = share(db, "a", read);
  await turn();
  expect(ends).toHaveLength(4);
  ends[3]?.();
  expect(await fourth).toBe(4);
});

test("a failure reaches only the calls that shared the read; other keys and databases are separate", async () => {
  const share = sharedRead<number>();
  const { ends, read } = controlled();
  const first = share(db, "a", read);
  await turn();
  const second = share(db, "a", read);
  const other = [share(db, "b", read), share({} as Database, "a", read)];
  await turn();
  expect(ends).toHaveLength(3);
  ends[0]?.(true);
  await expect(first).rejects.toThrow("1");
  await turn();
  for (const end of ends) end();
  expect(await second).toBe(4);
  expect(await Promise.all(other)).toEqual([2, 3]);
});

test("calls before a read begins share it", async () => {
  const share = sharedRead<number>(60_000);
  vi.useFakeTimers();
  try {
    const { ends, read } = controlled();
    const calls = [share(db, "a", read), share(db, "a", read)];
    await vi.advanceTimersByTimeAsync(30_000);
    calls.push(share(db, "a", read));
    expect(ends).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(30_000);
    const late = share(db, "a", read);
    ends[0]?.();
    expect(await Promise.all(calls)).toEqual([1, 1, 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    ends[1]?.();
    expect(await late).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
