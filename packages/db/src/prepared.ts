import type pg from "pg";
import { type Database, retryTransient, type Tx } from "./client";

/** A statement that each connection plans once. Whatever bears the same name has to have the same text. */
export type Statement = { name: string; text: string; values: unknown[] };

/**
 * A transaction of prepared statements alone, on a connection of its own. Prisma is the usual way; this is for what
 * many people wait for at the same moment (docs/decisions, "Bookings run prepared statements").
 */
export class PreparedTx {
  readonly #connection: pg.PoolClient;

  constructor(connection: pg.PoolClient) {
    this.#connection = connection;
  }

  async rows<Row extends object>(statement: Statement): Promise<Row[]> {
    return (await this.#connection.query<Row>(statement)).rows;
  }
}

/**
 * Runs a statement in a transaction of either kind. Dates and sums come as text or JSON: cast them in the statement.
 */
export async function rowsIn<Row extends object>(tx: Tx | PreparedTx, statement: Statement): Promise<Row[]> {
  if (tx instanceof PreparedTx) return tx.rows<Row>(statement);
  return tx.$queryRawUnsafe<Row[]>(statement.text, ...statement.values);
}

/** As `transact`, with prepared statements in place of Prisma. */
export async function transactPrepared<T>(db: Database, story: (tx: PreparedTx) => Promise<T>): Promise<T> {
  return retryTransient(async () => {
    const connection = await db.pool.connect();
    let isBroken = false;
    // Without a listener, a server that goes away meanwhile would take the whole process with it.
    const onError = () => {
      isBroken = true;
    };
    connection.on("error", onError);
    try {
      await connection.query("BEGIN");
      const result = await story(new PreparedTx(connection));
      // PostgreSQL answers to the COMMIT of a transaction that has failed with a ROLLBACK, and no error.
      const { command } = await connection.query("COMMIT");
      if (command !== "COMMIT") throw new Error("the transaction had failed before its end");
      return result;
    } catch (error) {
      await connection.query("ROLLBACK").catch(onError);
      throw error;
    } finally {
      if (!isBroken) connection.off("error", onError);
      connection.release(isBroken);
    }
  });
}
