// `pnpm bench browser/pictures <folder> [product]`: starts a demo at a fixed moment and takes the main screens as a phone
// and a desk show them, light and dark, into the folder. `product` is another working tree of the repository.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { ACCESS_TOKEN_COOKIE } from "@korki/domain";
import { freePort, Problem } from "@korki/local-services";
import { CHROMIUM_OPTIONS, chromiumPath } from "@korki/testing/chromium";
import { type Browser, chromium } from "playwright-core";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** A Wednesday afternoon. */
const DEMO_NOW = "2026-11-25T15:20:00Z";
const PASSWORD = "Korepetycje1";
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const SCHEMES = ["light", "dark"] as const;
/** A screen that is the same for so long shows all it has. */
const SETTLED_MS = 1000;
/** Of WebP: text is still sharp. */
const QUALITY = 60;

/** The screens by their picture's name; `email` null: a visitor's. */
const SCREENS: readonly { name: string; email: string | null; at: string }[] = [
  { name: "sign-in", email: null, at: "/auth" },
  { name: "registration", email: null, at: "/auth?tryb=rejestracja" },
  { name: "trial-lesson", email: null, at: "/lekcja_probna" },
  { name: "student-home", email: "uczen@demo.pl", at: "/dashboard/zajecia" },
  { name: "booking", email: "uczen@demo.pl", at: "/dashboard/zajecia/rezerwacja" },
  { name: "student-payments", email: "uczen@demo.pl", at: "/dashboard/platnosci" },
  { name: "parent-home", email: "mama@demo.pl", at: "/dashboard/zajecia" },
  { name: "parent-month", email: "mama@demo.pl", at: "/dashboard/raporty/podsumowanie" },
  { name: "teacher-home", email: "nauczyciel@demo.pl", at: "/dashboard/zajecia" },
  { name: "teacher-calendar", email: "nauczyciel@demo.pl", at: "/dashboard/zajecia?widok=kalendarz" },
  { name: "admin-home", email: "admin@demo.pl", at: "/dashboard/zajecia" },
  { name: "admin-calendar", email: "admin@demo.pl", at: "/dashboard/zajecia?widok=kalendarz&zakres=dzien" },
];

const [folder, product = ROOT] = process.argv.slice(2);
if (!folder) throw new Problem("usage: pnpm bench browser/pictures <folder> [product]");
mkdirSync(folder, { recursive: true });

const demo = await startDemo(product);
const browser = await chromium.launch({ executablePath: await chromiumPath(), ...CHROMIUM_OPTIONS });
try {
  const tokens = new Map<string, string>();
  for (const email of new Set(SCREENS.flatMap((screen) => screen.email ?? [])))
    tokens.set(email, await signIn(email));
  let bytes = 0;
  for (const size of ["desk", "phone"] as const)
    for (const scheme of SCHEMES)
      for (const { name, email, at } of SCREENS) {
        const token = email === null ? null : (tokens.get(email) ?? null);
        const picture = await take(browser, { size, scheme, token, at });
        writeFileSync(path.join(folder, `${name}-${size}-${scheme}.webp`), picture);
        bytes += picture.length;
      }
  console.log(`${SCREENS.length * 4} pictures, ${(bytes / 1000).toFixed(0)} kB`);
} finally {
  await browser.close();
  await demo.stop();
}

type Look = {
  size: keyof typeof SIZES;
  scheme: (typeof SCHEMES)[number];
  token: string | null;
  at: string;
};

/** Returns a screen as WebP, as a person with nothing stored sees it first. */
async function take(on: Browser, { size, scheme, token, at }: Look): Promise<Buffer> {
  const context = await on.newContext({
    viewport: SIZES[size],
    hasTouch: size === "phone",
    colorScheme: scheme,
    locale: "pl-PL",
    timezoneId: "Europe/Warsaw",
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  try {
    if (token !== null)
      await context.addCookies([{ name: ACCESS_TOKEN_COOKIE, value: token, url: demo.url }]);
    const page = await context.newPage();
    await page.goto(demo.url + at, { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .mantine-Skeleton-root'));
    await page.evaluate(async () => {
      // A caret blinks.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      await document.fonts.ready;
    });
    await page.waitForFunction(stayedTheSame, null, { polling: SETTLED_MS });
    const devtools = await context.newCDPSession(page);
    const shot = await devtools.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
    return Buffer.from(shot.data, "base64");
  } finally {
    await context.close();
  }
}

/** Runs in the page: whether it is as it was the last time. */
function stayedTheSame(): boolean {
  const [before, after] = [document.body.dataset.before, document.body.textContent];
  document.body.dataset.before = after;
  return before === after;
}

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${demo.url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Problem(`Signing in as ${email}: ${answer.status}`);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return accessToken;
}

/** Runs `npm start` of a working tree with a new demo until `stop`. */
async function startDemo(cwd: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-pictures-"));
  const port = String(await freePort());
  const { PATH, HOME } = process.env;
  const child = spawn("npm", ["start"], {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"] as const,
    env: { PATH, HOME, PORT: port, DATA_DIR: dataDir, DEMO: "1", DEMO_NOW, RATE_LIMIT_SCALE: "1000" },
  });
  const stop = async () => {
    if (child.exitCode === null && child.pid !== undefined) {
      const ended = once(child, "exit");
      process.kill(-child.pid, "SIGTERM");
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes("is running at")) continue;
    // Nobody reads what else it says.
    child.stdout.resume();
    return { url: `http://localhost:${port}`, stop };
  }
  await stop();
  throw new Problem("The product did not start.");
}
