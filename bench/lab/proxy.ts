import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, Problem, type RunningProcess } from "@korki/local-services";
import { debianProgram } from "./debian-program";
import type { Lab } from "./lab";

const CONFIG = path.resolve(import.meta.dirname, "../../deploy/nginx.conf");

/** Starts Debian's nginx before some API processes, with the deployment's configuration. */
export async function startProxy(
  lab: Lab,
  ports: readonly number[],
): Promise<{ origin: string; process: RunningProcess }> {
  const nginx = await debianProgram(["nginx", "/usr/sbin/nginx"], "nginx-light");
  const port = await freePort();
  const file = path.join(lab.dataDir, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${lab.dataDir}/nginx-${name};`)
    .join("\n  ");
  let upstream = 0;
  const config = readFileSync(CONFIG, "utf8")
    .replace("/tmp/nginx.pid", `${lab.dataDir}/nginx.pid`)
    .replace(/^(\s*)listen 8080/m, `$1listen 127.0.0.1:${port}`)
    // All requests of a benchmark come from one address and must reach every process.
    .replace("ip_hash;", "")
    .replaceAll(/^\s*limit_conn connections .*$/gm, "")
    .replace("http {", `http {\n  ${temporary}`)
    .replaceAll(/api-\d:3000/g, () => {
      upstream += 1;
      return `127.0.0.1:${ports[upstream - 1]}`;
    });
  if (upstream !== ports.length) throw new Error(`${CONFIG} has ${upstream} processes, not ${ports.length}`);
  writeFileSync(file, `daemon off;\nerror_log ${lab.dataDir}/nginx-error.log crit;\n${config}`);
  const running = await lab.processes.start({
    name: "nginx",
    command: nginx,
    args: ["-e", `${lab.dataDir}/nginx-error.log`, "-c", file],
    cwd: lab.dataDir,
    env: { PATH: process.env.PATH },
    stage: 1,
  });
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + 30_000;
  while (!(await fetch(`${origin}/healthz`).catch(() => null))?.ok) {
    if (running.exit() || Date.now() > until) throw new Problem(`nginx did not start:\n${running.tail()}`);
    await pause(50);
  }
  return { origin, process: running };
}
