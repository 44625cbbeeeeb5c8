import type { WireCall } from "./endpoints";

const DEEP = 400;

/** Values that no field expects, as JSON text: wrong types, boundaries, NUL, half a surrogate pair, huge, nested. */
export const ODD_JSON = [
  "null",
  "true",
  "-1",
  "1.5",
  "1e400",
  "2147483648",
  "9007199254740993",
  '""',
  '" "',
  '"a\\u0000b"',
  '"\\ud800"',
  `"${"x".repeat(9_000)}"`,
  '"0"',
  '"\'; DROP TABLE users; --"',
  "[]",
  "[null]",
  '{"__proto__":{"role":"Admin"},"constructor":{"prototype":{}},"toString":1}',
  `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`,
];

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
  "x".repeat(3_000),
  "%F0%9F%92%A9",
];

const MARK = "@@here@@";

/** A call again and again, each time with one field, variable or the whole body replaced by something odd. */
export function* oddCalls(call: WireCall): Generator<WireCall> {
  const [path = "", query = ""] = call.path.split("?");
  const parameters = new URLSearchParams(query);
  const input = parameters.get("input");
  if (path.startsWith("/trpc/") && call.method === "GET") {
    for (const text of oddJson(input === null ? undefined : JSON.parse(input))) {
      yield { ...call, path: `${path}?input=${encodeURIComponent(text)}` };
    }
    for (const text of ["%7B", "%ff", "%00"]) yield { ...call, path: `${path}?input=${text}` };
  } else {
    for (const name of parameters.keys()) {
      for (const text of ODD_TEXT) yield { ...call, path: `${path}?${withOdd(parameters, name, text)}` };
      yield { ...call, path: `${call.path}&${name}=1&${name}=2` };
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
    for (const body of [...oddJson(call.body), "{", "\ufeff{}", "undefined"]) yield { ...call, body };
  }
}

function withOdd(parameters: URLSearchParams, name: string, odd: string): string {
  return [...parameters]
    .map(([key, value]) => `${key}=${key === name ? odd : encodeURIComponent(value)}`)
    .join("&");
}

/** A value as JSON text again and again, each time with one part of it replaced by something odd. */
export function* oddJson(good: unknown): Generator<string> {
  for (const marked of marks(good)) {
    const text = JSON.stringify(marked);
    for (const odd of ODD_JSON) yield text.replace(`"${MARK}"`, odd);
  }
}

/** The value with a mark in the place of itself, and of everything in it, one after the other. */
function* marks(value: unknown): Generator<unknown> {
  yield MARK;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const marked of marks(item)) yield value.with(index, marked);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      for (const marked of marks(item)) yield { ...value, [key]: marked };
    }
  }
}
