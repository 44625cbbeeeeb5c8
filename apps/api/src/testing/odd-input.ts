import { z } from "zod";
import type { Takes, WireCall } from "./endpoints";

const DEEP = 400;
/** Nested more deeply than can be written as JSON again; a body may be that long. */
const TOO_DEEP = nested(45_000);
const FIRST_DAY = "0001-01-01";
const LAST_DAY = "9999-12-31";

/**
 * Values that no field expects, as JSON text: wrong types, boundaries, the first and the last day, NUL, half a surrogate
 * pair, huge, nested.
 */
export const ODD_JSON = [
  "null",
  "true",
  "-1",
  "1.5",
  "1e400",
  "2147483648",
  "9007199254740993",
  '"0"',
  '""',
  '" "',
  '"a\\u0000b"',
  '"\\ud800"',
  `"${"x".repeat(9_000)}"`,
  '"\'; DROP TABLE users; --"',
  "[]",
  "[null]",
  '{"__proto__":{"role":"Admin"},"constructor":{"prototype":{}},"toString":1}',
  `"${FIRST_DAY}"`,
  `"${LAST_DAY}"`,
  nested(DEEP),
];

/**
 * The same for a field that a call need not have, and for those of REST's bodies: less, as their kind is tried in other
 * calls.
 */
const ODD_FEW = ["null", "-1", "1e400", '"a\\u0000b"', "{}", `"${FIRST_DAY}"`, `"${LAST_DAY}"`];

/** The same for values in an address. */
export const ODD_TEXT = [
  "",
  "%00",
  "%ff",
  "%ud800",
  "..%2f..",
  "-1",
  "1e9",
  "NaN",
  "[object Object]",
  FIRST_DAY,
  LAST_DAY,
  "x".repeat(3_000),
  "%F0%9F%92%A9",
];

const MARK = "@@here@@";

/**
 * A call again and again, each time with one field, variable or the whole body replaced by something odd, or with a
 * field more, of those that it may have. Once with a key, too, and a body that cannot be written again.
 */
export function* oddCalls(call: WireCall, takes: Takes): Generator<WireCall> {
  const [path = "", query = ""] = call.path.split("?");
  const parameters = new URLSearchParams(query);
  const input = parameters.get("input");
  if (path.startsWith("/trpc/") && call.method === "GET") {
    for (const text of oddJson(input === null ? undefined : JSON.parse(input), takes.input)) {
      yield { ...call, path: `${path}?input=${encodeURIComponent(text)}` };
    }
    for (const text of ["%7B", "%ff", "%00"]) yield { ...call, path: `${path}?input=${text}` };
  } else {
    for (const name of parameters.keys()) {
      for (const text of ODD_TEXT) yield { ...call, path: `${path}?${withOdd(parameters, name, text)}` };
      yield { ...call, path: `${call.path}&${name}=1&${name}=2` };
    }
    for (const name of fieldsOf(takes.query).filter((each) => !parameters.has(each))) {
      for (const text of ODD_TEXT) yield { ...call, path: `${path}?${query && `${query}&`}${name}=${text}` };
    }
  }
  const steps = path.split("/");
  for (const [index, step] of steps.entries()) {
    if (step.length < 20) continue;
    for (const text of ODD_TEXT) {
      if (text !== "")
        yield { ...call, path: [...steps.slice(0, index), text, ...steps.slice(index + 1)].join("/") };
    }
  }
  if (call.body !== undefined) {
    const bodies = path.startsWith("/trpc/")
      ? oddJson(call.body, takes.input)
      : [...ODD_JSON, ...oddJson(call.body, takes.input, ODD_FEW)];
    for (const body of [...bodies, "{", "\ufeff{}", "undefined"]) yield { ...call, body };
    yield { ...call, body: TOO_DEEP, key: "klucz" };
  }
}

function withOdd(parameters: URLSearchParams, name: string, odd: string): string {
  return [...parameters]
    .map(([key, value]) => `${key}=${key === name ? odd : encodeURIComponent(value)}`)
    .join("&");
}

/** A value as JSON text again and again, each time with one part of it, or one field more, replaced by something odd. */
export function* oddJson(good: unknown, schema?: z.ZodType, values = ODD_JSON): Generator<string> {
  for (const [marked, part] of marks(good)) yield* filled(marked, oddFor(part, values));
  for (const marked of moreFields(good, schema)) yield* filled(marked, ODD_FEW);
}

function* filled(marked: unknown, values: readonly string[]): Generator<string> {
  const text = JSON.stringify(marked);
  for (const value of values) yield text.replace(`"${MARK}"`, value);
}

/** An object with a mark in a field that it may have and has not, one after the other. */
function* moreFields(good: unknown, schema: z.ZodType | undefined): Generator<unknown> {
  if (good !== undefined && (typeof good !== "object" || good === null || Array.isArray(good))) return;
  const fields = fieldsOf(schema).filter((field) => !(field in (good ?? {})));
  for (const field of fields) yield { ...good, [field]: MARK };
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodPipe && schema.in instanceof z.ZodType ? fieldsOf(schema.in) : [];
}

function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

/** The value with a mark in the place of itself, and of everything in it, one after the other; and what was there. */
function* marks(value: unknown): Generator<[marked: unknown, part: unknown]> {
  yield [MARK, value];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const [marked, part] of marks(item)) yield [value.with(index, marked), part];
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      for (const [marked, part] of marks(item)) yield [{ ...value, [key]: marked }, part];
    }
  }
}

/** Returns odd values to put in a value's place: all of its own JSON type, and one of each other type. */
function oddFor(part: unknown, values: readonly string[]): string[] {
  const others = new Set<string>();
  return values.filter((text) => {
    const kind = kindOf(JSON.parse(text));
    if (kind === kindOf(part)) return true;
    if (others.has(kind)) return false;
    others.add(kind);
    return true;
  });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
