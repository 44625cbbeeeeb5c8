import pg from "pg";
import { connected } from "./connected";

/** The role that the application connects as, where its owner role is another one. */
const APP_ROLE = "korki_app";

/** How the triggers are named that keep a table append-only. */
const APPEND_ONLY = "%\\_append\\_only";

/**
 * Grants the application's role what the application needs, and nothing more: no DDL, no TRUNCATE, no change of an
 * append-only table or of the list of migrations. Default privileges cover the tables of later migrations. Without such
 * a role, or for a connection of that role itself, it does nothing.
 */
const GRANTS = `DO $$
DECLARE guarded regclass;
BEGIN
  IF current_user = '${APP_ROLE}' OR NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('korki.grants', 0));
  GRANT USAGE ON SCHEMA public TO ${APP_ROLE};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${APP_ROLE};
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${APP_ROLE};
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${APP_ROLE};
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ${APP_ROLE};
  REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM ${APP_ROLE};
  FOR guarded IN
    SELECT DISTINCT tgrelid::regclass FROM pg_trigger
     WHERE tgname LIKE '${APPEND_ONLY}' AND NOT tgisinternal
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE ON %s FROM ${APP_ROLE}', guarded);
  END LOOP;
END $$`;

/** Brings the rights of the application's role up to date; called after each migration. */
export async function grantAppRole(owner: pg.Pool | pg.Client): Promise<void> {
  await owner.query(GRANTS);
}

/**
 * Creates the application's role where there is none, sets its password and grants its rights in this database. Returns
 * the connection string by which the application connects.
 *
 * @param ownerUrl the role that owns the tables, which may create roles
 */
export async function ensureAppRole(ownerUrl: string, password: string): Promise<string> {
  const secret = pg.escapeLiteral(password);
  await connected(ownerUrl, async (owner) => {
    await owner.query(`DO $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('korki.grants', 0));
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
          CREATE ROLE ${APP_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
        END IF;
      END $$`);
    await owner.query(`ALTER ROLE ${APP_ROLE} PASSWORD ${secret}`);
    await grantAppRole(owner);
  });
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = encodeURIComponent(password);
  return url.href;
}
