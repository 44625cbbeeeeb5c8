import type { Locator, Page } from "playwright-core";

/** The two sizes in which people meet the product. */
export const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;
export type Size = keyof typeof SIZES;

/**
 * A person's hand on one screen: counts what it taps or clicks, the fields into which it types, and the screens that it
 * scrolls. A field that is typed into is no tap; a choice from a list of the browser's own is two.
 */
export class Hand {
  taps = 0;
  typed = 0;
  scrolled = 0;

  constructor(
    readonly page: Page,
    readonly size: Size,
  ) {}

  async tap(target: Locator): Promise<void> {
    await this.see(target);
    this.taps += 1;
    await (this.size === "phone" ? target.tap() : target.click());
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.see(field);
    this.typed += 1;
    await field.fill(text);
  }

  async choose(list: Locator, value: string): Promise<void> {
    await this.see(list);
    this.taps += 2;
    await list.selectOption(value);
  }

  /** Opens a link of a mail or of another application, which is a tap there. */
  async follow(link: string): Promise<void> {
    this.taps += 1;
    await this.page.goto(link);
  }

  /** Drags with the mouse, which is one act. */
  async drag(what: Locator, where: Locator): Promise<void> {
    await this.see(what);
    this.taps += 1;
    await what.hover();
    await this.page.mouse.down();
    // The browser begins to drag with the first move, and offers to drop with the next ones.
    await where.hover({ force: true });
    await where.hover({ force: true });
    await this.page.mouse.up();
  }

  /** Waits for something and counts the screens between it and what is in view. */
  async see(target: Locator): Promise<void> {
    await target.waitFor();
    const box = await target.boundingBox();
    const { height } = SIZES[this.size];
    if (box && box.y + box.height > height)
      this.scrolled += Math.ceil((box.y + box.height - height) / height);
    await target.scrollIntoViewIfNeeded();
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole("button", { name }).first();
  }

  link(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole("link", { name, exact: typeof name === "string" }).first();
  }

  dialog(name?: string | RegExp): Locator {
    return this.page.getByRole("dialog", name === undefined ? {} : { name });
  }
}
