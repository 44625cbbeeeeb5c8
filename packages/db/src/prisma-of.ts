import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { PrismaClient } from "./generated/client";

/** Prisma Client's models, without its transactions and its raw SQL: those are `transact` and the SQL template. */
export type PlainRows = Omit<PrismaClient, `$${string}`>;

const clients = new WeakMap<pg.Pool, PrismaClient>();

/** Returns the Prisma Client of a pool: one for all its connections, as making one and compiling its queries takes time. */
export function prismaOf(pool: pg.Pool): PrismaClient {
  const known = clients.get(pool);
  if (known) return known;
  const client = new PrismaClient({ adapter: joinable(new PrismaPg(pool)) });
  clients.set(pool, client);
  return client;
}

/** The connection for which `modelsOn` opens a transaction of Prisma Client. */
const beginning = new AsyncLocalStorage<pg.PoolClient>();

/** Longer than a connection lives: `openDatabase` closes it after a day. */
const NO_LIMIT = { maxWait: 2 ** 31 - 1, timeout: 2 ** 31 - 1 };

const joined = new WeakMap<pg.PoolClient, Promise<PlainRows>>();

/**
 * Returns the models of the pool's Prisma Client whose statements run on this connection, in the transaction that
 * is open there. To Prisma Client they belong to a transaction that lasts as long as the connection, and that sends
 * nothing itself.
 */
export function modelsOn(pool: pg.Pool, connection: pg.PoolClient): Promise<PlainRows> {
  const known = joined.get(connection);
  if (known) return known;
  const rows = new Promise<PlainRows>((resolve, reject) => {
    const stay = async (client: PlainRows) => {
      resolve(client);
      await once(connection, "end");
      // Prisma Client has already dropped this transaction; committing it would restart the client.
      if (!joined.has(connection)) await new Promise<never>(() => undefined);
    };
    beginning.run(connection, () => prismaOf(pool).$transaction(stay, NO_LIMIT)).catch(reject);
  });
  joined.set(connection, rows);
  rows.catch(() => joined.delete(connection));
  return rows;
}

/** An adapter whose transactions use the connection of `modelsOn` and send neither BEGIN nor COMMIT there. */
function joinable(factory: PrismaPg): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect() {
      const adapter = await factory.connect();
      const begin = adapter.startTransaction.bind(adapter);
      const startTransaction: SqlDriverAdapter["startTransaction"] = async (isolationLevel) => {
        const connection = beginning.getStore();
        return connection ? statementsOn(connection) : begin(isolationLevel);
      };
      return Object.assign(adapter, { startTransaction });
    },
  };
}

/** Runs statements on one connection, and neither begins nor ends a transaction there. */
async function statementsOn(connection: pg.PoolClient): Promise<Transaction> {
  // The adapter asks for a pool, of which it uses `query` alone. This one opens no connection.
  const pool = Object.assign(new pg.Pool(), { query: connection.query.bind(connection) });
  const adapter = await new PrismaPg(pool).connect();
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    options: { usePhantomQuery: true },
    queryRaw: (query) => adapter.queryRaw(query),
    executeRaw: (query) => adapter.executeRaw(query),
    commit: async () => undefined,
    // Prisma Client disconnected, or its query compiler failed: the next statement opens a new one.
    rollback: async () => void joined.delete(connection),
  };
}
