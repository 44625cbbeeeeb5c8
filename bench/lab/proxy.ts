import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findProgram, freePort, Problem, type RunningProcess } from "@korki/local-services";
import type { Lab } from "./lab";

/** Debian's nginx before some API processes, as a deployment has it. */
export async function startProxy(
  lab: Lab,
  ports: readonly number[],
): Promise<{ origin: string; process: RunningProcess }> {
  const nginx = findProgram(["nginx", "/usr/sbin/nginx"]);
  if (!nginx) throw new Problem("nginx is missing. Install it (Debian: sudo apt-get install nginx-light).");
  const port = await freePort();
  const file = path.join(lab.dataDir, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${lab.dataDir}/nginx-${name};`)
    .join("\n  ");
  writeFileSync(
    file,
    `daemon off;
pid ${lab.dataDir}/nginx.pid;
error_log ${lab.dataDir}/nginx-error.log crit;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary}
  upstream api {
    ${ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join("\n    ")}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://api;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      # A call that may have begun is not made a second time, unless repeating it is harmless.
      proxy_next_upstream error timeout http_502 http_503;
      proxy_connect_timeout 1s;
    }
  }
}
`,
  );
  const running = await lab.processes.start({
    name: "nginx",
    command: nginx,
    args: ["-e", `${lab.dataDir}/nginx-error.log`, "-c", file],
    cwd: lab.dataDir,
    env: { PATH: process.env.PATH },
    stage: 1,
  });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/healthz`).catch(() => null))?.ok) {
    if (running.exit()) throw new Problem(`nginx did not start:\n${running.tail()}`);
    await pause(50);
  }
  return { origin, process: running };
}
