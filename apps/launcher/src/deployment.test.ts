import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { findProgram, freePort, KEPT_MEMORY, NODE_FLAGS } from "@korki/local-services";
import { SETTING_NAMES } from "@korki/settings";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { rootDirectory } from "./root-directory";

const root = rootDirectory();
const deploy = path.join(root, "deploy");
const read = (...name: string[]) => readFileSync(path.join(deploy, ...name), "utf8");
/** What is set for the server's sake and is no setting of ours. */
const FOREIGN = ["NODE_ENV"];
/** What the composition decides itself, or does without: one process for each container, no sandbox, no backup. */
const NOT_COMPOSED =
  /^(DATA_DIR|DEMO(_NOW)?|DATABASE_DIRECT_URL|API_PROCESSES|TELEGRAM_WEBHOOK_\w+|BACKUP_\w+|SANDBOX_\w+)$/;

/** The source of a built server, by the path that a deployment starts. */
const sourceOf = (built: string) => path.join(root, built.replace("/dist/main.js", "/src/main.ts"));

test("the dashboard asks for figures that the API has", () => {
  const { panels } = JSON.parse(read("grafana", "korki.json")) as {
    panels: { targets: { expr: string }[] }[];
  };
  const asked = new Set(JSON.stringify(panels).match(/korki_[a-z_]+/g));
  const observe = path.join(root, "apps", "api", "src", "observe");
  const source = readdirSync(observe)
    .map((file) => readFileSync(path.join(observe, file), "utf8"))
    .join();
  expect(asked.size).toBeGreaterThan(6);
  for (const name of asked) expect(source).toContain(name.replace(/_bucket$/, ""));
});

type Service = {
  image?: string;
  build?: unknown;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  volumes?: string[];
  stop_grace_period?: string;
  read_only?: boolean;
};
type Composition = { services: Record<string, Service>; volumes: Record<string, unknown> };

test("the composition is whole: what services need is there, healthy where that is waited for", () => {
  const { services, volumes } = parse(read("compose.yaml"), { merge: true }) as Composition;
  expect(Object.keys(services).sort()).toEqual(
    ["api-1", "api-2", "bot", "migrate", "nginx", "postgres", "relay", "valkey", "worker"].sort(),
  );
  for (const [name, service] of Object.entries(services)) {
    const needed = service.depends_on ?? [];
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
      expect(services).toHaveProperty(other);
    if (!Array.isArray(needed))
      for (const [other, { condition }] of Object.entries(needed))
        if (condition === "service_healthy") expect(services[other]?.healthcheck?.test, other).toBeTruthy();
    for (const volume of service.volumes ?? []) {
      const [from = ""] = volume.split(":");
      if (from.startsWith(".")) expect(existsSync(path.join(deploy, from)), volume).toBe(true);
      else expect(volumes).toHaveProperty(from);
    }
    if (service.image !== "korki") continue;
    // Ours: no root's power, nothing written but below /tmp, time to end, settings that there are.
    expect([name, service.stop_grace_period, service.read_only]).toEqual([name, "30s", true]);
    for (const setting of Object.keys(service.environment ?? {}))
      expect([...SETTING_NAMES, ...FOREIGN]).toContain(setting);
    const built = service.command?.find((word) => word.endsWith("main.js")) ?? "apps/api/dist/main.js";
    expect(existsSync(sourceOf(built)), built).toBe(true);
  }
  // A setting of deploy/.env that reached no container would look as if it were in force.
  const passed = Object.keys(services["api-1"]?.environment ?? {});
  expect(SETTING_NAMES.filter((name) => !passed.includes(name) && !NOT_COMPOSED.test(name))).toEqual([]);
  expect(services.postgres?.environment).toMatchObject(KEPT_MEMORY);
  const proxy = read("nginx.conf");
  for (const [upstream = ""] of proxy.matchAll(/api-\d(?=:3000)/g)) expect(services).toHaveProperty(upstream);
});

/** The same calls on REST. */
const LARGE_ROUTES = [
  ["/api/admin/bank_statements", "bankStatements.upload"],
  ["/api/admin/bills/2026-12", "bills.issue"],
  ["/api/closures", "closures.add"],
  ["/api/admin/payout_run", "payouts.confirmRun"],
] as const;

