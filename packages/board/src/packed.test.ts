import { expect, test } from "vitest";
import type { Operation, PressedPoint } from "./operations";
import { pack, unpack } from "./packed";

const key = (seq: number) => `01980000-0000-7000-8000-${String(seq).padStart(12, "0")}`;
const stroke = (seq: number, points: PressedPoint[]): Operation => ({
  seq,
  key: key(seq),
  page: 2,
  authorId: key(0),
  kind: "stroke",
  body: { points, tool: "marker", colour: "red", width: 8 },
});

test("what is packed is unpacked as it was, letter by letter", () => {
  const tenth = () => Math.floor(Math.random() * 48_000 - 16_000) / 10;
  const log: Operation[] = [
    stroke(41, [[10.5, 20, 0.5]]),
    stroke(
      42,
      Array.from({ length: 2_000 }, (): PressedPoint => [tenth(), tenth(), 0.5]),
    ),
    stroke(
      43,
      Array.from({ length: 50 }, (): PressedPoint => [tenth(), tenth(), Math.random()]),
    ),
    {
      seq: 44,
      key: key(44),
      page: 1,
      authorId: key(1),
      kind: "text",
      body: { at: [1.5, 2], text: "Zażółć", size: 32, colour: "black" },
    },
    { seq: 45, key: key(45), page: 1, authorId: key(1), kind: "erase", body: { keys: [key(41)] } },
  ];
  const sent = JSON.parse(JSON.stringify(pack(log)));
  expect(unpack(40, sent)).toEqual(log);
  expect(unpack(40, sent).map(({ body }) => JSON.stringify(body))).toEqual(
    log.map(({ body }) => JSON.stringify(body)),
  );
});

test("a log without operations packs to nothing", () => {
  expect(unpack(7, pack([]))).toEqual([]);
});
