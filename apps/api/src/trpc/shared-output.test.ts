import { expect, test } from "vitest";
import { z } from "zod";
import { sharedJson, sharedOutput } from "./shared-output";

const output = sharedOutput(z.object({ name: z.string() }));

test("an answer that callers share is parsed and written once", () => {
  const answer = { name: "Żaneta", secret: "x" };
  const parsed = output(answer);
  expect(parsed).toEqual({ name: "Żaneta" });
  expect(sharedJson(parsed)).toBe('{"name":"Żaneta"}');
  answer.name = "Anna";
  expect(output(answer)).toBe(parsed);
  expect(sharedJson(parsed)).toBe('{"name":"Żaneta"}');
});

test("equal answers of two reads are two outputs", () => {
  const parsed = output({ name: "Jan" });
  expect(output({ name: "Jan" })).not.toBe(parsed);
});

test("an answer of another shape is refused, whoever asks", () => {
  const answer = { name: 1 };
  expect(() => output(answer)).toThrow(z.ZodError);
  expect(() => output(answer)).toThrow(z.ZodError);
  expect(() => output(null)).toThrow(z.ZodError);
});

test.each([{ name: "Jan" }, [], null, undefined, "Jan", 1])(
  "the JSON of %j, which nobody shares, is not kept",
  (answer) => {
    expect(sharedJson(answer)).toBeUndefined();
  },
);
