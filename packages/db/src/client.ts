import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { isTransient } from "./errors";
import { PrismaClient } from "./generated/client";

/** One process's way to PostgreSQL: Prisma and hand-written SQL share the same pool. */
export type Database = {
  prisma: PrismaClient;
  pool: pg.Pool;
  close(): Promise<void>;
};

/** What queries run on: the client itself, or a transaction of it. */
export type Tx = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/** @param poolSize most connections that this process holds open at once */
export function openDatabase(connectionString: string, poolSize = 10): Database {
  const pool = new pg.Pool({ connectionString, max: poolSize, connectionTimeoutMillis: 10_000 });
  // An idle connection that breaks (server restart) is replaced at the next query; nothing else to do.
  pool.on("error", () => undefined);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

const ATTEMPTS = 5;

/**
 * Runs `story` in one transaction. A deadlock or serialization failure is PostgreSQL's way of asking to try
 * again, so it is tried again; the story must therefore do nothing but talk to `tx`.
 *
 * @param timeoutMs how long it may take; what a person waits for ends soon, a big fill may take its time
 */
export async function transact<T>(
  db: Database,
  story: (tx: Tx) => Promise<T>,
  { timeoutMs = 15_000 }: { timeoutMs?: number } = {},
): Promise<T> {
  return retryTransient(() => db.prisma.$transaction(story, { maxWait: 15_000, timeout: timeoutMs }));
}

/** Runs a transaction until it is through, or fails for a reason that will not pass. */
export async function retryTransient<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}
