import path from "node:path";
import { freePort, NODE_FLAGS } from "@korki/local-services";
import type { Settings } from "@korki/settings";
import { type ChildEnvironments, standIns } from "./child-environment";

/** How one of the product's processes is started. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The processes to run, and the addresses that must answer before they count as started. */
export interface Programs {
  readonly sandbox: Program;
  readonly apps: readonly Program[];
  /** Addresses whose `/readyz` must answer 200. */
  readonly answering: readonly string[];
}

/** Returns the built servers, each started from its `dist/main.js`. */
export function builtPrograms(root: string, settings: Settings, env: ChildEnvironments): Programs {
  const program = (name: keyof ChildEnvironments): Program => ({
    name,
    command: process.execPath,
    args: [...NODE_FLAGS, path.join("apps", name, "dist", "main.js")],
    cwd: root,
    env: env[name],
  });
  return {
    sandbox: program("sandbox"),
    apps: [program("api"), program("worker"), ...(botRuns(settings) ? [program("bot")] : [])],
    answering: [localAddress(settings)],
  };
}

/**
 * Returns the servers from source, each restarted at every change. Vite serves the web at the public port and proxies
 * API calls to a port of their own.
 */
export async function reloadingPrograms(
  root: string,
  settings: Settings,
  env: ChildEnvironments,
): Promise<Programs> {
  const watched = (name: keyof ChildEnvironments, extra: NodeJS.ProcessEnv = {}): Program => ({
    name,
    command: path.join(root, "node_modules", ".bin", "tsx"),
    args: ["watch", "--clear-screen=false", path.join("apps", name, "src", "main.ts")],
    cwd: root,
    env: { ...env[name], ...extra },
  });
  const apiPort = await freePort();
  const apiAddress = `http://127.0.0.1:${apiPort}`;
  const web = path.join(root, "apps", "web");
  return {
    sandbox: watched("sandbox"),
    apps: [
      watched("api", { PORT: String(apiPort), HOST: "127.0.0.1" }),
      watched("worker"),
      ...(botRuns(settings) ? [watched("bot")] : []),
      {
        name: "web",
        command: path.join(web, "node_modules", ".bin", "vite"),
        args: ["--host", settings.host, "--port", String(settings.port), "--strictPort"],
        cwd: web,
        env: { ...env.api, API_URL: apiAddress },
      },
    ],
    answering: [apiAddress],
  };
}

/** Whether the bot runs: it needs a token or the emulator. */
function botRuns(settings: Settings): boolean {
  return settings.telegramBotToken !== null || standIns(settings).telegram;
}

/** Returns the address at which this machine reaches a server that listens on the settings' host. */
export function localAddress({ host, port }: Pick<Settings, "host" | "port">): string {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
