import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const FOLDER = import.meta.dirname;
/** Letters that grow with what they stand in, and those on paper. */
const ELSEWHERE = /^(?:calc\(var\(--size\)|inherit|[\d.]+pt)/;
const WEIGHTS = ["400", "550", "650", "inherit"];

test("letters have the sizes and the three weights of the theme", () => {
  const found: string[] = [];
  for (const file of readdirSync(FOLDER, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".css")) continue;
    const rules = readFileSync(path.join(FOLDER, file), "utf8").replaceAll(/@font-face \{[^}]*\}/g, "");
    for (const [, property = "", value = ""] of rules.matchAll(/font-(size|weight):\s*([^;]+);/g)) {
      const isOfTheme =
        property === "size"
          ? /^var\(--(?:mantine|korki)-/.test(value) || ELSEWHERE.test(value)
          : WEIGHTS.includes(value);
      if (!isOfTheme) found.push(`${file}: font-${property}: ${value}`);
    }
  }
  expect(found).toEqual([]);
});
