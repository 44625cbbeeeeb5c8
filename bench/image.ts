// `pnpm bench image`: builds deploy/Dockerfile with Debian's buildah and runs it with podman, without root's rights and
// on a read-only file system: migrations, API and worker from one image, an evening's calls, health checks, a clean end.
// No registry is asked: debootstrap and this machine's Node.js stand in for the base image if it is not there.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { aptInstall, aptUsable, findProgram, freePort, NODE_FLAGS, Problem } from "@korki/local-services";
import { callAtRate, openEvening } from "./lab/evening";
import { percentile, seconds, Verdict } from "./lab/figures";
import { inLab, type Lab } from "./lab/lab";
import { LARGE } from "./load-data";

const ROOT = path.resolve(import.meta.dirname, "..");
const BASE = "docker.io/library/node:24-bookworm-slim";
const IMAGE = "localhost/korki:bench";
const SIZE = { ...LARGE, lessons: 5_000, messages: 1_000 };
const EVENING = { perSecond: 40, seconds: 10 };
const CA_BUNDLE = "etc/ssl/certs/ca-certificates.crt";

const PROGRAMS = ["buildah", "podman", "runc", "debootstrap"] as const;
const missing = PROGRAMS.filter((program) => !findProgram([program, `/usr/sbin/${program}`]));
if (missing.length > 0) {
  if (!aptUsable()) throw new Problem(`Install Debian's packages ${missing.join(", ")}.`);
  await aptInstall([...missing]);
}

const verdict = new Verdict("the image");
if (spawnSync("buildah", ["inspect", BASE], { stdio: "ignore" }).status !== 0) standInForBase();
const built = performance.now();
const options = ["--layers", "--format", "docker", "--network", "host", "--isolation", "chroot"];
execFileSync("buildah", ["build", ...options, "-f", "deploy/Dockerfile", "-t", IMAGE, ROOT], {
  cwd: ROOT,
  stdio: ["ignore", "ignore", "inherit"],
});
verdict.figure("built in", seconds(performance.now() - built));
const bytes = (image: string) =>
  Number(execFileSync("podman", ["image", "inspect", "--format", "{{.Size}}", image], { encoding: "utf8" }));
verdict.figure("size, MB (of it the base)", `${mb(bytes(IMAGE))} (${mb(bytes(BASE))})`);
await inLab(SIZE, (lab) => runImage(lab));
verdict.end();

