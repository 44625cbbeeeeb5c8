import { statfsSync } from "node:fs";
import { aptInstall, aptUsable, findProgram, Problem } from "@korki/local-services";

/** Chromium without the windows that nobody sees: the same pages for a fifth less work. */
const SHELL = "chromium-headless-shell";
const BROWSERS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Puts the memory that Chromium's processes share into files of /tmp, at a twentieth more CPU. */
const MEMORY_IN_FILES = "--disable-dev-shm-usage";
/** More than all pages of the browser tests took. A container of Docker has 64 MB unless told otherwise. */
const SHARED_MEMORY_MIN_BYTES = 1024 ** 3;

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= SHARED_MEMORY_MIN_BYTES;
  } catch {
    return false;
  }
}

const unwanted = hasSharedMemory() ? [MEMORY_IN_FILES] : [];

/** How Chromium is started for tests: it talks to the tested server only; as root it cannot use its sandbox. */
export const CHROMIUM_ARGS: readonly string[] = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  MEMORY_IN_FILES,
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
].filter((argument) => !unwanted.includes(argument));

/** The same for Playwright, which has arguments of its own. */
export const CHROMIUM_OPTIONS = { args: [...CHROMIUM_ARGS], ignoreDefaultArgs: unwanted };

type ChromiumChoice = { whole?: boolean; say?: (line: string) => void };

/**
 * The machine's Chromium (CHROMIUM_PATH, if set), installed with apt where there is none and this process may do that.
 * Rejects with a Problem when there is none to be had.
 *
 * @param whole Whether it has to be the browser that people use, as where its speed is measured.
 */
export async function chromiumPath({
  whole = false,
  say = console.log,
}: ChromiumChoice = {}): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  const installable = whole ? BROWSERS : [SHELL];
  const names = [...installable, ...BROWSERS];
  const found = findProgram(given ? [given] : aptUsable() ? installable : names);
  if (found) return found;
  const advice =
    "Install it (Debian: sudo apt-get install chromium), or point CHROMIUM_PATH to a Chromium or Chrome.";
  if (given) throw new Problem(`CHROMIUM_PATH is ${given}, which is not a program. ${advice}`);
  if (!aptUsable()) throw new Problem(`No Chromium is installed on this machine. ${advice}`);
  say(`${whole ? "Chromium" : SHELL} is missing: installing it with apt …`);
  try {
    await aptInstall([whole ? "chromium" : SHELL, "fonts-liberation"]);
  } catch (error) {
    const other = findProgram(names);
    if (other) return other;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(`Chromium is missing and could not be installed. ${advice}\n${reason}`);
  }
  const installed = findProgram(names);
  if (!installed) throw new Problem(`apt installed Chromium, but the program is not in PATH. ${advice}`);
  return installed;
}
