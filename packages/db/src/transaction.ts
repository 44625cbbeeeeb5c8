import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { isTransient, throughRestart } from "./errors";
import { modelsOn, type PlainRows } from "./prisma-of";

/** An open transaction: Prisma Client's models for plain rows, and a target of `query` for SQL. */
export type Tx = PlainRows & { readonly $connection: pg.PoolClient };

const ATTEMPTS = 5;
const TIMEOUT_MS = 15_000;
/** The longest pause after the first attempt; it grows with each further one. */
const PAUSE_MS = 50;

/**
 * Runs `story` in one transaction and runs it again after a pause, up to five times, after a deadlock or a
 * serialization failure. The story must therefore do nothing but use `tx`. On a database within a transaction the story
 * becomes part of that one.
 *
 * @param timeoutMs after which the transaction is rolled back and its connection closed: 15 s by default. A story that
 * becomes part of another transaction gives that one so long from now on, if it had less left.
 */
export async function transact<T>(
  db: { readonly pool: pg.Pool; readonly tx?: Tx },
  story: (tx: Tx) => Promise<T>,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<T> {
  if (db.tx && timeoutMs !== undefined) open.get(db.tx)?.extend(timeoutMs);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (db.tx ? inSavepoint(db.tx, story) : transactOnce(db, story, timeoutMs ?? TIMEOUT_MS));
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTransient(error)) throw error;
      // Transactions that disturbed each other would meet again if they began again at once.
      await pause(Math.random() * attempt * PAUSE_MS);
    }
  }
}

async function transactOnce<T>(
  db: { readonly pool: pg.Pool },
  story: (tx: Tx) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  // Until BEGIN has answered nothing has happened.
  const connection = await throughRestart(() => begin(db.pool));
  const transaction = new OpenTransaction(db.pool, connection, timeoutMs);
  try {
    const result = await story(transaction.tx);
    // PostgreSQL responds to the COMMIT of a failed transaction with ROLLBACK and no error.
    const { command } = await connection.query("COMMIT");
    if (command !== "COMMIT") throw new Error("the transaction had failed before its end");
    return result;
  } catch (error) {
    throw await transaction.rollBack(error);
  } finally {
    transaction.end();
  }
}

/** Runs a story within an open transaction: where it throws, its own writes alone are undone. */
async function inSavepoint<T>(tx: Tx, story: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.$connection.query("SAVEPOINT story");
  try {
    const result = await story(tx);
    await tx.$connection.query("RELEASE SAVEPOINT story");
    return result;
  } catch (error) {
    // Where the connection broke, the transaction is gone with it.
    await tx.$connection.query("ROLLBACK TO SAVEPOINT story").catch(() => undefined);
    throw error;
  }
}

async function begin(pool: pg.Pool): Promise<pg.PoolClient> {
  const connection = await pool.connect();
  try {
    await connection.query("BEGIN");
    return connection;
  } catch (error) {
    connection.release(true);
    throw error;
  }
}

/** The connection of a transaction from BEGIN until it goes back to the pool. */
class OpenTransaction {
  readonly tx: Tx;
  readonly #pool: pg.Pool;
  readonly #connection: pg.PoolClient;
  #timer: NodeJS.Timeout;
  #endsAt: number;
  #state: "open" | "broken" | "ended" = "open";
  #failure: Error | null = null;

  constructor(pool: pg.Pool, connection: pg.PoolClient, timeoutMs: number) {
    this.#pool = pool;
    this.#connection = connection;
    this.#endsAt = performance.now() + timeoutMs;
    this.#timer = this.#limit(timeoutMs);
    this.tx = this.#guarded();
    open.set(this.tx, this);
  }

  /** Gives the transaction so many milliseconds from now on, unless it has more. */
  extend(timeoutMs: number): void {
    const endsAt = performance.now() + timeoutMs;
    if (this.#state !== "open" || endsAt <= this.#endsAt) return;
    clearTimeout(this.#timer);
    this.#endsAt = endsAt;
    this.#timer = this.#limit(timeoutMs);
  }

  #limit(timeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#failure = new Error(`the transaction took longer than ${timeoutMs} ms`);
      this.#release(true);
    }, timeoutMs);
  }

  /** Undoes the transaction and returns the error that its caller gets. */
  async rollBack(error: unknown): Promise<unknown> {
    if (this.#state === "open")
      await this.#connection.query("ROLLBACK").catch(() => {
        if (this.#state === "open") this.#state = "broken";
      });
    return this.#failure ?? error;
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#state !== "ended") this.#release(this.#state === "broken");
  }

  /** Gives the connection back; a broken one is closed, with what runs on it. */
  #release(isBroken: boolean): void {
    this.#state = "ended";
    this.#connection.release(isBroken);
  }

  /** The models of Prisma Client until the transaction has ended. */
  #guarded(): Tx {
    const models = new Map<string, object>();
    return new Proxy({} as Tx, {
      get: (_, key) => {
        this.#requireOpen();
        if (key === "$connection") return this.#connection;
        const known = models.get(String(key));
        if (known) return known;
        const model = this.#model(key as keyof PlainRows);
        models.set(String(key), model);
        return model;
      },
      has: (_, key) => key === "$connection",
    });
  }

  #model(name: keyof PlainRows): object {
    return new Proxy(
      {},
      {
        get:
          (_, method) =>
          async (...args: unknown[]) => {
            this.#requireOpen();
            const model: object = Reflect.get(await modelsOn(this.#pool, this.#connection), name);
            return Reflect.get(model, method)(...args);
          },
      },
    );
  }

  #requireOpen(): void {
    if (this.#state === "ended") throw this.#failure ?? new Error("the transaction has ended");
  }
}

/** By what their stories got. */
const open = new WeakMap<Tx, OpenTransaction>();
