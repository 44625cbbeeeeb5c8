import { type RefObject, useEffect } from "react";

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]';
const LISTS = "tbody, ul, ol, form, section, main";
const DIALOG = '[aria-modal="true"]';

/** One of the elements around the focus: its place among those beside it that look the same, as rows of a list do. */
type Step = { readonly parent: Element; readonly child: Element; readonly index: number };

/** Where the focus was, kept so that a place near it can be found when it is gone. */
type Place = { readonly element: HTMLElement; readonly pathname: string; readonly steps: readonly Step[] };

/**
 * Keeps the focus on the screen when the focused element disappears: a deleted row, the opener of a popup. It moves to
 * the same control of the next row, else of the row before, else to the list's heading. A click elsewhere or another
 * screen cancels that. An open popup keeps its own focus.
 *
 * @param screen the landmark of the screen; its siblings count, too
 */
export function useKeptFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = screen.current;
    const shell = main?.parentElement;
    if (!main || !shell) return;
    let place: Place | null = null;

    const focused = ({ target }: FocusEvent) => {
      place = target instanceof HTMLElement ? placeOf(target, shell) : null;
    };
    const pressed = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && place?.element.contains(target))) place = null;
    };
    const observer = new MutationObserver((changes) => {
      if (document.activeElement !== document.body || document.querySelector(DIALOG)) return;
      if (place && place.pathname !== location.pathname) return;
      if (place) focusOn(place.element.isConnected ? place.element : nearest(place, main));
      else if (changes.some(closesDialog)) focusOn(main.querySelector<HTMLElement>("h1"));
    });

    shell.addEventListener("focusin", focused);
    shell.addEventListener("pointerdown", pressed);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      shell.removeEventListener("focusin", focused);
      shell.removeEventListener("pointerdown", pressed);
      observer.disconnect();
    };
  }, [screen]);
}

function placeOf(element: HTMLElement, shell: Element): Place {
  const steps: Step[] = [];
  let child: Element = element;
  while (child !== shell && child.parentElement) {
    const parent = child.parentElement;
    steps.push({ parent, child, index: alike(parent, child).indexOf(child) });
    child = parent;
  }
  return { element, pathname: location.pathname, steps };
}

function nearest({ element, steps }: Place, main: Element): HTMLElement | null {
  const list = steps.findIndex(({ parent }) => parent.matches(LISTS));
  for (const { parent, child, index } of steps.slice(0, list + 1)) {
    if (!parent.isConnected) continue;
    const column = Math.max(0, [...child.querySelectorAll(CONTROLS)].indexOf(element));
    const rows = alike(parent, child);
    for (const row of [...rows.slice(index), ...rows.slice(0, index).reverse()]) {
      const controls = [row, ...row.querySelectorAll(CONTROLS)].filter(isUsable);
      const wanted = controls[Math.min(column, controls.length - 1)];
      if (wanted) return wanted;
    }
  }
  for (const { parent } of steps) {
    const heading = parent.isConnected && parent.querySelector<HTMLElement>("h1, h2, h3");
    if (heading) return heading;
  }
  return main.querySelector<HTMLElement>("h1");
}

function alike(parent: Element, child: Element): Element[] {
  return [...parent.children].filter(
    ({ tagName, className }) => tagName === child.tagName && className === child.className,
  );
}

function isUsable(element: Element): element is HTMLElement {
  return element.matches(`:is(${CONTROLS}):not(:disabled, [inert] *)`) && element.getClientRects().length > 0;
}

function closesDialog({ removedNodes }: MutationRecord): boolean {
  return [...removedNodes].some((node) => node instanceof Element && node.querySelector(DIALOG));
}

function focusOn(element: HTMLElement | null): void {
  if (element?.matches("h1, h2, h3")) element.tabIndex = -1;
  element?.focus();
}
