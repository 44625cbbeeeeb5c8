import type { CivilDate } from "@korki/domain";
import { type MouseEvent, type PointerEvent, useCallback, useRef } from "react";

/** Where an entry of a calendar may be dropped; `lane` tells rows of one block apart, e.g. of several teachers. */
export type Slot = { readonly date: CivilDate; readonly block: number; readonly lane?: string };

/** A finger that rests so long on an entry picks it up; one that moves before scrolls. */
const PRESS_MS = 350;
const SLACK_PX = 10;
/** The page scrolls under a finger that comes so near to its edge. */
const EDGE_PX = 72;
const SCROLL_PX = 12;

type Touch = {
  readonly element: HTMLElement;
  readonly from: readonly [x: number, y: number];
  readonly timer: ReturnType<typeof setTimeout>;
  isCarried: boolean;
};

/** Lets a finger carry an element after a long press. The browser's own dragging serves the mouse alone. */
export function useTouchDrag(on: { onDrop: (slot: Slot) => void; onEnd: () => void }) {
  const touch = useRef<Touch | null>(null);
  /** The release of a carried entry is no tap. */
  const wasCarried = useRef(false);

  // The browser asks when a finger begins to move whether it may scroll.
  const staysInPlace = useCallback((element: HTMLElement | null) => {
    const keep = (event: TouchEvent) => {
      if (touch.current?.isCarried) event.preventDefault();
    };
    element?.addEventListener("touchmove", keep, { passive: false });
    return () => element?.removeEventListener("touchmove", keep);
  }, []);

  function end() {
    const { element, timer, isCarried } = touch.current ?? {};
    touch.current = null;
    clearTimeout(timer);
    if (!element) return;
    element.draggable = true;
    element.style.translate = "";
    delete element.dataset.carried;
    if (isCarried) on.onEnd();
  }

  function pickUp(onStart: () => void) {
    const { current } = touch;
    if (!current) return;
    current.isCarried = true;
    wasCarried.current = true;
    current.element.dataset.carried = "";
    onStart();
  }

  return {
    handle: (onStart: () => void) => ({
      ref: staysInPlace,
      onPointerDown({ pointerType, currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
        wasCarried.current = false;
        if (pointerType !== "touch") return;
        end();
        currentTarget.draggable = false;
        const timer = setTimeout(() => pickUp(onStart), PRESS_MS);
        touch.current = { element: currentTarget, from: [clientX, clientY], timer, isCarried: false };
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const { current } = touch;
        if (!current) return;
        const [x, y] = [clientX - current.from[0], clientY - current.from[1]];
        if (!current.isCarried) {
          if (Math.hypot(x, y) > SLACK_PX) end();
          return;
        }
        current.element.style.translate = `${x}px ${y}px`;
        if (clientY < EDGE_PX) scrollBy(0, -SCROLL_PX);
        else if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
      },
      onPointerUp({ clientX, clientY }: PointerEvent) {
        const slot = touch.current?.isCarried ? slotAt(clientX, clientY) : null;
        if (slot) on.onDrop(slot);
        end();
      },
      onPointerCancel: end,
      onContextMenu(event: MouseEvent) {
        if (touch.current) event.preventDefault();
      },
      onClickCapture(event: MouseEvent) {
        if (wasCarried.current) event.stopPropagation();
        wasCarried.current = false;
      },
    }),
    target: (slot: Slot) => ({ "data-slot": JSON.stringify(slot) }),
  };
}

/** Returns the slot under a point, below what is carried. */
function slotAt(x: number, y: number): Slot | null {
  const target = document
    .elementsFromPoint(x, y)
    .flatMap((element) => element.closest<HTMLElement>("[data-slot]") ?? [])
    .at(0);
  return target?.dataset.slot ? (JSON.parse(target.dataset.slot) as Slot) : null;
}
