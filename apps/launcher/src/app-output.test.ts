import { expect, test } from "vitest";
import { errorsOnly, everything } from "./app-output";

function shown(reader: typeof errorsOnly, line: string): string[] {
  const lines: string[] = [];
  reader("api", (text) => lines.push(text))(line);
  return lines;
}

const ERROR = '{"level":50,"msg":"call failed","err":{"type":"Error","message":"no connection"}}';

test.each([
  ['{"level":30,"msg":"api is listening"}', [], ["[api] api is listening"]],
  [ERROR, ["[api] call failed: no connection"], ["[api] call failed: no connection"]],
  [
    "TypeError: x is not a function",
    ["[api] TypeError: x is not a function"],
    ["[api] TypeError: x is not a function"],
  ],
  ['{"level":', ['[api] {"level":'], ['[api] {"level":']],
  ['{"rows":3}', ['[api] {"rows":3}'], ['[api] {"rows":3}']],
])("%s", (line, asErrors, asEverything) => {
  expect(shown(errorsOnly, line)).toEqual(asErrors);
  expect(shown(everything, line)).toEqual(asEverything);
});
