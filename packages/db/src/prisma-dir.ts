import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Returns `prisma/`, which is at the repository's root, however deep the running (possibly bundled) file is. */
export function findPrismaDir(): string {
  let dir = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(dir, "prisma", "schema.prisma"))) {
    const parent = path.dirname(dir);
    if (parent === dir) throw new Error("prisma/schema.prisma was not found above this file");
    dir = parent;
  }
  return path.join(dir, "prisma");
}

/** Returns the names of all migrations, in their order. */
export function findMigrationNames(): string[] {
  const entries = readdirSync(path.join(findPrismaDir(), "migrations"), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
