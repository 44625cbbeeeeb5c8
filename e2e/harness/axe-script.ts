import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The minified script, less than half the size of the package's `source`. */
const SCRIPT = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What stands for WeakMap and WeakSet: the entry lies in the object itself. */
const FIELDS = `class {
  key = Symbol();
  get(owner) { return owner[this.key]; }
  set(owner, value) { owner[this.key] = value; return this; }
  add(owner) { return this.set(owner, true); }
  has(owner) { return Object.hasOwn(owner, this.key); }
}`;

/** Lets a colour's text be read once. */
function readOnce(axe: { commons: { color: { Color: { prototype: Colour } } } }): void {
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const read = new Map<string, Pick<Colour, "r" | "g" | "b" | "alpha">>();
  prototype.parseString = function (text) {
    const known = read.get(text);
    if (known) return Object.assign(this, known);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    read.set(text, { r, g, b, alpha });
    return this;
  };
}

type Colour = {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(this: Colour, text: string): Colour;
};

/**
 * axe as the package has it, and a third faster. The contrast of texts is most of its work. For that it makes thousands
 * of colours, reads each from the text of a style, and keeps each field of each in a weak map of its own: it is
 * written for browsers without private fields.
 */
export async function axeScript(): Promise<string> {
  const script = await readFile(SCRIPT, "utf8");
  // Elements outlive a run: what it notes of them must not stay in them.
  const own = script.replace('"nodeMap",new WeakMap', '"nodeMap",new globalThis.WeakMap');
  return `((WeakMap, WeakSet) => {${own}\n})(${FIELDS}, ${FIELDS});(${readOnce})(axe);`;
}
