import path from "node:path";

// Read by Prisma's CLI. The connection string is needed by `migrate deploy` only; `generate` works without.
export default {
  schema: path.join("prisma", "schema.prisma"),
  migrations: { path: path.join("prisma", "migrations") },
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
};
