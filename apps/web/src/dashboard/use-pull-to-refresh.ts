import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";

/** How far a finger pulls before letting go reads again, in pixels. */
const ENOUGH = 90;

/**
 * Pulling a screen down from its top reads again what it shows.
 *
 * @returns how far it is pulled, from 0 to 1; 1: letting go refreshes
 */
export function usePullToRefresh(screen: RefObject<HTMLElement | null>, enabled: boolean): number {
  const queries = useQueryClient();
  const [pulled, setPulled] = useState(0);
  useEffect(() => {
    const element = screen.current;
    if (!enabled || !element) return;
    let from: number | null = null;
    let distance = 0;
    const begin = ({ touches, target }: TouchEvent) => {
      const isAtTop = scrollY <= 0 && target instanceof Element && !scrollsItself(target, element);
      from = isAtTop && touches.length === 1 ? (touches[0]?.clientY ?? null) : null;
      distance = 0;
    };
    const move = ({ touches }: TouchEvent) => {
      if (from === null) return;
      distance = scrollY > 0 ? 0 : Math.max(0, (touches[0]?.clientY ?? from) - from);
      setPulled(Math.min(1, distance / ENOUGH));
    };
    const end = () => {
      if (from !== null && distance >= ENOUGH) void queries.invalidateQueries({ refetchType: "active" });
      from = null;
      setPulled(0);
    };
    const passive = { passive: true };
    element.addEventListener("touchstart", begin, passive);
    element.addEventListener("touchmove", move, passive);
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", end);
    return () => {
      element.removeEventListener("touchstart", begin);
      element.removeEventListener("touchmove", move);
      element.removeEventListener("touchend", end);
      element.removeEventListener("touchcancel", end);
    };
  }, [screen, enabled, queries]);
  return pulled;
}

/** Whether something between the finger and the screen is scrolled by itself, e.g. a conversation. */
function scrollsItself(target: Element, screen: Element): boolean {
  for (let element: Element | null = target; element && element !== screen; element = element.parentElement) {
    if (
      element.scrollHeight > element.clientHeight + 1 &&
      getComputedStyle(element).overflowY !== "visible"
    ) {
      return true;
    }
  }
  return false;
}
