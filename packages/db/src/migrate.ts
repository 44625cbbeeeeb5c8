import { readFile } from "node:fs/promises";
import path from "node:path";
import { grantAppRole } from "./app-role";
import { pooled } from "./connected";
import { findPrismaDir } from "./prisma-dir";
import { openSchemaEngine, readMigrations } from "./schema-engine";

export { ensureAppRole } from "./app-role";
export { askServer } from "./server-facts";

/**
 * Applies what is missing of prisma/migrations, in order, each in its own transaction, and grants the application's
 * role, if there is one, its rights. Returns the names of the migrations applied now.
 *
 * @param last the name of the last migration to apply; default: all
 */
export async function migrate(connectionString: string, last?: string): Promise<{ applied: string[] }> {
  const prismaDir = findPrismaDir();
  return pooled(connectionString, async (pool) => {
    const engine = await openSchemaEngine(pool, prismaDir);
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: await readMigrations(prismaDir, last),
      filters: { externalTables: [], externalEnums: [] },
    });
    await grantAppRole(pool);
    return { applied: appliedMigrationNames };
  });
}

/**
 * The SQL that leads from an earlier text of schema.prisma (null: from nothing) to the present one: the
 * draft of a new migration. The two texts alone are compared; the server at `connectionString` is asked
 * for its version only.
 */
export async function draftMigration(connectionString: string, before: string | null): Promise<string> {
  const prismaDir = findPrismaDir();
  const schema = path.join(prismaDir, "schema.prisma");
  return pooled(connectionString, async (pool) => {
    const engine = await openSchemaEngine(pool, prismaDir);
    const { stdout } = await engine.diff({
      from:
        before === null
          ? { tag: "empty" }
          : { tag: "schemaDatamodel", files: [{ path: schema, content: before }] },
      to: { tag: "schemaDatamodel", files: [{ path: schema, content: await readFile(schema, "utf8") }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? "";
  });
}
