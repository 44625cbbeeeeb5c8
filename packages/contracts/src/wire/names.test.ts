import { expect, test } from "vitest";
import { z } from "zod";
import { fromWire, toWire, wireOf } from "./names";

const wireOffer = z.object({
  _id: z.string(),
  desc: z.string().optional(),
  subjectLevel: z.string(),
  slot: z.object({ blockIndex: z.int() }).nullable(),
  others: z.array(z.object({ _id: z.string() })),
});

test("an answer has its schema's fields under their names on the wire, however deep", () => {
  const offer = { id: "a", level: "liceumP", slot: { block: 2, date: "2026-11-24" }, others: [{ id: "b" }] };
  expect(toWire(wireOffer.array())([{ ...offer, description: "Optyka" }])).toEqual([
    { _id: "a", desc: "Optyka", subjectLevel: "liceumP", slot: { blockIndex: 2 }, others: [{ _id: "b" }] },
  ]);
});

test("what is not there is left out, and null stays null", () => {
  const wire = toWire(wireOffer)({ id: "a", level: "liceumP", slot: null, others: [] });
  expect(Object.entries(wire)).toEqual([
    ["_id", "a"],
    ["subjectLevel", "liceumP"],
    ["slot", null],
    ["others", []],
  ]);
});

test("a name that the wire shares with the product stays, as does an open object", () => {
  expect(toWire(z.object({ description: z.string() }))({ description: "Optyka" })).toEqual({
    description: "Optyka",
  });
  const open = { id: "a", anything: 1 };
  expect(toWire(z.looseObject({ id: z.string() }))(open)).toEqual(open);
});

test("a body has the product's names, however deep", () => {
  const body = { _id: "a", rows: [{ desc: "x", blockIndex: 2 }], subjectLevel: null, title: "t" };
  expect(fromWire(body)).toEqual({
    id: "a",
    rows: [{ description: "x", block: 2 }],
    level: null,
    title: "t",
  });
});

test("a schema of the product has the wire's names, however deep, and keeps its rules but those of a whole object", () => {
  const own = z
    .object({
      id: z.string().optional(),
      rows: z
        .array(z.object({ level: z.string(), block: z.int().nullable() }))
        .max(1)
        .default([]),
      of: z.union([z.object({ id: z.string() }), z.object({ block: z.int() })]),
    })
    .refine(() => false);
  const wire = wireOf(own);
  const body = { _id: "a", rows: [{ subjectLevel: "x", blockIndex: null }], of: { blockIndex: 2 } };
  expect(wire.parse(body)).toEqual(body);
  expect(wire.parse({ of: { _id: "b" } })).toEqual({ rows: [], of: { _id: "b" } });
  for (const wrong of [{ id: "a" }, { rows: [...body.rows, ...body.rows], of: { _id: "b" } }])
    expect(wire.safeParse(wrong).success).toBe(false);
});
