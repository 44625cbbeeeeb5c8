import { parseArgs } from "node:util";
import { Problem } from "@korki/local-services";
import { loadSettings, settingsOrExit } from "@korki/settings";
import { errorsOnly, everything } from "./app-output";
import { backUpToArchive, momentOf, proveArchive, restoreFromArchive } from "./archive/commands";
import { backUp, restore } from "./backup/copy-database";
import { examine, report } from "./doctor/examine";
import { builtPrograms, reloadingPrograms } from "./programs";
import { rootDirectory } from "./root-directory";
import { start } from "./start";
import { stopRequested } from "./stop-requested";
import { runOn, withDatabase, withServer } from "./with-database";

/**
 * Tasks: `start` (default) runs everything as built, `dev` from source, `with-database <command …>` one command.
 * `backup <file>` and `restore <file>` copy the database to a file and back. `backup` without a file takes a base backup
 * into the archive; `restore [--to <moment>] [--into <directory>] [--from <cluster>]` and
 * `backup:prove [--to <moment>] [--from <cluster>]` restore from it.
 * `doctor` says what works.
 */
const [task = "start", ...command] = process.argv.slice(2);

// Closing the output (`| head`) does not end the product.
process.stdout.on("error", () => undefined);
process.on("uncaughtException", (error) => {
  console.error(error);
  // The guardian stops what runs.
  process.exit(1);
});

if (task === "doctor") {
  const { lines, code } = report(await examine(process.env));
  console.log(lines.join("\n"));
  process.exit(code);
}

const settings = settingsOrExit(() => loadSettings(process.env));
const root = rootDirectory();
const say = (line: string) => console.log(line);

try {
  process.exit(await run());
} catch (error) {
  console.error(error instanceof Problem ? `\n${error.message}` : error);
  process.exit(1);
}

async function run(): Promise<number> {
  switch (task) {
    case "start":
    case "dev": {
      const [programsOf, onOutput] =
        task === "start" ? [builtPrograms, errorsOnly] : [reloadingPrograms, everything];
      await start({
        settings,
        env: process.env,
        programs: (env) => programsOf(root, settings, env),
        onOutput,
        say,
        stop: stopRequested(),
      });
      return 0;
    }
    case "with-database": {
      const [program = "", ...args] = command;
      return withDatabase(settings, (url) => runOn(url, settings, program, args));
    }
    case "backup": {
      const [file] = command;
      // A backup changes nothing, and the role that takes a base backup every night need not own the tables.
      await withServer(settings, (url) =>
        file === undefined ? backUpToArchive(settings, url, say) : backUp(url, file, say),
      );
      return 0;
    }
    case "restore": {
      const { values, positionals } = restoreArguments();
      const [file] = positionals;
      if (file !== undefined) await withServer(settings, (url) => restore(url, file, say));
      else await restoreFromArchive(settings, { ...chosenIn(values), into: values.into ?? null }, say);
      say('Erase again who was erased since then (docs/operations.md, "Backup").');
      return 0;
    }
    case "backup:prove": {
      const { faults } = await proveArchive(settings, chosenIn(restoreArguments().values), say);
      return faults.length === 0 ? 0 : 1;
    }
    default:
      throw new Problem(
        `There is no task ${task}: start, dev, with-database, backup, restore, backup:prove, doctor.`,
      );
  }
}

function restoreArguments() {
  const options = { to: { type: "string" }, into: { type: "string" }, from: { type: "string" } } as const;
  try {
    return parseArgs({ args: command, options, allowPositionals: true });
  } catch (error) {
    throw new Problem(error instanceof Error ? error.message : String(error));
  }
}

/** The moment of `--to` (null: the last one) and the cluster of `--from` (null: the only one). */
function chosenIn({ to, from }: { to?: string | undefined; from?: string | undefined }) {
  return { moment: to === undefined || to === "latest" ? null : momentOf(to), from: from ?? null };
}
