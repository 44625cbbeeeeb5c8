import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rootDirectory } from "./root-directory";

const deploy = path.join(rootDirectory(), "deploy");
const read = (...name: string[]) => readFileSync(path.join(deploy, ...name), "utf8");

test("the dashboard asks for figures that the API has", () => {
  const { panels } = JSON.parse(read("grafana", "korki.json")) as {
    panels: { targets: { expr: string }[] }[];
  };
  const asked = new Set(JSON.stringify(panels).match(/korki_[a-z_]+/g));
  const observe = path.join(rootDirectory(), "apps", "api", "src", "observe");
  const source = readdirSync(observe)
    .map((file) => readFileSync(path.join(observe, file), "utf8"))
    .join();
  expect(asked.size).toBeGreaterThan(6);
  for (const name of asked) expect(source).toContain(name.replace(/_bucket$/, ""));
});

test("every service of the composition runs a server that is built, and nothing as root", () => {
  const compose = read("compose.yaml");
  for (const service of ["postgres", "valkey", "migrate", "api-1", "api-2", "worker", "bot", "nginx"]) {
    expect(compose).toMatch(new RegExp(`^  ${service}:`, "m"));
  }
  for (const [file] of compose.matchAll(/apps\/\w+\/dist/g)) {
    expect(existsSync(path.join(rootDirectory(), path.dirname(file), "src", "main.ts"))).toBe(true);
  }
  expect(read("Dockerfile")).toMatch(/^USER node$/m);
});

test.each(["api", "worker", "bot"])("the unit of the %s waits 30 s for a clean end", (name) => {
  const unit = read("systemd", `korki-${name}.service`);
  expect(unit).toContain(`apps/${name}/dist/main.js`);
  expect(unit).toContain("TimeoutStopSec=30");
  expect(unit).toContain("User=korki");
});

test("the proxy's configuration is one, and keeps the figures inside", () => {
  const config = read("nginx.conf");
  expect(config).toContain("location = /metrics { return 404; }");
  if (!existsSync("/usr/sbin/nginx")) return;
  const folder = mkdtempSync(path.join(tmpdir(), "korki-nginx-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "nginx.conf");
  // The processes' names are known inside the composition alone.
  const local = config
    .replace("api-1:3000", "127.0.0.1:3001")
    .replace("api-2:3000", "127.0.0.1:3002")
    .replace("include mime.types", "include /etc/nginx/mime.types")
    .replace("/tmp/nginx.pid", path.join(folder, "nginx.pid"));
  writeFileSync(file, local);
  const { status, stderr } = spawnSync("/usr/sbin/nginx", ["-t", "-c", file], { encoding: "utf8" });
  expect(stderr).toContain("syntax is ok");
  expect(status).toBe(0);
});
