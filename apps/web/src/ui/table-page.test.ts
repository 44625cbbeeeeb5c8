import { expect, it } from "vitest";
import { sortRows } from "./table-page";

const names = ["Żaneta", "Łukasz", "Zofia", "Ćwik", "Cezary", "Lena"];

it("puts Polish letters where they belong", () => {
  expect(sortRows(names, (name) => name, false)).toEqual([
    "Cezary",
    "Ćwik",
    "Lena",
    "Łukasz",
    "Zofia",
    "Żaneta",
  ]);
});

it("orders numbers by size, both ways, and leaves what has no value last", () => {
  const rows = [{ n: 10 }, { n: null }, { n: 9 }, { n: 100 }];
  expect(sortRows(rows, ({ n }) => n, false).map(({ n }) => n)).toEqual([9, 10, 100, null]);
  expect(sortRows(rows, ({ n }) => n, true).map(({ n }) => n)).toEqual([100, 10, 9, null]);
});

it("keeps the order of equal rows and the rows given as they were", () => {
  const rows = [
    { id: 1, n: 1 },
    { id: 2, n: 1 },
  ];
  expect(sortRows(rows, ({ n }) => n, true).map(({ id }) => id)).toEqual([1, 2]);
  expect(rows.map(({ id }) => id)).toEqual([1, 2]);
});
