// Prepares the project: checks Node.js, installs the packages, builds the servers. Plain JavaScript without packages.
// Each step is skipped when nothing has changed since it was last done.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root, run, StepFailed } from "./running.mjs";

const PNPM = "pnpm@10.34.9";
const OLDEST_NODE = [20, 19];

const notes = path.join(root, ".turbo");
const installedNote = path.join(notes, "installed");
const builtNote = path.join(notes, "built");

/** Throws if Node.js is too old. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw new StepFailed(
      `This is Node.js ${process.versions.node}, but Korki needs ${OLDEST_NODE.join(".")} or newer: https://nodejs.org`,
    );
}

/** Installs the packages of the lockfile unless they are installed. */
export async function ensureInstalled() {
  requireNode();
  await alone(async () => {
    if (noted(installedNote) === installedState()) return;
    console.log("installing packages …");
    await run("npx", ["-y", PNPM, "install", "--frozen-lockfile", "--config.confirm-modules-purge=false"], {
      // Building and testing need the development packages, in production too.
      env: { NODE_ENV: undefined },
      advice: "Packages could not be installed. Is the npm registry reachable (npm ping)?",
    });
    note(installedNote, installedState());
  });
}

/** Builds web and servers unless nothing has changed since the last build. */
export async function ensureBuilt() {
  await alone(async () => {
    const state = sourceState();
    if (noted(builtNote) === state && OUTPUTS.every((file) => existsSync(path.join(root, file)))) return;
    console.log("building …");
    await build();
    note(builtNote, state);
  });
}

/**
 * Builds what Turborepo considers changed.
 *
 * @param {string[]} tasks done at the same time
 */
export function build(...tasks) {
  return run("turbo", ["run", "build", ...tasks, "--output-logs=errors-only"], {
    env: { NODE_ENV: undefined },
    advice: "What is wrong stands above.",
  });
}

const SERVERS = ["api", "worker", "bot", "sandbox", "launcher"];
const OUTPUTS = [...SERVERS.map((name) => `apps/${name}/dist/main.js`), "apps/web/dist/index.html"];

/** What the installed packages depend on, and when they were last changed by anybody. */
function installedState() {
  const hash = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...packageFiles()])
    hash.update(file).update(readFileSync(path.join(root, file)));
  const modules = statSync(path.join(root, "node_modules", ".modules.yaml"), { throwIfNoEntry: false });
  const complete = packageFiles().every((file) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(path.join(root, file), "utf8"),
    );
    const needed = { ...dependencies, ...devDependencies };
    return (
      Object.keys(needed).length === 0 || existsSync(path.join(root, path.dirname(file), "node_modules"))
    );
  });
  return [hash.digest("hex"), modules?.mtimeMs, complete, process.platform, process.arch].join(" ");
}

function packageFiles() {
  const folders = ["apps", "packages"].flatMap((parent) =>
    readdirSync(path.join(root, parent)).map((name) => path.join(parent, name)),
  );
  return [...folders, "e2e", "bench"]
    .map((folder) => path.join(folder, "package.json"))
    .filter((file) => existsSync(path.join(root, file)));
}

/** Every source file's name, size and time of change: faster than reading them, and Turborepo decides in the end. */
function sourceState() {
  const hash = createHash("sha256").update(noted(installedNote) ?? "");
  for (const parent of ["apps", "packages", "prisma", "scripts"]) addFolder(hash, parent);
  for (const file of ["tsconfig.json", "turbo.json", "package.json", "prisma.config.ts"]) addFile(hash, file);
  return hash.digest("hex");
}

const NOT_SOURCE = new Set(["node_modules", "dist", "generated", ".turbo"]);

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} folder
 */
function addFolder(hash, folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    if (NOT_SOURCE.has(entry.name)) continue;
    if (entry.isDirectory()) addFolder(hash, file);
    else addFile(hash, file);
  }
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} file
 */
function addFile(hash, file) {
  const stat = statSync(path.join(root, file), { throwIfNoEntry: false });
  hash.update(`${file} ${stat?.size} ${stat?.mtimeMs}\n`);
}

/**
 * @param {string} file
 * @returns {string | null}
 */
function noted(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/**
 * @param {string} file
 * @param {string} state
 */
function note(file, state) {
  mkdirSync(notes, { recursive: true });
  writeFileSync(file, state);
}

/** A lock that was not touched for so long belongs to a killed process. */
const ABANDONED_MS = 15_000;

/**
 * Runs work under a lock, so that two copies in one folder do not install or build at the same time.
 *
 * @param {() => Promise<void>} work
 */
async function alone(work) {
  const lock = path.join(notes, "preparing");
  mkdirSync(notes, { recursive: true });
  let waiting = false;
  while (!taken(lock)) {
    if (!waiting) console.log("waiting for another start that is installing or building …");
    waiting = true;
    await pause(200);
  }
  const touch = setInterval(() => writeFileSync(lock, String(process.pid)), 2000);
  const release = () => {
    clearInterval(touch);
    rmSync(lock, { force: true });
  };
  process.once("exit", release);
  try {
    await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** @param {string} lock */
function taken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - touched > ABANDONED_MS) rmSync(lock, { force: true });
    return false;
  }
}
