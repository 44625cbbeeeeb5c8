import type { z } from "zod";

/** The JSON of answers that callers share; null until it is written for the first of them. */
const texts = new WeakMap<object, string | null>();

/**
 * Returns the output of a procedure whose callers share a read (`sharedRead`): the answer that they all get is parsed once,
 * and `sharedJson` writes it once.
 */
export function sharedOutput<Schema extends z.ZodType<object>>(schema: Schema) {
  const parsed = new WeakMap<object, z.output<Schema>>();
  return (answer: unknown): z.output<Schema> => {
    if (typeof answer !== "object" || answer === null) return schema.parse(answer);
    const known = parsed.get(answer);
    if (known) return known;
    const output = schema.parse(answer);
    parsed.set(answer, output);
    texts.set(output, null);
    return output;
  };
}

/** Returns the JSON of an answer that `sharedOutput` parsed; undefined for any other. */
export function sharedJson(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const known = texts.get(answer);
  if (known !== null) return known;
  const text = JSON.stringify(answer);
  texts.set(answer, text);
  return text;
}
