import { aptInstall, aptUsable, findProgram, Problem } from "@korki/local-services";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** How Chromium is started for tests: it talks to the tested server only; as root it cannot use its sandbox. */
export const CHROMIUM_ARGS: readonly string[] = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  "--disable-dev-shm-usage",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/**
 * The machine's Chromium (CHROMIUM_PATH, if set), installed with apt where there is none and this process may do that.
 * Rejects with a Problem when there is none to be had.
 */
export async function chromiumPath(say: (line: string) => void = console.log): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  const found = findProgram(given ? [given] : NAMES);
  if (found) return found;
  const advice =
    "Install it (Debian: sudo apt-get install chromium), or point CHROMIUM_PATH to a Chromium or Chrome.";
  if (given) throw new Problem(`CHROMIUM_PATH is ${given}, which is not a program. ${advice}`);
  if (!aptUsable()) throw new Problem(`No Chromium is installed on this machine. ${advice}`);
  say("Chromium is missing: installing it with apt …");
  try {
    await aptInstall(["chromium", "fonts-liberation"]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(`Chromium is missing and could not be installed. ${advice}\n${reason}`);
  }
  const installed = findProgram(NAMES);
  if (!installed) throw new Problem(`apt installed Chromium, but the program is not in PATH. ${advice}`);
  return installed;
}
