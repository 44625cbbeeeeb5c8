import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { guardPops, holdsUnsavedWork } from "../updates/unsaved-work";
import { isAsking } from "./confirm";
import { guardHistory } from "./guard-history";
import { mayLeave } from "./may-leave";

/** The browser's own Back and Forward ask before they leave unsaved work; once, around the screens. */
export function useGuardedBack(): void {
  const location = useLocation();
  const guard = useRef<ReturnType<typeof guardHistory> | null>(null);

  useEffect(() => {
    guard.current = guardHistory(window, {
      guardPops,
      holds: () => holdsUnsavedWork(),
      isAsked: isAsking,
      ask: () => mayLeave(),
    });
    return () => guard.current?.stop();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every step of the router makes a new location
  useEffect(() => guard.current?.moved(), [location]);
}
