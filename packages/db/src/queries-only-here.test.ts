import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Prisma Client, and a connection that runs text. */
const QUERYING =
  /["']@prisma\/|\bprisma\.(\w+)\.|\btx\.(?!\$)\w+\.(find|create|update|upsert|delete|count|aggregate|group)|\bpool\.(query|connect)\(|["']pg["']|["']@korki\/db\/connected["']/;

/** They run without the product's tables or beside its connections: servers, their copies and their readiness. */
const OTHERS = [
  "packages/local-services/src/postgres.ts",
  "apps/launcher/src/external-services.ts",
  "apps/launcher/src/archive/archive.ts",
  "apps/launcher/src/archive/base-backup.ts",
  "apps/launcher/src/archive/commands.ts",
  "apps/launcher/src/archive/recover.ts",
  "apps/launcher/src/backup/copy-database.ts",
  "apps/launcher/src/backup/row-copy.ts",
];

const isProduct = (file: string) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|^packages\/(db|testing)\//.test(file);

/** Sources of every package and app, by their path in the repository. */
function sources(): string[] {
  return ["packages", "apps"].flatMap((group) =>
    readdirSync(path.join(root, group)).flatMap((name) => {
      const folder = path.join(group, name, "src");
      return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        path.join(folder, file),
      );
    }),
  );
}

test("no query is made outside packages/db", () => {
  const product = sources().filter(isProduct);
  expect(product.length).toBeGreaterThan(500);
  const querying = product.filter((file) => QUERYING.test(readFileSync(path.join(root, file), "utf8")));
  expect(querying.sort()).toEqual([...OTHERS].sort());
});

test.each([
  'import { PrismaPg } from "@prisma/adapter-pg";',
  "await db.prisma.user.findMany();",
  "await tx.user.updateMany({});",
  'await db.pool.query("SELECT 1");',
  'import pg from "pg";',
])("the rule sees %s", (line) => {
  expect(QUERYING.test(line)).toBe(true);
});
