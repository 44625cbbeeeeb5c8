import type { BrowserContext } from "playwright-core";

/**
 * Rewrites every page of a context as a browser's translator does, from its first text on: each text is taken out, and
 * two `<font>` elements with its translation stand there. The words stay the same, so that tests find them.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const NOT_TRANSLATED = "head, font, script, style, textarea, svg, math, [translate=no]";
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node: Node | null = root; node; node = walker.nextNode()) {
        if (node instanceof Text) texts.push(node);
      }
      for (const text of texts) {
        if (text.data.trim() === "" || !text.parentElement || text.parentElement.closest(NOT_TRANSLATED))
          continue;
        const outer = document.createElement("font");
        outer.append(document.createElement("font"));
        outer.firstElementChild?.append(text.data);
        text.replaceWith(outer);
      }
    };
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target instanceof Text) translate(target);
        for (const node of addedNodes) translate(node);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}
