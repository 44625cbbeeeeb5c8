// Runs other programs for the scripts: with visible output, stopped together.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** A failed step. The message says what to do, and is shown without a stack. */
export class StepFailed extends Error {}

/**
 * Runs a program in the foreground, its output shown, with the project's own tools first in PATH.
 * Rejects with StepFailed and the given advice when it does not end with code 0.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ advice: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<void>}
 */
export async function run(command, args, { advice, env = {} }) {
  const code = await exitCode(command, args, env);
  if (code !== 0) throw new StepFailed(`${command} ${args.join(" ")} ended with code ${code}. ${advice}`);
}

/**
 * Runs a program in the foreground and resolves with its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export function exitCode(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        PATH: `${path.join(root, "node_modules", ".bin")}${path.delimiter}${process.env.PATH ?? ""}`,
        TURBO_TELEMETRY_DISABLED: "1",
        ...env,
      },
    });
    // Ctrl-C reaches the whole group, other signals only this process. It waits for the running program.
    let stopping = false;
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      stopping = true;
      if (signal !== "SIGINT") child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    child.once("error", reject);
    child.once("exit", (code) => {
      for (const signal of SIGNALS) process.off(signal, pass);
      if (stopping) process.exit(code ?? 130);
      resolve(code ?? 1);
    });
  });
}

/**
 * Runs a script's steps. An error is shown in plain words and ends the script with code 1.
 *
 * @param {() => Promise<void>} story
 */
export async function tell(story) {
  try {
    await story();
  } catch (error) {
    console.error(error instanceof StepFailed ? `\n${error.message}` : error);
    process.exit(1);
  }
}
