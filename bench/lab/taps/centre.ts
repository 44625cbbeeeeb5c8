import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEMO_PASSWORD } from "@korki/demo/people";
import { ACCESS_TOKEN_COOKIE, type CivilDate } from "@korki/domain";
import { freePort } from "@korki/local-services";
import { CHROMIUM_OPTIONS, chromiumPath } from "@korki/testing/chromium";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { Hand, SIZES, type Size } from "./hand";

/** A Tuesday on which the demo's lessons of the day are still ahead. */
export const TODAY: CivilDate = "2026-11-24";
const NOW = `${TODAY}T09:00:00Z`;

type Mail = { subject: string; links: string[] };
/** A call of the REST or tRPC door as one person. */
type Call = <Answer = unknown>(method: string, at: string, body?: object) => Promise<Answer>;

/** The built product with its demo, and people in browsers of their own. */
export type Centre = {
  /** A person whose first screen is there, freshly loaded; null: a visitor on this page. */
  open(size: Size, email: string | null, at?: string): Promise<Hand>;
  as(email: string): Promise<Call>;
  /** The link of the newest mail to an address whose path begins like this. */
  linkTo(address: string, begins: string): Promise<string>;
};

/** Runs the demo at a fixed moment, for as long as the work takes. */
export async function inCentre(work: (centre: Centre) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-bench-"));
  const port = String(await freePort());
  const product = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, "../../../apps/launcher/dist/main.js")],
    {
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: port, DATA_DIR: dataDir, DEMO: "1" },
        ...{ RATE_LIMIT_SCALE: "1000", STOP_WITH_PARENT: "1", DEMO_NOW: NOW },
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let browser: Browser | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      product.stdout.on("data", (chunk: Buffer) => chunk.includes("Korki is running at") && resolve());
      product.once("exit", (code) => reject(new Error(`the product ended with ${code}`)));
    });
    product.removeAllListeners("exit");
    browser = await chromium.launch({ executablePath: await chromiumPath(), ...CHROMIUM_OPTIONS });
    await work(centreAt(`http://localhost:${port}`, browser));
  } finally {
    await browser?.close();
    product.kill("SIGTERM");
    if (product.exitCode === null) await once(product, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function centreAt(origin: string, browser: Browser): Centre {
  const tokens = new Map<string, string>();

  async function tokenOf(email: string): Promise<string> {
    const known = tokens.get(email);
    if (known) return known;
    const body = { email, password: DEMO_PASSWORD };
    const { accessToken } = await call<{ accessToken: string }>("", "POST", "/api/user/login", body);
    tokens.set(email, accessToken);
    return accessToken;
  }

  async function call<Answer>(token: string, method: string, at: string, body?: object): Promise<Answer> {
    const response = await fetch(origin + at, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  async function contextOf(size: Size): Promise<BrowserContext> {
    const context = await browser.newContext({
      ...{ baseURL: origin, viewport: SIZES[size], hasTouch: size === "phone", isMobile: size === "phone" },
      ...{ locale: "pl-PL", timezoneId: "Europe/Warsaw", reducedMotion: "reduce", serviceWorkers: "block" },
    });
    // A browser without a window refuses notifications, and then they are not offered.
    await context.addInitScript(
      `Object.defineProperty(Notification, "permission", { get: () => "default" })`,
    );
    context.setDefaultTimeout(20_000);
    return context;
  }

  return {
    async open(size, email, at = "/dashboard") {
      const context = await contextOf(size);
      if (email) {
        await context.addCookies([{ name: ACCESS_TOKEN_COOKIE, value: await tokenOf(email), url: origin }]);
      }
      const page = await context.newPage();
      await page.goto(at);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
      return new Hand(page, size);
    },
    async as(email) {
      const token = await tokenOf(email);
      return (method, at, body) => call(token, method, at, body);
    },
    async linkTo(address, begins) {
      const query = new URLSearchParams({ to: address, after: "", wait: "25" });
      for (let tries = 0; tries < 4; tries += 1) {
        const mails = await call<Mail[]>("", "GET", `/dev/inbox.json?${query}`);
        const link = mails
          .flatMap(({ links }) => links)
          .find((each) => new URL(each).pathname.startsWith(begins));
        if (link) return link;
        query.set("after", (mails[0] as { id?: string } | undefined)?.id ?? "");
      }
      throw new Error(`no mail to ${address} links to ${begins}`);
    },
  };
}

/** An address that nobody has. */
export function newAddress(name: string): string {
  return `${name}.${randomUUID().slice(0, 8)}@example.com`;
}
