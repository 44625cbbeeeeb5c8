import { useEffect, useState } from "react";

const TICK_MS = 30_000;

/** The present moment, anew every half minute: what time allows changes while a screen stays open. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
