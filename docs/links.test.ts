import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const isPage = (name: string) => name.endsWith(".md");
const pages = [
  ...readdirSync(root).filter(isPage),
  ...readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter(isPage)
    .map((page) => `docs/${page}`),
];
const decisions = pages.filter((page) => /^docs\/decisions\/\d/.test(page));

const textOf = (page: string) => readFileSync(path.join(root, page), "utf8");

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test.each(pages)("every link of %s leads to a file and a heading of this repository", (page) => {
  const broken = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = "", anchor] = target.split("#", 2);
      const linked = file ? path.join(path.dirname(page), file) : page;
      if (!existsSync(path.join(root, linked))) return true;
      return anchor !== undefined && !anchorsOf(linked).includes(anchor);
    });
  expect(broken).toEqual([]);
});

test("decisions are numbered without a gap, have a status and are listed", () => {
  const list = textOf("docs/decisions/README.md");
  for (const [at, page] of decisions.toSorted().entries()) {
    const number = at + 1;
    expect(path.basename(page)).toMatch(new RegExp(`^${String(number).padStart(4, "0")}-`));
    expect(textOf(page)).toMatch(
      new RegExp(`^# ${number}\\. .*\n\nStatus: (accepted|superseded by \\d+), \\d{4}-`),
    );
    expect(list).toContain(`](${path.basename(page)})`);
  }
});
