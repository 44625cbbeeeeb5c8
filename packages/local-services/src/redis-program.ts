import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall, aptUsable } from "./apt";
import { findProgram } from "./find-program";
import { Problem } from "./problem";

const NAMES = ["valkey-server", "redis-server"];
const OLDEST = [6, 2] as const;

const ADVICE =
  "Install one (Debian, Ubuntu: sudo apt-get install redis-server; Fedora: sudo dnf install valkey; macOS: brew install redis), or point REDIS_URL to one that runs.";

/** Access to the machine: finds programs and installs packages. */
interface Machine {
  find(names: readonly string[]): string | null;
  mayInstall(): boolean;
  install(packages: readonly string[]): Promise<void>;
}

const THIS_MACHINE: Machine = { find: findProgram, mayInstall: aptUsable, install: aptInstall };

/**
 * Returns the machine's Valkey or Redis server, installing it with apt if it is missing and this process may do that.
 * Rejects with a Problem when there is none, or when it is too old.
 */
export async function redisProgram(say: (line: string) => void, machine = THIS_MACHINE): Promise<string> {
  const program = machine.find(NAMES) ?? (await install(say, machine));
  const [major = 0, minor = 0] = versionOf(program);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new Problem(
      `${program} is version ${major}.${minor}, but Korki needs ${OLDEST.join(".")} or newer. ${ADVICE}`,
    );
  return program;
}

async function install(say: (line: string) => void, machine: Machine): Promise<string> {
  if (!machine.mayInstall())
    throw new Problem(`Neither valkey-server nor redis-server is installed on this machine. ${ADVICE}`);
  say("Redis is missing: installing redis-server with apt …");
  try {
    await machine.install(["redis-server"]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(`Redis is missing and could not be installed. ${ADVICE}\n${reason}`);
  }
  switchOffSystemService();
  const program = machine.find(NAMES);
  if (!program) throw new Problem(`apt installed redis-server, but the program is not in PATH. ${ADVICE}`);
  return program;
}

/** Stops the service on port 6379 that the package starts: Korki runs its own Redis. */
function switchOffSystemService(): void {
  if (!existsSync("/run/systemd/system")) return;
  execFileSync("systemctl", ["disable", "--now", "redis-server"], { stdio: "ignore" });
}

function versionOf(program: string): number[] {
  // Without libfaketime, under which its allocator does not start.
  const env = { PATH: process.env.PATH };
  const output = execFileSync(program, ["--version"], { encoding: "utf8", env });
  return (/v=(\d+)\.(\d+)/.exec(output) ?? []).slice(1).map(Number);
}
