import type { DayBlock } from "@korki/contracts/admin-lessons";
import { expect, test } from "vitest";
import { doubleBlocks } from "./overlap-text";

const free = (block: number): DayBlock => ({
  block,
  isAvailable: true,
  teacherBusy: false,
  studentBusy: false,
  held: null,
  closed: null,
});

test("a double lesson begins where the next block is, too, and is taken or closed if one of both is", () => {
  const closed = { scope: "centre", label: "Remont" } as const;
  const busy = { scope: "busy", label: "" } as const;
  const day = [
    { ...free(10), closed: busy },
    { ...free(11), closed },
    { ...free(12), studentBusy: true, isAvailable: false },
    free(13),
  ];
  expect(doubleBlocks(day)).toEqual([
    { ...free(10), closed },
    { ...free(11), closed, studentBusy: true, isAvailable: false },
    { ...free(12), studentBusy: true, isAvailable: false },
  ]);
});
