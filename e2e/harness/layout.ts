import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { EVERY_LOOK, PATIENCE_MS, SIZES, type Size } from "./browser";

/** In pixels: what a browser writes with, and letters of twice the size. */
const USUAL = { standard: 16, fixed: 13 };
const DOUBLED = { standard: 32, fixed: 26 };

/** In CSS pixels: three phones, and a desk of 1280 px at a zoom of 200 %. Every day the one that leaves least room will do. */
const PHONE_WIDTHS = EVERY_LOOK ? [390, 360, 320, 640] : [320];

/**
 * The phones' widths, and a desk of 1280 px as it is and with text of 200 %. The latter shows the phone's layout. The page
 * is resized in place, not reloaded.
 */
const LOOKS: Record<Size, readonly { width: number; text: typeof USUAL }[]> = {
  phone: [...PHONE_WIDTHS.map((width) => ({ width, text: USUAL })), { width: 1280, text: DOUBLED }],
  desk: [{ width: 1280, text: USUAL }],
};

/**
 * Returns a description of each text that is cut off or overlaps, and of each width of a size that the page does not fit.
 * Empty if all is readable.
 */
export async function unreadable(page: Page, size: Size): Promise<string[]> {
  const findings: string[] = [];
  const browser = await page.context().newCDPSession(page);
  let letters = USUAL;
  for (const { width, text } of LOOKS[size]) {
    // The page hears of other letters when its window changes.
    if (text !== letters) await browser.send("Page.setFontSizes", { fontSizes: text });
    letters = text;
    await page.setViewportSize({ width, height: SIZES[size].height });
    const look = `at ${width} px${text === DOUBLED ? " with text of 200 %" : ""}`;
    findings.push(...(await layoutFindings(page)).map((finding) => `${look}: ${finding}`));
  }
  if (letters !== USUAL) await browser.send("Page.setFontSizes", { fontSizes: USUAL });
  await browser.detach();
  await page.setViewportSize(SIZES[size]);
  return findings;
}

/**
 * Returns a description of each unreadable text at the present size. Text is clipped where it leaves its button, the page,
 * or an ancestor that hides overflow. Text that ends in an ellipsis counts as clipped unless it is marked
 * `data-shortened`, because the whole text is one tap away, such as the last message beside a contact's name.
 */
async function layoutFindings(page: Page): Promise<string[]> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const findings = await page.evaluate(measureLayout);
    if (findings.length === 0 || performance.now() > deadline) return findings;
    await setTimeout(250);
  }
}

type Box = { frame: DOMRect | null; scrolls: "x" | "y" | null; hides: boolean; position: string };

/** Runs in the page. */
async function measureLayout(): Promise<string[]> {
  /** In pixels: letters reach beyond their boxes by less. */
  const SLACK = 2;
  /** An address is copied, not read. */
  const FIELDS =
    "select, input:not([type=checkbox], [type=radio], [type=file], [type=date], [type=color], [type=url])";
  const NOT_READ = ".read-out, .mantine-VisuallyHidden-root, option, script, style, svg";
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const findings = new Set<string>();
  if (document.documentElement.scrollWidth > innerWidth) findings.add("the page is wider than its window");
  const boxes = new Map<Element, Box>();
  const pageWidth = document.documentElement.clientWidth;
  const texts: { words: string; element: Element; layer: Element; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.nodeValue?.trim() ?? "";
    if (!element || words === "" || element.closest(NOT_READ)) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    const whole = range.getBoundingClientRect();
    if (whole.width === 0 || whole.bottom < 0) continue;
    const frames = framesOf(element, whole);
    if (!frames) continue;
    const { window, layer, cutBy } = frames;
    if (cutBy && !element.closest("[data-shortened]")) findings.add(`"${words}" is cut off by ${cutBy}`);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const box = new DOMRect(left, top, right - left, bottom - top);
      texts.push({ words, element, layer, box: overlapOf(box, window) });
    }
  }

  texts.sort((one, other) => one.box.top - other.box.top);
  for (const [place, { words, element, layer, box }] of texts.entries()) {
    for (let next = place + 1; next < texts.length; next += 1) {
      const other = texts[next];
      if (!other || other.box.top > box.bottom) break;
      const { width, height } = overlapOf(box, other.box);
      if (width > SLACK && height > 2 * SLACK && other.element !== element && other.layer === layer) {
        findings.add(`"${words}" and "${other.words}" overlap`);
      }
    }
  }

  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(FIELDS)) {
    if (!pen || !field.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(field);
    const words =
      field instanceof HTMLSelectElement
        ? (field.selectedOptions[0]?.text ?? "")
        : field.value || field.placeholder;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    pen.font = font;
    pen.letterSpacing = letterSpacing === "normal" ? "0px" : letterSpacing;
    if (pen.measureText(words).width > room + SLACK) findings.add(`"${words}" is longer than its field`);
  }
  return [...findings];

  /**
   * What an element is seen through, and what it moves with: boxes of two layers may lie over each other. Null: it is
   * there for screen readers alone.
   */
  function framesOf(
    element: Element,
    whole: DOMRect,
  ): { window: DOMRect; layer: Element; cutBy?: string } | null {
    let window = new DOMRect(0, -1e6, pageWidth, 2e6);
    let layer: Element | undefined;
    let at: Element | null = element;
    for (; at && at !== document.body; at = at.parentElement) {
      const { frame, scrolls, hides, position } = boxOf(at);
      if (frame) {
        if (frame.width <= 1) return null;
        if (scrolls) {
          window = scrolls === "x" ? frame : overlapOf(frame, window);
          return { window, layer: layer ?? at };
        }
        const seen = overlapOf(whole, frame);
        if (hides && (seen.width < whole.width - SLACK || seen.height < whole.height - SLACK)) {
          const cutBy = `${at.tagName.toLowerCase()}.${at.className.toString().split(" ").join(".")}`;
          return { window: overlapOf(frame, window), layer: layer ?? at, cutBy };
        }
      }
      if (position === "sticky") layer ??= at;
      if (position === "fixed") break;
    }
    const leaves = whole.left < -SLACK || whole.right > pageWidth + SLACK;
    return { window, layer: layer ?? at ?? document.body, ...(leaves && { cutBy: "the page" }) };
  }

  function boxOf(element: Element): Box {
    const known = boxes.get(element);
    if (known) return known;
    const { display, overflowX, overflowY, position } = getComputedStyle(element);
    const overflow = overflowX + overflowY;
    const box: Box = {
      frame: display === "inline" || display === "contents" ? null : element.getBoundingClientRect(),
      scrolls: !/auto|scroll/.test(overflow) ? null : /auto|scroll/.test(overflowX) ? "x" : "y",
      hides: /hidden|clip/.test(overflow) || element.matches("button, a, [role=button], [role=tab]"),
      position,
    };
    boxes.set(element, box);
    return box;
  }

  function overlapOf(one: DOMRect, other: DOMRect): DOMRect {
    const left = Math.max(one.left, other.left);
    const top = Math.max(one.top, other.top);
    const width = Math.max(0, Math.min(one.right, other.right) - left);
    return new DOMRect(left, top, width, Math.max(0, Math.min(one.bottom, other.bottom) - top));
  }
}
