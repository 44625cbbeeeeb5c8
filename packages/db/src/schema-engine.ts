import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { isTransient } from "./errors";

const ATTEMPTS = 10;
/** The pause after the first attempt; it grows with each further one. */
const PAUSE_MS = 50;

/**
 * Prisma Migrate's own engine, in its WebAssembly build: it keeps the same `_prisma_migrations` table as
 * `prisma migrate deploy`, and needs no binary. Its connections are the pool's, which the caller ends.
 */
export async function openSchemaEngine(pool: pg.Pool, prismaDir: string) {
  await instantiate();
  const schema = path.join(prismaDir, "schema.prisma");
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool));
  return engine.SchemaEngine.new(
    { datamodels: [[schema, await readFile(schema, "utf8")]] },
    () => undefined,
    adapter,
  );
}

/**
 * Sends a migration to PostgreSQL as one script, which is also one transaction. The stock adapter cuts it
 * at every semicolon, those inside a function's body too.
 */
class WholeScripts extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    adapter.executeScript = (script) => runScript(adapter.underlyingDriver(), script);
    return adapter;
  }
}

/**
 * Runs a migration, again after a deadlock with who works meanwhile: PostgreSQL has undone the whole of it. An index that
 * is built CONCURRENTLY is in no transaction, and half of it would stay.
 */
async function runScript(driver: Pick<pg.Pool, "query">, script: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await driver.query(script);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || script.includes("CONCURRENTLY") || !isTransient(error)) throw error;
      await pause(attempt * PAUSE_MS);
    }
  }
}

/** Returns the migrations, up to the one named `last` if it is given, in the shape that the engine reads. */
export async function readMigrations(prismaDir: string, last?: string): Promise<engine.MigrationList> {
  const baseDir = path.join(prismaDir, "migrations");
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && (last === undefined || entry.name <= last))
    .map((entry) => entry.name);
  return {
    baseDir,
    lockfile: {
      path: "migration_lock.toml",
      content: await readFile(path.join(baseDir, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: "ok" as const,
            value: await readFile(path.join(baseDir, name, "migration.sql"), "utf8"),
          },
        },
      })),
    ),
  };
}

/** The little of WebAssembly's interface that is used here; Node's types leave it to the browser's. */
const { WebAssembly: wasmRuntime } = globalThis as unknown as {
  WebAssembly: {
    instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: EngineExports } }>;
  };
};
type EngineExports = { __wbindgen_start(): void };

let ready: Promise<void> | undefined;

function instantiate(): Promise<void> {
  ready ??= (async () => {
    const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const bytes = await readFile(path.join(path.dirname(glue), "schema_engine_bg.wasm"));
    const { instance } = await wasmRuntime.instantiate(bytes, { "./schema_engine_bg.js": engine });
    const { __wbg_set_wasm: connect } = engine as unknown as { __wbg_set_wasm(exports: EngineExports): void };
    connect(instance.exports);
    instance.exports.__wbindgen_start();
  })();
  return ready;
}
