import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";

/**
 * Returns whether the component is still on the screen. A call whose component is gone ends all the same, and must not
 * act on the person, who is elsewhere by then.
 */
export function useIsHere(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
}

/** Returns what leads on to another screen after a call, unless the person has left the component meanwhile. */
export function useNavigateHere(): (to: string) => void {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return useCallback(
    (to) => {
      if (isHere()) void navigate(to);
    },
    [navigate, isHere],
  );
}
