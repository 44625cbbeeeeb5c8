/** What a browser's translator put in the place of each text: a `<font>` that holds the translation. */
const standIns = new WeakMap<Node, ChildNode>();

const watch = new MutationObserver(hear);

/**
 * Lets a browser translate the page while people use it. A translator takes texts out and puts `<font>` elements there.
 * React knows its own texts only: what it removes, or puts before them, would throw, and what it changes would not be
 * seen. Here its calls reach what stands in for the text, and a changed text takes its place again.
 */
export function endureTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (!isReplaced(this, child)) return removeChild.call(this, child) as T;
    standInOf(this, child)?.remove();
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, next: Node | null): T {
    const place = next && isReplaced(this, next) ? standInOf(this, next) : next;
    return insertBefore.call(this, child, place) as T;
  };
  watch.observe(document.documentElement, { childList: true, subtree: true });
}

/** Whether a translator has taken a text out of its parent. */
function isReplaced(parent: Node, text: Node): boolean {
  if (text.parentNode === parent) return false;
  hear(watch.takeRecords());
  return standIns.has(text);
}

/** Null where the translator has removed that, too. */
function standInOf(parent: Node, text: Node): ChildNode | null {
  const standIn = standIns.get(text);
  return standIn?.parentNode === parent ? standIn : null;
}

function hear(records: readonly MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (type === "characterData") {
      standIns.get(target)?.replaceWith(target);
      standIns.delete(target);
      continue;
    }
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.parentNode === target) continue;
      const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
      if (!standIn) continue;
      standIns.set(text, standIn as ChildNode);
      watch.observe(text, { characterData: true });
    }
  }
}
