import { afterAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  EVERY_LOOK,
  keepHtml,
  openBrowser,
  picture,
  type Scheme,
  type Size,
  signIn,
  visit,
} from "./harness/browser";
import { unreadable } from "./harness/layout";
import { SCREENS, type Screen } from "./harness/screens";

/**
 * Every screen opens, fits, axe finds nothing wrong with it, and no text of it is cut off or lies over another. With
 * SCREENS=all (`pnpm screens`) each is seen in both sizes and both schemes, and its pictures stay in e2e/results; else those
 * that are not alike, by turns on a phone in light and, while the browser translates it, on a desk in dark.
 */
/** With SCREENS=html (`pnpm screens:html`) the HTML of each stays in e2e/results/html, for the W3C's checker. */
const HTML = process.env.SCREENS === "html";
/** With SCREENS=zoom each is seen as a desk's screen of 1280 × 1024 shows it at 400 %. */
const ZOOM = process.env.SCREENS === "zoom";
const LOOKS: readonly { size: Size; scheme: Scheme }[] = EVERY_LOOK
  ? [
      { size: "phone", scheme: "light" },
      { size: "phone", scheme: "dark" },
      { size: "desk", scheme: "light" },
      { size: "desk", scheme: "dark" },
    ]
  : [
      { size: "phone", scheme: "light" },
      { size: "desk", scheme: "dark" },
    ];

/** In CSS pixels. */
const ZOOMED = { width: 320, height: 256 };

/** A slow machine's time for more than twenty screens. */
const MANY_SCREENS_MS = 900_000;

afterAll(closeBrowser);

/** Every day the few screens of a role are seen in one look. */
const FEW = 4;

for (const { email, screens: all } of SCREENS) {
  const screens = process.env.SCREENS ? all : all.filter(({ isAlike }) => !isAlike);
  const looks = !process.env.SCREENS && screens.length <= FEW ? LOOKS.slice(0, 1) : LOOKS;
  for (const [turn, look] of looks.entries()) {
    const name = `${email ?? "visitor"}: ${look.size}, ${look.scheme}`;
    test.concurrent(name, { timeout: MANY_SCREENS_MS }, async () => {
      const { page, context } = await openBrowser({
        ...look,
        translated: look.size === "desk" && !process.env.SCREENS,
      });
      if (ZOOM) await page.setViewportSize(ZOOMED);
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      if (email) await signIn(page, email, { at: null });
      const findings: string[] = [];
      const shown = apart(
        process.env.SCREENS ? screens : screens.filter((_, place) => place % looks.length === turn),
      );
      for (const [place, { name, path, heading }] of shown.entries()) {
        const before = shown[place - 1];
        if (email && !process.env.SCREENS && before && before.heading !== heading) await visit(page, path);
        else await page.goto(path);
        await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
        await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
        if (EVERY_LOOK) await picture(page, `${name}-${look.size}-${look.scheme}`);
        if (HTML) {
          await keepHtml(page, `${name}-${look.size}`);
          continue;
        }
        findings.push(...(await axeFindings(page)).map((finding) => `${name}: ${finding}`));
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
          findings.push(`${name}: wider than the screen`);
        }
        if (!ZOOM) {
          const texts = await unreadable(page, look.size);
          findings.push(...texts.map((finding) => `${name} ${finding}`));
        }
      }
      await context.close();
      expect(findings).toEqual([]);
      expect(errors).toEqual([]);
    });
  }
}

/**
 * Orders screens so that neighbours have different headings where possible. A new heading tells that the next screen is
 * shown, so that the page does not have to be reloaded.
 */
function apart(screens: readonly Screen[]): Screen[] {
  const waiting = [...screens];
  const ordered: Screen[] = [];
  const left = (heading: string) => waiting.filter((screen) => screen.heading === heading).length;
  while (waiting.length > 0) {
    const before = ordered.at(-1)?.heading;
    const [next] = [...waiting].sort(
      (one, other) =>
        Number(one.heading === before) - Number(other.heading === before) ||
        left(other.heading) - left(one.heading),
    );
    if (!next) break;
    waiting.splice(waiting.indexOf(next), 1);
    ordered.push(next);
  }
  return ordered;
}
