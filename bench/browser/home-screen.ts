// `pnpm bench browser/home-screen [rounds]`: how long a slow phone needs for each role's home screen when it has nothing
// stored: 150 ms to the server, 1.6 Mbit/s, a processor slowed four times. In turns with a bare page of one file that
// moves as many bytes: what the network alone takes.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CHROMIUM_OPTIONS, chromiumPath } from "@korki/testing/chromium";
import { type Browser, chromium, type Page } from "playwright-core";
import { table, Verdict } from "../lab/figures";
import { inLab, loadedPerson } from "../lab/lab";
import { startWebApp } from "../lab/web-app";
import { SMALL } from "../load-data";

const SLOWED = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const ROUNDS = Number(process.argv[2] ?? 5);
/** The goal: at most this many times what the network alone takes. */
const GOAL = 1.75;

const ROLES = ["admin", "teacher", "student"] as const;

const verdict = new Verdict("The home screen on a slow phone with nothing stored");

await inLab(SMALL, async (lab) => {
  const origin = await startWebApp(lab);
  const bare = await serveBarePage();
  const browser = await chromium.launch({ executablePath: await chromiumPath(), ...CHROMIUM_OPTIONS });
  try {
    const rows = [["role", "scripts", "kB", "home screen ms", "bare page ms", "times the bare page"]];
    for (const role of ROLES) {
      const { token } = await loadedPerson(role, 0);
      const homes: Load[] = [];
      const bares: Load[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const home = await load(browser, `${origin}/dashboard`, token, isComplete);
        const one = await load(browser, `${bare.origin}/?${home.bytes}`, null, hasLoaded);
        // The first round warms up the server.
        if (round === 0) continue;
        homes.push(home);
        bares.push(one);
      }
      const [home, one] = [median(homes), median(bares)];
      const times = home.took / one.took;
      rows.push([
        role,
        String(home.scripts),
        (home.bytes / 1000).toFixed(0),
        home.took.toFixed(0),
        one.took.toFixed(0),
        times.toFixed(2),
      ]);
      verdict.must(`${role}: times the bare page`, times.toFixed(2), times <= GOAL, `at most ${GOAL}`);
    }
    console.log(table(rows));
  } finally {
    await browser.close();
    bare.close();
  }
});
verdict.end();

/** How long a page took, in ms, and what it moved. */
type Load = { took: number; scripts: number; bytes: number };

/** Opens the address on a phone with nothing stored, and measures until the page is done. */
async function load(
  browser: Browser,
  address: string,
  accessToken: string | null,
  done: (page: Page) => Promise<unknown>,
): Promise<Load> {
  const context = await browser.newContext({
    locale: "pl-PL",
    timezoneId: "Europe/Warsaw",
    serviceWorkers: "block",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  if (accessToken) await context.addCookies([{ name: "accessToken", value: accessToken, url: address }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  let bytes = 0;
  let scripts = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts += 1;
  });
  const start = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await done(page);
  const took = performance.now() - start;
  await context.close();
  return { took, scripts, bytes: Math.round(bytes) };
}

async function isComplete(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}

async function hasLoaded(page: Page): Promise<void> {
  await page.waitForLoadState("load");
}

/** Serves a page with one empty script of as many bytes as its address asks for. */
async function serveBarePage(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/file") return response.end(Buffer.alloc(Number(search.slice(1)), " "));
    response.setHeader("content-type", "text/html");
    return response.end(`<!doctype html><title>bare</title><script src="/file${search}"></script>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

function median(loads: readonly Load[]): Load {
  return loads.toSorted((one, other) => one.took - other.took)[Math.floor(loads.length / 2)] as Load;
}
