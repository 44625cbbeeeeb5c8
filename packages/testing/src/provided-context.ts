import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's own PostgreSQL: its migrated database, which tests clone and never change. */
    postgresTemplateUrl: string;
    /** The run's own Redis, without a database's number. */
    redisServerUrl: string;
  }
}
