import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { makePerson, PASSWORD } from "@korki/services/testing/people";
import { openTestServices } from "@korki/services/testing/test-services";
import { expect, test } from "vitest";
import { startApiProcess } from "../testing/api-process";

const services = await openTestServices();
const api = await startApiProcess(services, { TRUST_PROXY: "1" });

/** A thread of its own, so that the flood's work does not delay the other caller's clock. */
const FLOOD = `
const http = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const agent = new http.Agent({ maxSockets: 1000 });
const counts = {};
let open = 1000;
for (let at = 1; at <= 1000; at += 1) {
  const body = JSON.stringify({ email: "zmyslony" + at + "@example.pl", password: "Niepoprawne1" });
  const from = "2001:db8:1:2::" + at.toString(16);
  const headers = { "content-type": "application/json", "content-length": body.length, "x-forwarded-for": from };
  http.request(workerData + "/api/user/login", { method: "POST", headers, agent }, (answer) => {
    counts[answer.statusCode] = (counts[answer.statusCode] || 0) + 1;
    answer.resume().on("end", () => { open -= 1; if (open === 0) parentPort.postMessage(counts); });
  }).end(body);
}`;

test("1,000 bad logins at once from one network delay no other network", { timeout: 60_000 }, async () => {
  const { email } = await makePerson(services, "Student");
  const login = async () => {
    const { status } = await fetch(`${api.origin}/api/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "192.0.2.1" },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    return status;
  };

  const flood = new Worker(FLOOD, { eval: true, workerData: api.origin });
  let answered: Record<string, number> | null = null;
  const over = once(flood, "message").then(([counts]) => {
    answered = counts;
  });
  const logins = [];
  while (answered === null) logins.push(await login());
  await over;
  await flood.terminate();
  expect(new Set(logins)).toEqual(new Set([200]));
  // One after another: behind the flood's queue only the first would be answered meanwhile.
  expect(logins.length).toBeGreaterThan(3);
  expect(Object.keys(answered).sort()).toEqual(["401", "429"]);
  // A Redis that a busy machine keeps waiting is stood in for by the process's own count.
  expect(answered["401"]).toBeLessThanOrEqual(60);
});
