// `pnpm bench sqlmap [part of a endpoint's name]`: sqlmap (Debian: apt-get install sqlmap) on every REST route and tRPC
// procedure that takes something, as somebody who may call it, against the running API: each variable of the path, each
// of the query and each field of the body. Ends with 1 where a parameter can be injected into or a call ends in a 5xx.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  allEndpoints,
  type Endpoint,
  resourceId,
  tokenOf,
  welcomeCaller,
} from "@korki/api/testing/endpoints";
import { takeSnapshot } from "@korki/api/testing/snapshot";
import { findProgram, Problem } from "@korki/local-services";
import { Verdict } from "./lab/figures";
import { inLab } from "./lab/lab";
import { freshBearer, makeLabFixtures } from "./lab/lab-fixtures";

const PART = process.argv[2] ?? "";
/**
 * Level and risk beyond the defaults: more places, more payloads, boolean conditions with OR. A thing can be deleted,
 * and a refresh token spent, only once: what is answered from then on is tried as well.
 */
const OPTIONS = [
  "--batch --ignore-stdin --flush-session --disable-coloring --dbms=postgresql",
  "--level=2 --risk=2 --threads=4 --ignore-code=401,404",
].flatMap((options) => options.split(" "));
/** Endpoints that are tried at the same time. */
const AT_ONCE = 2;

const program = findProgram(["sqlmap"]);
if (!program) throw new Problem("sqlmap is missing. Install it (Debian: sudo apt-get install sqlmap).");

await inLab({ lessons: 200, teachers: 4, students: 20, messages: 200 }, async (lab) => {
  const { port } = await lab.startApi("api");
  const fixtures = await makeLabFixtures(lab);
  const snapshot = await takeSnapshot(lab.db);
  const verdict = new Verdict();
  const folder = path.join(lab.dataDir, "sqlmap");
  mkdirSync(folder);
  const endpoints = allEndpoints().filter(({ name }) => name.includes(PART));
  const found: string[] = [];
  let [requests, faults, tried] = [0, 0, 0];
  while (endpoints.length > 0) {
    await snapshot.restore();
    const together = endpoints.splice(0, AT_ONCE);
    await Promise.all(
      together.map((endpoint, at) => tryEndpoint(endpoint, path.join(folder, `request-${at}`))),
    );
  }
  verdict.figure("endpoints with parameters that were tried", tried);
  verdict.figure("requests that were refused", requests);
  verdict.must("parameters that can be injected into", found.join(", ") || 0, found.length === 0, "0");
  verdict.must("calls that ended in a 5xx", faults, faults === 0, "0");
  verdict.end();

  async function tryEndpoint(endpoint: Endpoint, file: string): Promise<void> {
    const caller = welcomeCaller(fixtures, endpoint);
    const call = endpoint.call(fixtures, resourceId(fixtures, endpoint), caller);
    const marked = withMarks(call.path);
    const hasBody = typeof call.body === "object" && call.body !== null && Object.keys(call.body).length > 0;
    if (marked === call.path && !hasBody) return;
    const bearer = await freshBearer(tokenOf(fixtures, caller));
    const body = hasBody ? JSON.stringify(call.body) : "";
    const lines = [
      `${call.method} ${hasBody ? call.path : marked} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      ...(bearer ? [`Authorization: Bearer ${bearer}`] : []),
      ...(hasBody ? ["Content-Type: application/json"] : []),
    ];
    writeFileSync(file, `${lines.join("\r\n")}\r\n\r\n${body}`);
    const output = await run(["-r", file, `--output-dir=${file}-out`, ...OPTIONS]);
    const isClean = /do(es)? not (appear|seem) to be injectable/.test(output);
    if (!isClean) found.push(`${endpoint.name}: ${output.trim().split("\n").slice(-6).join(" | ")}`);
    for (const [, status = "", count = ""] of output.matchAll(/(\d{3}) \([\w ]+\) - (\d+) times/g)) {
      requests += Number(count);
      if (status.startsWith("5")) faults += Number(count);
    }
    tried += 1;
    console.log(`${endpoint.name}, as ${caller}: ${isClean ? "not injectable" : "LOOK"}`);
  }
});

/** The address with sqlmap's mark behind each id and value in it. */
function withMarks(address: string): string {
  const [steps = "", query] = address.split("?");
  const marked = steps
    .split("/")
    .map((step) => (step.length >= 20 ? `${step}*` : step))
    .join("/");
  if (query === undefined) return marked;
  // tRPC's input is one JSON text: a mark behind each of its values.
  const values = query
    .split("&")
    .map((pair) => (pair.startsWith("input=") ? pair.replaceAll(/%22(?=%2C|%7D)/g, "*%22") : `${pair}*`));
  return `${marked}?${values.join("&")}`;
}

function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program ?? "", args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.once("error", reject);
    child.once("close", () => resolve(output));
  });
}
