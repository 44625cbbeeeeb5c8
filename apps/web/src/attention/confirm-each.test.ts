import type { AttentionItem } from "@korki/contracts/attention";
import { commonTexts } from "@korki/contracts/texts/common";
import { blockStart } from "@korki/domain";
import { beforeEach, expect, test } from "vitest";
import { confirmEach } from "./confirm-each";

const date = "2026-12-01";
const lesson = (lessonId: string, block: number, of: Partial<AttentionItem> = {}): AttentionItem => ({
  lessonId,
  studentId: "jan",
  text: `lekcja ${lessonId}`,
  ...of,
  startsAt: blockStart(date, block).toISOString(),
});

let called: string[];
/** Refuses what is named so. */
const call = async (id: string) => {
  called.push(id);
  if (id === "refused") throw new Error("refused");
};
const confirm = (...items: AttentionItem[]) => confirmEach(items, { lesson: call, series: call });

beforeEach(() => {
  called = [];
});

test("one that is refused keeps no other from being confirmed, and is named", async () => {
  const outcome = await confirm(lesson("refused", 2), lesson("b", 3), lesson("c", 3, { studentId: "ola" }));
  expect(called.toSorted()).toEqual(["b", "c", "refused"]);
  expect(outcome).toEqual({
    confirmed: 2,
    refused: [{ name: "lekcja refused", reason: commonTexts.somethingWentWrong }],
  });
});

test("several lessons of a series are confirmed with it, a single one by itself", async () => {
  const weekly = { seriesId: "weekly" };
  const outcome = await confirm(
    lesson("a", 2, weekly),
    lesson("b", 4, weekly),
    lesson("c", 6, { seriesId: "other" }),
    lesson("d", 8, { seriesId: "refused" }),
    lesson("e", 10, { seriesId: "refused" }),
  );
  expect(called.toSorted()).toEqual(["c", "refused", "weekly"]);
  expect(outcome).toMatchObject({ confirmed: 3 });
  expect(outcome.refused.map(({ name }) => name)).toEqual(["lekcja d", "lekcja e"]);
});
