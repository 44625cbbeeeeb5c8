import { randomUUID } from "node:crypto";
import { ACCESS_TOKEN_COOKIE, type CivilDate } from "@korki/domain";
import type { Browser, BrowserContext } from "playwright-core";
import { call, inDemoProduct, signIn } from "../demo-product";
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
  await inDemoProduct({ env: { DEMO_NOW: NOW } }, ({ origin, browser }) => work(centreAt(origin, browser)));
}

function centreAt(origin: string, browser: Browser): Centre {
  const tokens = new Map<string, string>();

  async function tokenOf(email: string): Promise<string> {
    const known = tokens.get(email);
    if (known) return known;
    const accessToken = await signIn(origin, email);
    tokens.set(email, accessToken);
    return accessToken;
  }

  async function contextOf(size: Size): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: SIZES[size],
      hasTouch: size === "phone",
      isMobile: size === "phone",
      locale: "pl-PL",
      timezoneId: "Europe/Warsaw",
      reducedMotion: "reduce",
      serviceWorkers: "block",
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
      return (method, at, body) => call(origin + at, method, body, token);
    },
    async linkTo(address, begins) {
      const query = new URLSearchParams({ to: address, after: "", wait: "25" });
      for (let tries = 0; tries < 4; tries += 1) {
        const mails = await call<Mail[]>(`${origin}/dev/inbox.json?${query}`, "GET", undefined);
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
