import type { Attention } from "@korki/contracts/attention";
import { describe, expect, test } from "vitest";
import { withActed } from "./acted-lines";

const lesson = (lessonId: string) => ({ lessonId, text: lessonId });
const waiting = (...ids: string[]): Attention =>
  ids.length === 0 ? [] : [{ kind: "to-confirm", count: ids.length, items: ids.map(lesson) }];

describe("a line that was acted upon stays where it was, so that a second tap hits no other:", () => {
  test.each([
    ["while the data still has it", waiting("a", "b", "c"), ["a", "Potwierdzona", "c"]],
    ["when it is gone", waiting("a", "c"), ["a", "Potwierdzona", "c"]],
    ["when it was the last of its kind", waiting(), ["Potwierdzona"]],
  ])("%s", (_, data, expected) => {
    const acted = [{ kind: "to-confirm" as const, item: lesson("b"), at: 1, label: "Potwierdzona" }];
    const [kind] = withActed(data, acted);
    expect(kind?.lines.map(({ item, acted }) => acted ?? item.lessonId)).toEqual(expected);
  });
});