test("the proxies let through the largest file that the API takes", () => {
  const http = (file: string) =>
    readFileSync(path.join(root, "apps", "api", "src", "http", file), "utf8").replaceAll("_", "");
  const [, pictureMax] = /FILEBYTESMAX = (\d+)/.exec(http("board-files.ts")) ?? [];
  const calls = [...http("large-bodies.ts").matchAll(/^ {2}"([\w.]+)": (\d+),$/gm)];
  const files = [
    ["/api/lesson/019ac1f2-7d2a-7c3e-8b5a-0f1e2d3c4b5a/board/picture", Number(pictureMax)] as const,
    ...calls.map(([, call, most]) => [`/trpc/${call}`, Number(most)] as const),
    ...LARGE_ROUTES.map(([address, call]) => {
      return [address, Number(calls.find(([, name]) => name === call)?.[2])] as const;
    }),
  ];
  expect(files.length).toBeGreaterThan(4);
  const mebibyte = 1024 * 1024;
  const locations = [
    ...read("nginx.conf").matchAll(/location ~ (\S+) \{\s+client_max_body_size (\d+)m;/g),
  ].map(([, pattern = "", size]) => ({ pattern: new RegExp(pattern), most: Number(size) * mebibyte }));
  const ingress = Number(/proxy-body-size: (\d+)m/.exec(read("kubernetes", "korki.yaml"))?.[1]) * mebibyte;
  for (const [address, most] of files) {
    expect(locations.find(({ pattern }) => pattern.test(address))?.most, address).toBeGreaterThanOrEqual(
      most,
    );
    expect(ingress).toBeGreaterThanOrEqual(most);
  }
});

test("the image is built from stages that there are, and does not run as root", () => {
  const instructions = read("Dockerfile")
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, " ")
    .trim()
    .split(/\n+/)
    .map((line) => /^([A-Z]+)\s+(.+)$/.exec(line)?.slice(1) as [string, string]);
  const known = "FROM WORKDIR COPY RUN ENV USER EXPOSE HEALTHCHECK CMD".split(" ");
  const stages: string[] = [];
  for (const [name, rest] of instructions) {
    expect(known).toContain(name);
    const stage = /\sAS\s(\w+)$/.exec(rest)?.[1];
    if (name === "FROM" && stage) stages.push(stage);
    const source = /--from=(\w+)/.exec(rest)?.[1];
    if (source) expect(stages).toContain(source);
    const list = /^(?:.*\s)?CMD\s(\[.+\])$/.exec(`${name} ${rest}`)?.[1];
    if (list) expect(JSON.parse(list)).toContainEqual(expect.stringMatching(/^node$/));
  }
  const settings = instructions
    .filter(([name]) => name === "ENV")
    .flatMap(([, rest]) => rest.match(/\w+(?==)/g) ?? []);
  for (const setting of settings) expect([...SETTING_NAMES, ...FOREIGN]).toContain(setting);
  const bases = instructions.filter(([name, rest]) => name === "FROM" && /^node:/.test(rest));
  expect(bases.length).toBeGreaterThan(0);
  for (const [, base] of bases) expect(base).toMatch(/^node:24-/);
  const user = instructions.findLast(([name]) => name === "USER")?.[1];
  expect(user).toBe("node");
  for (const [, filter = ""] of read("Dockerfile").matchAll(/--filter=@korki\/(\w+)/g))
    expect(existsSync(path.join(root, "apps", filter, "package.json"))).toBe(true);
});

test.each([
  ["api", "korki-api@.service"],
  ["worker", "korki-worker.service"],
  ["bot", "korki-bot.service"],
])("the unit of the %s is one, and waits 30 s for a clean end", (name, unitName) => {
  const unit = read("systemd", unitName);
  const built = `apps/${name}/dist/main.js`;
  expect(unit).toContain(`ExecStart=/usr/bin/node ${NODE_FLAGS.join(" ")} ${built}\n`);
  expect(existsSync(sourceOf(built))).toBe(true);
  for (const line of ["TimeoutStopSec=30", "KillSignal=SIGTERM", "User=korki", "Restart=always"])
    expect(unit.split("\n")).toContain(line);
  const settings = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(
    ([, line]) => line?.match(/\w+(?==)/g) ?? [],
  );
  for (const setting of settings) expect([...SETTING_NAMES, ...FOREIGN]).toContain(setting);

  verified(unitName, unit);
});

