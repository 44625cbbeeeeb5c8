import { describe, expect, it } from "vitest";
import {
  BLOCK_COUNT,
  BLOCKS,
  blockAt,
  blockHours,
  isBlock,
  LESSON_MINUTES,
  partOfDay,
  trialHours,
} from "./blocks";

const SPECIFIED =
  "0 7:00-8:00; 1 8:05-9:05; 2 9:10-10:10; 3 10:15-11:15; 4 11:20-12:20; 5 12:25-13:25; 6 13:30-14:30; " +
  "7 14:35-15:35; 8 15:40-16:40; 9 16:45-17:45; 10 17:50-18:50; 11 18:55-19:55; 12 20:00-21:00; 13 21:05-22:05";

describe("hour blocks", () => {
  it("are the fourteen of the specification", () => {
    expect(BLOCKS.map(({ index, start, end }) => `${index} ${start}-${end}`).join("; ")).toBe(SPECIFIED);
    expect(BLOCKS).toHaveLength(BLOCK_COUNT);
  });

  it("last an hour and lie five minutes apart", () => {
    for (const { index, startMinutes, endMinutes } of BLOCKS) {
      expect(endMinutes - startMinutes).toBe(LESSON_MINUTES);
      if (index > 0) expect(startMinutes - blockAt(index - 1).endMinutes).toBe(5);
    }
  });

  it.each([
    [0, true],
    [13, true],
    [-0, true],
    [-1, false],
    [14, false],
    [1.5, false],
    [Number.NaN, false],
    ["3", false],
    [null, false],
  ])("isBlock(%s) is %s", (value, expected) => {
    expect(isBlock(value)).toBe(expected);
  });

  it.each([-1, 14, 0.5])("has no block %s", (index) => {
    expect(() => blockAt(index)).toThrow(RangeError);
    expect(() => blockHours(index)).toThrow(RangeError);
  });

  it.each([
    [0, "7:00–8:00"],
    [9, "16:45–17:45"],
    [13, "21:05–22:05"],
  ])("block %i is shown as %s", (block, shown) => {
    expect(blockHours(block)).toBe(shown);
  });

  it.each([
    [null, "9:00–9:30"],
    [0, "7:00–7:30"],
    [9, "16:45–17:15"],
    [13, "21:05–21:35"],
  ])("a trial lesson with block %s is shown as %s", (block, shown) => {
    expect(trialHours(block)).toBe(shown);
  });

  it("fall into three parts of the day", () => {
    expect(BLOCKS.map(({ index }) => partOfDay(index)[0]).join("")).toBe("mmmmmaaaaaeeee");
  });
});
