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

/** What commands write and people keep there. */
const MADE = ["deploy/.env", "e2e/results", "packages/notifications/preview/index.html"];

test.each(pages)("every file of this repository that %s names is there", (page) => {
  const named = textOf(page).matchAll(
    /`((?:apps|bench|deploy|docs|e2e|packages|prisma|scripts)\/[\w./@-]+?)( › [^`]+)?`/g,
  );
  const missing = [...named]
    .map(([, file = ""]) => file)
    .filter((file) => !MADE.includes(file) && !existsSync(path.join(root, file)))
    .filter((file) => !existsSync(path.join(root, `${file}.ts`)));
  expect(missing).toEqual([]);
});

test("every test that the threat model names is there, once", () => {
  const files = ["apps", "packages"]
    .flatMap((group) =>
      readdirSync(path.join(root, group)).map((name) => path.join(root, group, name, "src")),
    )
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
    );
  const named = [...textOf("docs/threat-model.md").matchAll(/`([\w/-]+\.test\.tsx?)`/g)].map(
    ([, file]) => `/${file}`,
  );
  expect(named.filter((file) => files.filter((each) => each.endsWith(file)).length !== 1)).toEqual([]);
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
