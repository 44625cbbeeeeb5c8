import { pino } from "pino";
import { expect, test } from "vitest";
import { inGroups } from "./in-groups";

const lines: string[] = [];
const services = { log: pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }) };
const about = (thing: number) => ({ thing: String(thing) });

test("one thing that fails stops no other of its group, nor later groups", async () => {
  const done: number[] = [];
  const work = async (group: readonly number[]) => {
    if (group.includes(2)) throw new Error("spoilt");
    done.push(...group);
  };
  expect(await inGroups(services, [1, 2, 3, 4, 5], { size: 2, about, work })).toBe(4);
  expect(done).toEqual([1, 3, 4, 5]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ thing: "2", reason: "spoilt" }]);
});

test("while the database is away nothing is tried one by one", async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  };
  await expect(inGroups(services, [1, 2, 3], { size: 2, about, work })).rejects.toThrow("connect");
  expect(tries).toBe(1);
});