/** Makes an image of the base's name from Debian's minimal system, the user `node` and this machine's Node.js and npm. */
function standInForBase(): void {
  const base = mkdtempSync(path.join(tmpdir(), "korki-base-"));
  try {
    console.log("making the base image …");
    const run = (program: string, args: string[]) =>
      execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", base]);
    const npm = path.join(run("npm", ["root", "--global"]), "npm");
    cpSync(process.execPath, path.join(base, "usr/bin/node"));
    cpSync(npm, path.join(base, "usr/lib/node_modules/npm"), { recursive: true, verbatimSymlinks: true });
    for (const name of ["npm", "npx"])
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(base, "usr/bin", name));
    cpSync(`/${CA_BUNDLE}`, path.join(base, CA_BUNDLE));
    run("chroot", [base, "useradd", "--create-home", "--uid=1000", "node"]);
    const container = run("buildah", ["from", "scratch"]);
    run("buildah", ["copy", container, base, "/"]);
    const environment = ["PATH=/usr/bin:/usr/sbin:/bin:/sbin", `NODE_EXTRA_CA_CERTS=/${CA_BUNDLE}`];
    run("buildah", ["config", ...environment.map((each) => `--env=${each}`), container]);
    run("buildah", ["commit", container, BASE]);
    run("buildah", ["rm", container]);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

async function runImage(lab: Lab): Promise<void> {
  const started = new Set<string>();
  const { PATH: _ours, DATA_DIR: _lab, ...env } = lab.env;
  /** The options of deploy/compose.yaml. */
  const args = (name: string, more: NodeJS.ProcessEnv = {}) => [
    "--runtime=runc",
    "--cgroup-manager=cgroupfs",
    "--log-level=fatal",
    "run",
    "--rm",
    `--name=${name}`,
    "--network=host",
    "--read-only",
    "--tmpfs=/tmp",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    // Without systemd nobody asks on time: the check is asked below.
    "--no-healthcheck",
    "--ulimit=nofile=4096:4096",
    "--ulimit=nproc=1000:1000",
    ...Object.entries({ ...env, ...more }).map(([key, value]) => `--env=${key}=${value}`),
    IMAGE,
  ];
  const start = (name: string, more: NodeJS.ProcessEnv, command: string[] = []) => {
    started.add(name);
    return lab.processes.start({
      name,
      command: "podman",
      args: [...args(name, more), ...command],
      cwd: lab.dataDir,
      env: process.env,
      stage: 1,
    });
  };
  const inside = (...command: string[]) =>
    spawnSync(
      "podman",
      ["--runtime=runc", "--cgroup-manager=cgroupfs", "exec", "korki-bench-api", ...command],
      {
        encoding: "utf8",
      },
    );
  try {
    const migration = ["node", "apps/launcher/dist/main.js", "with-database", "true"];
    const migrated = spawnSync("podman", [...args("korki-bench-migrate"), ...migration], {
      encoding: "utf8",
    });
    verdict.must("migrations, code", migrated.status ?? -1, migrated.status === 0, "0");

    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const from = performance.now();
    const api = await start("korki-bench-api", { PORT: String(port), HOST: "127.0.0.1" });
    while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) {
      if (api.exit()) throw new Problem(`the API's container ended:\n${api.tail()}`);
      await pause(20);
    }
    verdict.figure("from podman run until /readyz answers", seconds(performance.now() - from));
    const worker = await start("korki-bench-worker", {}, ["node", ...NODE_FLAGS, "apps/worker/dist/main.js"]);

    const user = inside("id", "-u").stdout.trim();
    verdict.must("user", user, user === "1000", "1000");
    const refused = inside(
      "sh",
      "-c",
      "for d in / /korki /korki/apps/api/dist /var /home/node; do touch $d/x && echo $d; done",
    );
    const writable = refused.stdout.trim().replaceAll("\n", " ");
    verdict.must("directories that can be written to, but /tmp", writable || "none", writable === "", "none");
    const capabilities = /CapEff:\s*(\w+)/.exec(inside("cat", "/proc/1/status").stdout)?.[1] ?? "unknown";
    verdict.must("capabilities", capabilities, /^0+$/.test(capabilities), "none");

    // The check as the image has it, asked at this port.
    const check = /HEALTHCHECK[^[]*(\[[^\]]+\])/.exec(
      readFileSync(path.join(ROOT, "deploy/Dockerfile"), "utf8"),
    );
    const healthCheck = (JSON.parse(check?.[1] ?? "[]") as string[]).map((each) =>
      each.replace("3000", String(port)),
    );
    const healthy = inside(...healthCheck).status;
    verdict.must("health check, code", healthy ?? -1, healthy === 0, "0");
    const page = await fetch(`${origin}/auth`);
    verdict.must("the page /auth", page.status, page.ok && (await page.text()).includes("<title>"), "200");

    const evening = await openEvening(SIZE);
    const until = Date.now() + 1000 * EVENING.seconds;
    const outcomes = await callAtRate(evening, [origin], {
      perSecond: EVENING.perSecond,
      until: () => Date.now() > until,
    });
    const failed = outcomes.filter(({ status }) => status !== 200).length;
    verdict.must(
      `an evening's calls, ${EVENING.perSecond}/s: failed`,
      `${failed} of ${outcomes.length}`,
      failed === 0,
      "0",
    );
    const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
    verdict.figure(
      "p50 / p99 ms",
      [0.5, 0.99].map((share) => percentile(times, share).toFixed(0)).join(" / "),
    );

    await lab.restartPostgres(1_000);
    const back = performance.now();
    while (inside(...healthCheck).status !== 0 && performance.now() - back < 30_000) await pause(200);
    verdict.figure("healthy again after PostgreSQL is", seconds(performance.now() - back));
    for (const [name, each] of [
      ["API", api],
      ["worker", worker],
    ] as const) {
      const stopping = performance.now();
      await each.stop();
      const code = each.exit()?.code ?? -1;
      verdict.must(
        `SIGTERM: the ${name} ends, code`,
        `${code} after ${seconds(performance.now() - stopping)}`,
        code === 0,
        "0",
      );
    }
  } finally {
    for (const name of started) spawnSync("podman", ["rm", "--force", "--ignore", name], { stdio: "ignore" });
  }
}

function mb(size: number): string {
  return (size / 1e6).toFixed(0);
}
