import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, openBrowser } from "./harness/browser";
import { productUrl } from "./harness/product-url";

/** The pages before the dashboard: light, from this host alone, without a fault. */
const JAVASCRIPT_BUDGET = 90_000;

afterAll(closeBrowser);

test(`the first visit moves at most ${JAVASCRIPT_BUDGET / 1000} kB of JavaScript, all from this host, and breaks no rule`, async () => {
  const { page, context } = await openBrowser();
  const faults = listenForFaults(page);
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const scripts = new Set<string>();
  const hosts = new Set<string>();
  let bytes = 0;
  network.on("Network.responseReceived", ({ requestId, type, response }) => {
    hosts.add(new URL(response.url).host);
    if (type === "Script") scripts.add(requestId);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto("/auth", { waitUntil: "networkidle" });
  await page.getByRole("heading", { name: "Logowanie" }).waitFor();

  expect([...hosts]).toEqual([new URL(productUrl()).host]);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(JAVASCRIPT_BUDGET);
  expect(faults).toEqual([]);
});

test("the visitors' pages fetch no script but those that they begin with and what is below the form", async () => {
  const { page } = await openBrowser();
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  for (const address of ["/auth", "/lekcja_probna"]) {
    scripts.length = 0;
    const html = (await (await page.goto(address))?.text()) ?? "";
    await page.getByLabel("E-mail").fill("ola");
    await page.getByLabel("E-mail").blur();
    // Teachers and prices stand below the form and come after it.
    const early = scripts.filter((script) => !script.includes("/visitor-later-"));
    expect(early.filter((script) => !html.includes(script))).toEqual([]);
    expect(scripts.filter((script) => script.includes("dashboard"))).toEqual([]);
  }
});

/** Errors of scripts, of the console, and of the page's security policy. */
function listenForFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("requestfailed", (request) => faults.push(`${request.url()} failed`));
  return faults;
}
