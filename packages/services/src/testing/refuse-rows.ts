import { onTestFinished } from "vitest";
import type { Services } from "../context";

/**
 * Makes PostgreSQL refuse some rows of a table, until the test ends or the function that it returns is called.
 *
 * @param when SQL about `NEW`
 */
export async function refuseRows(
  { db }: Services,
  table: string,
  when: string,
): Promise<() => Promise<unknown>> {
  await db.pool.query(`
    CREATE OR REPLACE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'spoilt'; END $$;
    CREATE TRIGGER refuse_row BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse_row()`);
  const accept = () => db.pool.query(`DROP TRIGGER IF EXISTS refuse_row ON ${table}`);
  onTestFinished(async () => void (await accept()));
  return accept;
}
