// Prints the SQL for what has changed in prisma/schema.prisma since a revision (default HEAD):
//   DATABASE_URL=postgresql://… pnpm --filter @korki/db draft-migration [revision]
import { execFileSync } from "node:child_process";
import { draftMigration } from "./src/migrate";

const revision = process.argv[2] ?? "HEAD";
const before = execFileSync("git", ["show", `${revision}:prisma/schema.prisma`], { encoding: "utf8" });
console.log(await draftMigration(process.env.DATABASE_URL ?? "postgresql://localhost/postgres", before));
