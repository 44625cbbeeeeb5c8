import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { CallExpression, Node } from "typescript/unstable/ast";
import { isCallExpression, isPropertyAccessExpression } from "typescript/unstable/ast/is";
import { API, type Checker, type Type } from "typescript/unstable/sync";

const folder = fileURLToPath(new URL("../../../db", import.meta.url));

/** A call in packages/db: what is called, as written, and where its name stands, as `sessions.ts:34:22`. */
export type Call = { callee: string; place: string; node: CallExpression };

/** What the compiler knows of packages/db. */
export type DbSource = {
  checker: Checker;
  /** Full paths; without tests and without the index. */
  files: readonly string[];
  calls: readonly Call[];
  /** Returns the types of what a file exports, by name. */
  exportsOf(file: string): Map<string, Type>;
  close(): void;
};

/** Has the compiler read packages/db. */
export function openDbSource(): DbSource {
  const api = new API({ cwd: folder });
  const config = path.join(folder, "tsconfig.json");
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (!project) throw new Error(`${config} was not read`);
  const { program, checker } = project;
  const sourceOf = (file: string) => {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} was not read`);
    return source;
  };
  const callsOf = (file: string): Call[] => {
    const source = sourceOf(file);
    const calls: Call[] = [];
    const visit = (node: Node): void => {
      if (isCallExpression(node)) {
        const { expression } = node;
        const name = isPropertyAccessExpression(expression) ? expression.name : expression;
        const { line, character } = source.getLineAndCharacterOfPosition(name.getStart(source));
        const place = `${path.basename(file)}:${line + 1}:${character + 1}`;
        calls.push({ callee: expression.getText(source), place, node });
      }
      node.forEachChild(visit);
    };
    visit(source);
    return calls;
  };
  const files = readdirSync(path.join(folder, "src"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "index.ts")
    .map((file) => path.join(folder, "src", file));
  return {
    checker,
    files,
    calls: files.flatMap(callsOf),
    exportsOf(file) {
      const module = checker.getSymbolAtLocation(sourceOf(file));
      const exports = new Map<string, Type>();
      for (const symbol of module ? checker.getExportsOfModule(module) : []) {
        const type = checker.getTypeOfSymbol(symbol);
        if (type) exports.set(symbol.name, type);
      }
      return exports;
    },
    close: () => api.close(),
  };
}
