// `pnpm measure [commit]`: how large the source is, per package, beside a commit when one is named. Tests are apart.
import { readSourceTree } from "./source-tree.mjs";

/** Below this number of lines a file with one importer could live in it. */
const SMALL = 40;

/** @param {readonly number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** @param {string} [commit] */
function measure(commit) {
  const { files, packages } = readSourceTree(commit);
  /** @type {Map<string, number>} */
  const importers = new Map();
  for (const { test, imports } of files.values())
    if (!test) for (const name of imports) importers.set(name, (importers.get(name) ?? 0) + 1);

  /** @param {string} name @param {string} folder @param {number} dependencies */
  const row = (name, folder, dependencies) => {
    const own = [...files].filter(([file]) => file.startsWith(folder));
    const source = own.filter(([, { test }]) => !test);
    const lines = source.map(([, file]) => file.lines);
    const single = source.filter(([file]) => importers.get(file) === 1);
    return {
      name,
      lines: lines.reduce((sum, n) => sum + n, 0),
      files: source.length,
      median: median(lines),
      "1 importer": single.length,
      "of these small": single.filter(([, file]) => file.lines < SMALL).length,
      exports: source.reduce((sum, [, { text }]) => sum + (text.match(/^export\b/gm)?.length ?? 0), 0),
      dependencies,
      "test lines": own.reduce((sum, [, { test, lines }]) => sum + (test ? lines : 0), 0),
      "test files": own.length - source.length,
    };
  };
  const rows = [...packages.values()]
    .map(({ folder, json }) => row(folder, `${folder}/`, Object.keys(json.dependencies ?? {}).length))
    .sort((a, b) => b.lines - a.lines);
  return [
    ...rows,
    row(
      "all",
      "",
      rows.reduce((sum, { dependencies }) => sum + dependencies, 0),
    ),
  ];
}

/** @param {string} title @param {readonly Record<string, string | number>[]} rows */
function print(title, rows) {
  const heads = Object.keys(rows[0] ?? {});
  const cells = [heads, ...rows.map((row) => heads.map((head) => String(row[head])))];
  const widths = heads.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const line of cells)
    console.log(
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join("  "),
    );
}

const [commit] = process.argv.slice(2);
const now = measure();
const before = commit === undefined ? undefined : measure(commit);
if (before) print(`At ${commit}`, before);
print("Now", now);
const [all, then] = [now.at(-1), before?.at(-1)];
if (all && then) {
  /** @param {"lines" | "files"} key */
  const change = (key) => `${((all[key] / then[key] - 1) * 100).toFixed(1)} % ${key}`;
  console.log(`\n${change("lines")}, ${change("files")}`);
}
