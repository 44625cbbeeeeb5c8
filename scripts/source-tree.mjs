// Reads the source files of apps and packages, of the working tree or of a commit, and what each imports.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./running.mjs";

/** @typedef {{ text: string, lines: number, test: boolean, imports: Set<string> }} SourceFile */

const CODE = /\.(ts|tsx|mts|mjs|js)$/;
const TEST = /\.test\.tsx?$|(^|\/)testing\//;
const SPECIFIER = /(?:\bfrom|^import|\bimport\()\s*"([^"]+)"/gm;

/** @param {readonly string[]} args @param {string} [input] */
const git = (args, input) => execFileSync("git", args, { cwd: root, input, maxBuffer: 2 ** 28 });

/** @param {string} name */
const isRead = (name) => CODE.test(name) || /^[^/]+\/[^/]+\/package\.json$/.test(name);

/** @param {Buffer} output */
const namesOf = (output) => output.toString().split("\0").filter(isRead);

/**
 * Returns the text of every file of code, and of every package's description, below apps and packages.
 *
 * @param {string} [commit] the working tree's files without one
 * @returns {Map<string, string>}
 */
function readTexts(commit) {
  const folders = ["--", "apps", "packages"];
  if (commit === undefined) {
    const names = namesOf(git(["ls-files", "-coz", "--exclude-standard", "--deduplicate", ...folders]));
    const kept = names.filter((name) => existsSync(path.join(root, name)));
    return new Map(kept.map((name) => [name, readFileSync(path.join(root, name), "utf8")]));
  }
  const names = namesOf(git(["ls-tree", "-r", "--name-only", "-z", commit, ...folders]));
  const output = git(["cat-file", "--batch"], names.map((name) => `${commit}:${name}\n`).join(""));
  /** @type {Map<string, string>} */
  const texts = new Map();
  let at = 0;
  for (const name of names) {
    const start = output.indexOf("\n", at) + 1;
    const end = start + Number(output.toString("utf8", at, start).split(" ")[2]);
    texts.set(name, output.toString("utf8", start, end));
    at = end + 1;
  }
  return texts;
}

/**
 * Returns the files of code below apps and packages with what each imports, and the packages by name.
 *
 * @param {string} [commit]
 */
export function readSourceTree(commit) {
  const texts = readTexts(commit);
  /** @type {Map<string, { folder: string, json: { name: string, exports?: Record<string, string>, dependencies?: Record<string, string> } }>} */
  const packages = new Map();
  for (const [name, text] of texts)
    if (name.endsWith("package.json")) {
      const json = JSON.parse(text);
      packages.set(json.name, { folder: path.dirname(name), json });
    }

  /** @param {string} from @param {string} specifier */
  const resolve = (from, specifier) => {
    if (specifier.startsWith(".")) return existing(path.posix.join(path.posix.dirname(from), specifier));
    const [, name, rest = ""] = /^(@korki\/[^/]+)(\/.*)?$/.exec(specifier) ?? [];
    const found = name === undefined ? undefined : packages.get(name);
    if (!found) return undefined;
    const entries = found.json.exports ?? {};
    const exact = entries[`.${rest}`];
    if (exact) return existing(path.posix.join(found.folder, exact));
    for (const [pattern, target] of Object.entries(entries)) {
      const [before = "", after] = pattern.split("*");
      if (after === undefined || !`.${rest}`.startsWith(before)) continue;
      return existing(path.posix.join(found.folder, target.replace("*", `.${rest}`.slice(before.length))));
    }
    return undefined;
  };
  /** @param {string} file */
  const existing = (file) =>
    [file, `${file}.ts`, `${file}.tsx`, `${file}/index.ts`, file.replace(/\.js$/, ".ts")].find(
      (name) => CODE.test(name) && texts.has(name),
    );

  /** @type {Map<string, SourceFile>} */
  const files = new Map();
  for (const [name, text] of texts) {
    if (!CODE.test(name)) continue;
    /** @type {Set<string>} */
    const imports = new Set();
    for (const [, specifier = ""] of text.matchAll(SPECIFIER)) {
      const target = resolve(name, specifier);
      if (target) imports.add(target);
    }
    files.set(name, { text, lines: text.split("\n").length - 1, test: TEST.test(name), imports });
  }
  return { files, packages };
}
