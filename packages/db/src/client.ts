import { beginSpan, isTracing } from "@korki/tracing";
import pg from "pg";
import { type PlainRows, prismaOf } from "./prisma-of";
import type { Tx } from "./transaction";

/** One process's connections to PostgreSQL. Prisma and the SQL template share the pool. */
export type Database = {
  prisma: PlainRows;
  pool: pg.Pool;
  /** An open transaction, of which every query and every `transact` on this database is part. */
  readonly tx?: Tx;
  close(): Promise<void>;
};

/** What a query runs on: any connection of the pool, or a transaction's own. */
export type Executor = Database | Tx;

/** Returns the models of Prisma Client that run on this executor. */
export function rowsOf(on: Executor): PlainRows {
  return "pool" in on ? (on.tx ?? on.prisma) : on;
}

const { INT8, DATE } = pg.types.builtins;

/** Reads a `bigint` as a number and a `date` as its text; the rest as pg does. */
const types: pg.CustomTypesConfig = {
  getTypeParser(id, format) {
    if (id === INT8 && format !== "binary") return Number;
    if (id === DATE && format !== "binary") return String;
    return pg.types.getTypeParser(id, format);
  },
};

/** Rejects unless PostgreSQL responds. */
export async function ping(db: Database): Promise<void> {
  await db.pool.query("SELECT 1");
}

type Done = (error: unknown, result: unknown) => void;

/** Makes every statement of a connection a span of whom it runs for, where traces are sent. Parameters stay out. */
function traceStatements(client: pg.PoolClient): void {
  if (!isTracing()) return;
  const run = client.query.bind(client) as (...args: unknown[]) => unknown;
  const traced = (...args: unknown[]): unknown => {
    const [statement] = args;
    const text = typeof statement === "string" ? statement : (statement as { text?: string }).text;
    const span = beginSpan("sql", {
      "db.system.name": "postgresql",
      "db.query.text": text?.slice(0, 500) ?? "",
    });
    const done = args.at(-1);
    if (typeof done === "function") {
      // pool.query hands a callback over.
      const ended: Done = (error, result) => {
        span.end({}, error ?? undefined);
        (done as Done)(error, result);
      };
      return run(...args.slice(0, -1), ended);
    }
    const result = run(...args);
    if (result instanceof Promise)
      result.then(
        () => span.end(),
        (error: unknown) => span.end({}, error),
      );
    else span.end();
    return result;
  };
  client.query = traced as pg.PoolClient["query"];
}

/** A day: shorter than the longest timeout that Prisma Client accepts for a transaction. */
const CONNECTION_SECONDS = 86_400;

/** @param poolSize most connections that this process holds open at once */
export function openDatabase(connectionString: string, poolSize = 10): Database {
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    maxLifetimeSeconds: CONNECTION_SECONDS,
    types,
  });
  // A connection that breaks (server restart) is replaced at the next query; nothing else to do. The pool itself listens
  // to those that are idle only: the one that it is about to hand over would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("connect", traceStatements);
  const prisma = prismaOf(pool);
  return {
    prisma,
    pool,
    async close() {
      await pool.end();
      await prisma.$disconnect();
    },
  };
}
