import { expect, test } from "vitest";
import { newId } from "./ids";

test("creates distinct, increasing UUIDs of version 7 with the current time", () => {
  const before = Date.now();
  const ids = Array.from({ length: 5_000 }, newId);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBeGreaterThan(4_990);
  const time = Number.parseInt((ids[0] ?? "").replace("-", "").slice(0, 12), 16);
  expect(Math.abs(time - before)).toBeLessThan(1_000);
});