test("containers run the programs with the same flags of Node", () => {
  const lines = [["Dockerfile"], ["compose.yaml"], ["kubernetes", "korki.yaml"]].flatMap((file) =>
    read(...file).split("\n"),
  );
  const started = lines.flatMap(
    (line) => /node\b(.*)\bapps\/(?:api|worker|bot)\/dist\/main\.js/.exec(line)?.[1] ?? [],
  );
  expect(started.length).toBeGreaterThan(5);
  for (const flags of started) expect(flags.match(/--[\w-]+(?:=\w+)?/g)).toEqual(NODE_FLAGS);
});

test("the nightly backup's unit runs a task that there is, by a timer of its name", () => {
  const unit = read("systemd", "korki-backup.service");
  expect(unit).toContain("apps/launcher/dist/main.js backup\n");
  for (const setting of unit.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []) expect(SETTING_NAMES).toContain(setting);
  expect(read("systemd", "korki-backup.timer")).toContain("OnCalendar=");
  verified("korki-backup.service", unit);
});

/** Lets systemd check a unit, where the machine has it. */
function verified(unitName: string, unit: string): void {
  const verifier = findProgram(["systemd-analyze"]);
  if (!verifier) return;
  const folder = temporaryFolder();
  const file = path.join(folder, unitName);
  // Node.js may stand elsewhere on the machine that tests.
  writeFileSync(file, unit.replace("/usr/bin/node", process.execPath));
  const { status, stderr } = spawnSync(verifier, ["verify", "--man=no", file], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
}

test("the proxy's configuration is one, and keeps the figures inside", () => {
  const config = read("nginx.conf");
  expect(config).toContain("location ~* ^/(metrics|readyz)(/|$) { return 404; }");
  expect(config).toContain("limit_req zone=accounts");
  const sourceOf = (file: string) => readFileSync(path.join(root, "apps/api/src/http", file), "utf8");
  const calls = [...sourceOf("large-bodies.ts").matchAll(/"(\w+\.\w+)": ([\d_]+),/g)];
  expect(calls.length).toBeGreaterThan(1);
  const [, pictures = ""] = /FILE_BYTES_MAX = ([\d_]+);/.exec(sourceOf("board-files.ts")) ?? [];
  const large = [
    ...calls.map(([, call, bytes = ""]) => [`/trpc/${call}`, bytes] as const),
    ["/api/lesson/01930000-0000-7000-8000-000000100002/board/picture", pictures] as const,
  ];
  const [, all] = /proxy-body-size: (\d+)m/.exec(read("kubernetes/korki.yaml")) ?? [];
  for (const [address, bytes] of large) {
    const place = [...config.matchAll(/location ~ (\S+) \{\s*client_max_body_size (\d+)m;/g)].find(
      ([, pattern = ""]) => new RegExp(pattern).test(address),
    );
    for (const megabytes of [place?.[2], all]) {
      expect(Number(megabytes) * 2 ** 20, address).toBeGreaterThan(Number(bytes.replaceAll("_", "")));
    }
  }
  // Braces that do not match and lines without an end are what a slip of the hand leaves behind.
  const bare = config.replaceAll(/#.*$/gm, "").replaceAll(/"[^"]*"/g, "");
  expect(bare.split("{").length).toBe(bare.split("}").length);
  for (const line of bare.split("\n").map((each) => each.trim())) expect(line).toMatch(/^$|[;{}]$/);

  const nginx = findProgram(["nginx"]);
  if (!nginx) return;
  const folder = temporaryFolder();
  const file = path.join(folder, "nginx.conf");
  // The processes' names are known inside the composition alone.
  const local = config
    .replaceAll(/api-(\d):3000/g, "127.0.0.1:300$1")
    .replace("/tmp/nginx.pid", path.join(folder, "nginx.pid"));
  writeFileSync(file, local);
  const { status, stderr } = spawnSync(nginx, ["-t", "-c", file], { encoding: "utf8" });
  expect(stderr).toContain("syntax is ok");
  expect(status).toBe(0);
});

test("the proxy repeats a PUT of a process that dies under the same key, and no POST", async () => {
  const nginx = findProgram(["nginx"]);
  if (!nginx) return;
  const folder = temporaryFolder();
  const seen: string[] = [];
  // One of the two takes a call and dies, the other one answers.
  const [dying, answering] = await Promise.all([
    listen((req) => {
      seen.push(`${req.method} ${req.headers["idempotency-key"]}`);
      req.socket.destroy();
    }),
    listen((req, res) => {
      seen.push(`${req.method} ${req.headers["idempotency-key"]}`);
      res.end("{}");
    }),
  ]);
  const [port, file] = [await freePort(), path.join(folder, "nginx.conf")];
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const config = read("nginx.conf")
    .replace("/tmp/nginx.pid", path.join(folder, "nginx.pid"))
    .replace(/^(\s*)listen 8080/m, `$1listen 127.0.0.1:${port}`)
    // Calls of one address go to both.
    .replace("ip_hash;", "")
    .replace("http {", `http {\n${folders.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}`)
    .replace("api-1:3000", `127.0.0.1:${dying}`)
    .replace("api-2:3000", `127.0.0.1:${answering}`);
  writeFileSync(file, `daemon off;\nworker_processes 1;\n${config.replace(/^worker_processes.*$/m, "")}`);
  const running = spawn(nginx, ["-e", "stderr", "-c", file], { stdio: "ignore" });
  onTestFinished(async () => {
    const ended = once(running, "exit");
    running.kill();
    await ended;
  });
  const call = (method: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/api/student/reserve_lesson`, { method, headers });
  await expect
    .poll(() =>
      call("GET").then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);

  /** The keys of the tries of two calls, of which the first one of the upstreams gets one. */
  const keysOf = async (method: string, headers?: Record<string, string>) => {
    seen.length = 0;
    const statuses = [(await call(method, headers)).status, (await call(method, headers)).status];
    return { statuses: statuses.sort(), keys: seen.map((line) => line.split(" ")[1]) };
  };
  const put = await keysOf("PUT");
  expect(put.statuses).toEqual([200, 200]);
  expect([put.keys.length, new Set(put.keys).size]).toEqual([3, 2]);
  for (const key of put.keys) expect(key).toMatch(/^[\da-f]{32}$/);
  expect(await keysOf("PUT", { "idempotency-key": "klucz" })).toEqual({
    statuses: [200, 200],
    keys: ["klucz", "klucz", "klucz"],
  });
  expect(await keysOf("POST")).toEqual({ statuses: [200, 502], keys: ["undefined", "undefined"] });
});

/** Starts a server and returns its port. */
async function listen(handle: RequestListener): Promise<number> {
  const server = createServer(handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test("over TLS, only pages are redirected, and old versions of the protocol are refused", () => {
  const config = read("nginx-tls.conf");
  expect(config).toContain("ssl_protocols TLSv1.2 TLSv1.3;");
  expect(config).toMatch(/ssl_ciphers (ECDHE-[\w-]+:?)+;/);
  expect(config.indexOf("(api|trpc|socket\\.io)(/|$) { return 403; }")).toBeLessThan(
    config.indexOf("return 301 https://"),
  );
  const nginx = findProgram(["nginx"]);
  const openssl = findProgram(["openssl"]);
  if (!nginx || !openssl) return;
  const folder = temporaryFolder();
  const [key, certificate, file] = ["key", "certificate", "conf"].map((name) => path.join(folder, name));
  const subject = ["-subj", "/CN=korki.example", "-days", "1"];
  spawnSync(openssl, [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    `${key}`,
    "-out",
    `${certificate}`,
    ...subject,
  ]);
  const local = config
    .replace(/\/etc.*fullchain.pem/, `${certificate}`)
    .replace(/\/etc.*privkey.pem/, `${key}`)
    .replace("listen 80", "listen 8081");
  writeFileSync(`${file}`, `pid ${path.join(folder, "pid")};\nevents {}\nhttp {\n${local}\n}\n`);
  const { stderr } = spawnSync(nginx, ["-t", "-c", `${file}`], { encoding: "utf8" });
  expect(stderr).toContain("syntax is ok");
});

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "korki-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("the relay sends nothing to addresses inside, and has quotas and no secret of its own", () => {
  const config = read("turnserver.conf");
  const denied = [...config.matchAll(/^denied-peer-ip=(\S+)$/gm)].map(([, range = ""]) => range);
  for (const inside of [
    "127.0.0.0-",
    "10.0.0.0-",
    "172.16.0.0-",
    "192.168.0.0-",
    "169.254.0.0-",
    "100.64.0.0-",
  ])
    expect(denied.filter((range) => range.startsWith(inside))).toHaveLength(1);
  for (const inside of ["::1", "::ffff:0:0-", "fc00::-", "fe80::-"])
    expect(denied.filter((range) => range.startsWith(inside))).toHaveLength(1);
  for (const line of ["use-auth-secret", "no-multicast-peers", "no-cli"])
    expect(config.split("\n")).toContain(line);
  expect(config).toMatch(/^user-quota=\d+$/m);
  expect(config).not.toMatch(/^static-auth-secret/m);
});
